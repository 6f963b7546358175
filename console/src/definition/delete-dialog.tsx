import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { asProblem } from '../api/problem.ts';
import { useProject } from '../data/projects.ts';
import { Checkbox } from '../parts/choose.tsx';
import { AskDialog } from '../parts/dialog.tsx';
import { ProblemLine } from '../parts/states.tsx';
import { sayToast } from '../parts/toasts.tsx';
import styles from './definition.module.css';

export interface DeleteDialogProps {
  /** "action", "cohort" */
  readonly noun: string;
  readonly name: string;
  readonly remove: (isForced: boolean) => Promise<unknown>;
  /** The service deletes it although something uses it, when it is told to. */
  readonly canForce: boolean;
  /** Lists that are read again then. */
  readonly changes: readonly QueryKey[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes an action or a cohort for good; what uses it is listed, and may be broken knowingly where that is possible. */
export function DeleteDialog(props: DeleteDialogProps): ReactElement {
  const { noun, name, remove, canForce, changes, onClose, onDeleted } = props;
  const client = useQueryClient();
  const [isForced, setForced] = useState(false);
  const deletion = useMutation({
    mutationFn: () => remove(isForced),
    onSuccess: async () => {
      sayToast(`${name} is deleted`);
      onDeleted();
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
    },
  });
  const problem = deletion.error === null ? null : asProblem(deletion.error);
  const isUsed = problem?.code.endsWith('_in_use') === true;
  const blocked = isUsed && !isForced ? `Something uses the ${noun}` : null;
  return (
    <AskDialog
      title={`Delete ${name}`}
      verb={`Delete ${noun}`}
      tone="danger"
      onClose={onClose}
      onAct={() => deletion.mutate()}
      isPending={deletion.isPending}
      unavailable={blocked}
    >
      <p>Nothing brings it back, and its number is never given again.</p>
      <ProblemLine error={problem} />
      {isUsed && <Endpoints names={problem.endpoints} />}
      {isUsed && canForce && (
        <Checkbox isSelected={isForced} onChange={setForced}>
          Delete it all the same: their runs are refused from then on
        </Checkbox>
      )}
    </AskDialog>
  );
}

/** Endpoints that stand in the way, each a link to where its query is changed. */
function Endpoints({ names }: { readonly names: readonly string[] }): ReactElement | null {
  const project = useProject();
  if (names.length === 0) return null;
  return (
    <ul className={styles.users} aria-label="Endpoints that use it">
      {names.map((name) => (
        <li key={name}>
          <Link to={`/${project.id}/endpoints/${name}` as never}>{name}</Link>
          <span>endpoint</span>
        </li>
      ))}
    </ul>
  );
}
