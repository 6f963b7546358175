import { countImportedEvents } from '../../adapters/engine/statements/imported-events.ts';
import { findImport, type ImportKey, type ImportRow } from '../../adapters/store/import-store.ts';
import { AppError } from '../../base/errors.ts';
import { newUuid } from '../../base/ids.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { FoundEvents } from '../../schema/event-deletion.ts';
import type { ImportUndo } from '../../schema/import.ts';
import type { EngineCaller } from '../admission/engine-admission.ts';
import type { Caller } from '../caller.ts';
import { recordChange, type Subject } from '../record-change.ts';
import { type AskingServices, beginEventDeletion } from './deletion/create-event-deletion.ts';
import { getEventDeletion } from './deletion/get-event-deletion.ts';
import { scanLimits } from './deletion/planned-events.ts';
import { getImport } from './import/get-import.ts';
import type { ImportQueue } from './import/import-queue.ts';

/** What undoing an import works with. */
interface UndoServices extends AskingServices {
  readonly importQueue: ImportQueue;
}

/**
 * Undoes an import. A running one stops, and what it has brought stays; of one that has ended the events go that no
 * other source has brought too. When this resolves that will be done, whatever happens to the process.
 * @throws AppError not_found; not_undoable; throttled
 */
export async function undoImport(services: UndoServices, caller: Caller, id: string): Promise<ImportUndo> {
  const { database, clock, importQueue, eventDeletions } = services;
  const { projectId } = caller;
  const found = await findOwn(services, { projectId, id });
  const nowMs = clock.nowMs();
  if (found.state === 'running') {
    await database.transaction((transaction) =>
      recordChange(transaction, caller, RUNNING_IMPORT, { before: id, nowMs }),
    );
    await importQueue.stop({ projectId, id });
    return { import: await getImport(services, projectId, id), deletion: null };
  }
  const source = sourceOf(found);
  const key = await database.transaction(async (transaction) => {
    await recordChange(transaction, caller, EVENTS_OF_IMPORT, { before: id, nowMs });
    return beginEventDeletion(services, transaction, { projectId, source: { kind: 'import', source } });
  });
  void eventDeletions.add(key);
  return {
    import: await getImport(services, projectId, id),
    deletion: await getEventDeletion(services, key),
  };
}

/**
 * The events that would go if the import were undone now. Charged as a query.
 * @throws AppError not_found; not_undoable; throttled, query_capacity and the codes of the engine
 */
export async function countUndoable(
  services: Pick<UndoServices, 'database' | 'engine' | 'admission' | 'runLimits'>,
  caller: EngineCaller,
  id: string,
): Promise<FoundEvents> {
  const { projectId } = caller;
  const source = sourceOf(await findOwn(services, { projectId, id }));
  const limits = scanLimits(services, services.runLimits.executionTimeoutMs, 1);
  const count = () => countImportedEvents(services.engine, { projectId, source }, limits);
  const { events, firstMs, lastMs } = await services.admission.charge(caller)(newUuid(), count);
  const at = (ms: number): string | null => (events === 0 ? null : isoTime(ms));
  return { events, first: at(firstMs), last: at(lastMs) };
}

async function findOwn({ database }: Pick<UndoServices, 'database'>, key: ImportKey): Promise<ImportRow> {
  const found = await findImport(database.query, key);
  if (found === undefined) throw new AppError('not_found', 'There is no such import.');
  return found;
}

function sourceOf({ number }: ImportRow): number {
  if (number !== null) return number;
  throw new AppError(
    'not_undoable',
    'The import was begun by a version that did not keep which events an import has brought.',
  );
}

const RUNNING_IMPORT: Subject<string> = {
  kind: 'data',
  show: (id) => ({ id, name: `running import ${id}` }),
};

const EVENTS_OF_IMPORT: Subject<string> = {
  kind: 'data',
  show: (id) => ({ id, name: `events of import ${id}` }),
};
