import type { ReactElement } from 'react';
import { type Action, deleteAction } from '../../data/actions.ts';
import { useProject } from '../../data/projects.ts';
import { DeleteDialog } from '../../definition/delete-dialog.tsx';

/** Deletes an action; endpoints that use it are listed first, and then fail knowingly or keep it. */
export function DeleteAction(props: {
  readonly action: Action;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): ReactElement {
  const { action, onClose, onDeleted } = props;
  const project = useProject();
  return (
    <DeleteDialog
      noun="action"
      name={action.name}
      canForce
      remove={(isForced) => deleteAction(project.id, action.id, isForced)}
      changes={[['project', project.id, 'actions']]}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  );
}
