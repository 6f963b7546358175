import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { endImport, type Import, undoableQuery } from '../../data/imports.ts';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';
import { FoundEvents } from './found-events.tsx';

/** Asks before the events of an import go, after counting them. */
export function UndoDialog(props: {
  readonly projectId: number;
  readonly one: Import;
  readonly onClose: () => void;
}): ReactElement {
  const { projectId, one, onClose } = props;
  const client = useQueryClient();
  const found = useQuery(undoableQuery(projectId, one.id));
  const undo = useMutation({
    mutationFn: () => endImport(projectId, one.id),
    onSuccess: () => {
      sayToast('The events of the import are being deleted');
      onClose();
      return client.invalidateQueries({ queryKey: ['project', projectId, 'imports'] });
    },
  });
  return (
    <ConfirmDialog
      title="Undo the import"
      verb="Delete its events"
      isOpen
      onClose={onClose}
      onConfirm={() => undo.mutate()}
      isPending={undo.isPending}
      name={one.file_name || 'import'}
    >
      <FoundEvents found={found} />
      <p>
        Events go that nothing else has brought. Persons, merges and definitions stay. Sending the file again
        brings them back.
      </p>
      <ProblemLine error={undo.error} />
    </ConfirmDialog>
  );
}
