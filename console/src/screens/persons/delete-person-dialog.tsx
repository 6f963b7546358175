import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { deletePerson, type Person } from '../../data/persons.ts';
import { useProject } from '../../data/projects.ts';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { plural } from '../../parts/format.ts';
import { ProblemLine } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';

/** A name that is longer is not typed: the id stands for it. */
const LONGEST_TYPED = 80;

/** Deletes a person with all that came in of it, after its name was typed. */
export function DeletePersonDialog(props: {
  readonly person: Person;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): ReactElement {
  const { person, onClose, onDeleted } = props;
  const project = useProject();
  const client = useQueryClient();
  const name = person.name.length > LONGEST_TYPED ? person.id : person.name;
  const deletion = useMutation({
    mutationFn: () => deletePerson(project.id, person.id),
    onSuccess: async () => {
      sayToast(`${name} is deleted`);
      onDeleted();
      client.removeQueries({ queryKey: ['project', project.id, 'persons', 'one'] });
      await client.invalidateQueries({ queryKey: ['project', project.id] });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${name}`}
      verb="Delete person"
      name={name}
      isOpen
      isPending={deletion.isPending}
      onClose={onClose}
      onConfirm={() => deletion.mutate()}
    >
      <p>
        The person, its {plural(person.distinct_ids.length, 'distinct id')} and all its events go for good,
        out of every answer and snapshot. What is sent or imported of it later makes it anew.
      </p>
      <ProblemLine error={deletion.error} />
    </ConfirmDialog>
  );
}
