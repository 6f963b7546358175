import type { Engine } from '../../../adapters/engine/engine.ts';
import { forgetSource } from '../../../adapters/engine/statements/imported-events.ts';
import {
  countListedMonths,
  deleteListedMonth,
  dropEventList,
  eventListOf,
  forgetListedEvents,
} from '../../../adapters/engine/statements/listed-events.ts';
import { ensureCaptureProgress } from '../../../adapters/store/capture-progress-store.ts';
import {
  type DeletionSource,
  type EventDeletionKey,
  type EventDeletionRow,
  findEventDeletion,
  updateEventDeletion,
} from '../../../adapters/store/event-deletion-store.ts';
import { markImportUndone } from '../../../adapters/store/import-store.ts';
import { raiseDataEpoch } from '../../../adapters/store/project-store.ts';
import { retireSnapshots } from '../../../adapters/store/snapshot-store.ts';
import { AppError } from '../../../base/errors.ts';
import { OWN_LEASE, underLease } from '../../leases/write-lease.ts';
import { failureReason, isTransient } from '../writer/job-failure.ts';
import type { DeletionServices } from './deletion-services.ts';
import { listEvents } from './list-events.ts';

/**
 * Does what is left of a deletion of events: finds them, removes them month by month, forgets their ids, and lets no
 * older answer be served. Events that come after they were found stay. May be repeated after a failure or crash at any
 * point, also by another service.
 * @param lease of the deletion, where services share the engine: who has lost it changes nothing more
 * @throws only errors after which a repetition may work
 */
export async function runEventDeletion(
  services: DeletionServices,
  key: EventDeletionKey,
  signal: AbortSignal,
  lease = OWN_LEASE,
): Promise<void> {
  const held = underLease(lease, services);
  const { database, engine } = held;
  const asked = await findEventDeletion(database.query, key);
  if (asked?.source && asked.total === null)
    await find(held, { asked, source: asked.source, signal, reader: services.engine });
  const found = await findEventDeletion(database.query, key);
  if (found?.state === 'running') {
    await removeListed(held, found, signal);
    await inTurn(held, key, (inTheirTurn) => end(inTheirTurn, found));
  }
  await dropEventList(engine, eventListOf(key));
}

interface Finding {
  readonly asked: EventDeletionRow;
  readonly source: DeletionSource;
  readonly signal: AbortSignal;
  /** For what may take longer than a lease. */
  readonly reader: Engine;
}

/** Lists the events, those included that were accepted before and are not visible yet. */
async function find(services: DeletionServices, { asked, source, signal, reader }: Finding): Promise<void> {
  const { engine, spool, captureWriter, captureLimits, writeLock } = services;
  const list = eventListOf(asked);
  await captureWriter.whenWritten(spool.end, captureLimits.waitTimeoutMs);
  // A block that another service writes now may not know of the deletion yet; all later ones do.
  if (engine.isShared) await writeLock.hold(asked.projectId, async () => undefined);
  try {
    await listEvents(services, list, { source, nowMs: asked.createdAtMs, signal, reader });
    const months = await countListedMonths(engine, list);
    const total = months.reduce((sum, { events }) => sum + events, 0);
    const left = source.kind === 'bounds' ? null : source;
    await note(services, asked, { total, source: left });
  } catch (error) {
    if (signal.aborted || isTransient(error)) throw error;
    services.observe({ kind: 'failure', where: 'deletion of events', error });
    const failed = { state: 'failed', error: failureReason(error), source: null } as const;
    await note(services, asked, failed);
  }
}

/** Removes the events that are found; each month is one turn of the writers. */
async function removeListed(
  services: DeletionServices,
  found: EventDeletionRow,
  signal: AbortSignal,
): Promise<void> {
  const list = eventListOf(found);
  let { deleted } = found;
  for (const { month, events } of await countListedMonths(services.engine, list)) {
    if (month <= found.doneMonth) continue;
    signal.throwIfAborted();
    deleted += events;
    await inTurn(services, found, async (held) => {
      await deleteListedMonth(held.engine, list, month);
      await note(held, found, { doneMonth: month, deleted });
    });
  }
}

/** In a transaction, which fails when a lease is lost. */
async function note(
  { database, clock }: DeletionServices,
  key: EventDeletionKey,
  change: Parameters<typeof updateEventDeletion>[2],
): Promise<void> {
  await database.transaction((transaction) => updateEventDeletion(transaction, key, change, clock.nowMs()));
}

async function end(services: DeletionServices, key: EventDeletionRow): Promise<void> {
  const { engine, database, clock, spool } = services;
  await forgetListedEvents(engine, eventListOf(key));
  const number = key.source?.kind === 'import' ? key.source.source : null;
  if (number !== null) await forgetSource(engine, { ...key, source: number });
  // Before the deletion counts as ended: what fails here is repeated. Copies of the events that came until now are
  // written, because their ids were known; later ones are events that come again.
  await spool.closeSegment();
  const nowMs = clock.nowMs();
  await database.transaction(async (transaction) => {
    await updateEventDeletion(transaction, key, { state: 'completed' }, nowMs);
    if (number !== null) await markImportUndone(transaction, { ...key, number }, nowMs);
    await raiseDataEpoch(transaction, key.projectId);
    await retireSnapshots(transaction, key.projectId, nowMs);
  });
}

/**
 * Runs a step while nobody else writes events, and no block is half written: its writer may add some of its events
 * again.
 * @throws AppError engine_unavailable while a block is half written
 */
async function inTurn(
  services: DeletionServices,
  { projectId }: EventDeletionKey,
  step: (held: DeletionServices) => Promise<void>,
): Promise<void> {
  const { database, replica, writeLock } = services;
  await writeLock.hold(projectId, async (lease) => {
    const { appliedTo, writtenTo } = await ensureCaptureProgress(database.query, replica);
    if (appliedTo > writtenTo)
      throw new AppError('engine_unavailable', 'Events are being written; try again.', {
        retryAfterSeconds: 1,
      });
    await step(underLease(lease, services));
  });
}
