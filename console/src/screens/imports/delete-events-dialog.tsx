import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { deleteEvents, foundEventsQuery } from '../../data/deletions.ts';
import type { Project } from '../../data/shapes.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';
import { FoundEvents } from './found-events.tsx';
import { useBounds } from './use-bounds.tsx';

/** Deletes events of a name or a time, after counting them and after the name of the project is typed. */
export function DeleteEventsDialog(props: {
  readonly project: Project;
  readonly onClose: () => void;
}): ReactElement {
  const { project, onClose } = props;
  const { bounds, fields } = useBounds(project.id);
  const [isAsking, setAsking] = useState(false);
  const found = useQuery(foundEventsQuery(project.id, bounds));
  const hasBounds = Object.keys(bounds).length > 0;
  const end = useMutation({
    mutationFn: () => deleteEvents(project.id, bounds),
    onSuccess: () => {
      sayToast('The events are being deleted');
      onClose();
    },
  });
  const unavailable = !hasBounds
    ? 'Say which events first'
    : found.data === undefined
      ? 'They are being counted'
      : found.data.events === 0
        ? 'No event is meant'
        : null;
  if (isAsking)
    return (
      <ConfirmDialog
        title="Delete events"
        verb="Delete for good"
        isOpen
        onClose={() => setAsking(false)}
        onConfirm={() => end.mutate()}
        isPending={end.isPending}
        name={project.name}
      >
        <FoundEvents found={found} />
        <p>They cannot be brought back but by sending them again. Persons, merges and definitions stay.</p>
        <ProblemLine error={end.error} />
      </ConfirmDialog>
    );
  return (
    <Dialog
      title="Delete events"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="danger" unavailable={unavailable} onPress={() => setAsking(true)}>
            Delete events
          </Button>
        </>
      }
    >
      {fields}
      {hasBounds && <FoundEvents found={found} />}
    </Dialog>
  );
}
