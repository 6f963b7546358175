import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { changePropertyType, type PropertyDefinition, type PropertyType } from '../../data/catalogue.ts';
import { useProject } from '../../data/projects.ts';
import { ACCEPT_FIRST, AcceptBreaking } from '../../parts/accept-breaking.tsx';
import { Button } from '../../parts/button.tsx';
import { RadioGroup } from '../../parts/choose.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';

const TYPES = [
  { value: 'String', label: 'String', help: 'as text' },
  { value: 'Numeric', label: 'Numeric', help: 'as numbers; what is none reads as nothing' },
  { value: 'Boolean', label: 'Boolean', help: 'true or false' },
  { value: 'DateTime', label: 'DateTime', help: 'moments, from ISO 8601 or seconds since 1970' },
] as const satisfies readonly {
  readonly value: PropertyType;
  readonly label: string;
  readonly help: string;
}[];

/** Changes how queries read a property. The service says which endpoints answer otherwise then. */
export function TypeDialog(props: {
  readonly property: PropertyDefinition;
  readonly onClose: () => void;
}): ReactElement {
  const { property, onClose } = props;
  const project = useProject();
  const client = useQueryClient();
  const [type, setType] = useState<PropertyType>(property.property_type);
  const [isAccepted, setAccepted] = useState(false);
  const save = useMutation({
    mutationFn: () => changePropertyType(project.id, property, type, isAccepted),
    onSuccess: ({ warnings }) => {
      const others = warnings.length === 0 ? '' : `; ${warnings.length} endpoints answer otherwise`;
      sayToast(`${property.name} is read as ${type}${others}`);
      onClose();
      return client.invalidateQueries({ queryKey: ['project', project.id] });
    },
  });
  const breaks = save.isError && asProblem(save.error).code === 'breaking_change';
  const unavailable =
    type === property.property_type ? 'It is read so already' : breaks && !isAccepted ? ACCEPT_FIRST : null;
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button
        tone="primary"
        isPending={save.isPending}
        unavailable={unavailable}
        onPress={() => save.mutate()}
      >
        Change type
      </Button>
    </>
  );
  return (
    <Dialog title={`How ${property.name} is read`} isOpen onClose={onClose} actions={actions}>
      <p>
        Values stay as they came in; only how queries and filters read them changes, from the next run on.
      </p>
      <RadioGroup label="Read as" choices={TYPES} value={type} onChange={setType} />
      <ProblemLine error={save.error} />
      {breaks && <AcceptBreaking isAccepted={isAccepted} onChange={setAccepted} />}
    </Dialog>
  );
}
