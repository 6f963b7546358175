import { setTimeout as delay } from 'node:timers/promises';
import type { EventDeletionAnswer } from '../../schema/event-deletion.ts';
import { CommandError } from '../command-error.ts';
import { progressBar } from '../progress-bar.ts';
import type { Importer } from './import-files.ts';

const POLL_MS = 300;

/**
 * Undoes an import and says what has become of its events, or only what would.
 * @throws CommandError refused when the deletion has failed
 */
export async function followUndo(
  id: string,
  { isDryRun }: { readonly isDryRun: boolean },
  importer: Importer,
): Promise<void> {
  try {
    await (isDryRun ? printUndoable(id, importer) : undo(id, importer));
  } finally {
    await importer.close();
  }
}

async function printUndoable(id: string, importer: Importer): Promise<void> {
  const { events, first, last } = await importer.countUndoable(id);
  const times = events === 0 ? '' : `, from ${first} to ${last}`;
  console.log(`  ${inWords(events)} would be deleted${times}; nothing was changed`);
}

async function undo(id: string, importer: Importer): Promise<void> {
  const { deletion } = await importer.undo(id);
  if (deletion === null) {
    console.log('  the import was running and stops; undo it again to delete what it has brought');
    return;
  }
  const ended = await follow(deletion, importer);
  if (ended.state === 'failed') throw new CommandError('refused', `The deletion failed: ${ended.error}`);
  console.log(`  ${inWords(ended.deleted)} deleted; ${ended.kept.join(', ')} stay`);
}

async function follow(begun: EventDeletionAnswer, importer: Importer): Promise<EventDeletionAnswer> {
  const bar = progressBar('Deleting events');
  try {
    for (let state = begun; ; state = await importer.findDeletion(begun.id)) {
      if (state.state !== 'running') return state;
      if (state.events !== null) bar.update(state.deleted, state.events);
      await delay(POLL_MS);
    }
  } finally {
    bar.end();
  }
}

function inWords(events: number): string {
  return `${events.toLocaleString('en')} ${events === 1 ? 'event' : 'events'}`;
}
