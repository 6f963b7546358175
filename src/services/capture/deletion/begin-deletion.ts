import { deletePersonRows } from '../../../adapters/engine/statements/delete-person-rows.ts';
import { ensureCaptureProgress } from '../../../adapters/store/capture-progress-store.ts';
import {
  type DeletionRow,
  endDeletion,
  findDeletions,
  insertDeletion,
  type LeftDeletion,
} from '../../../adapters/store/deletion-store.ts';
import { findKeptRejects, forgetRejectedRows } from '../../../adapters/store/import-store.ts';
import { findRemovedIds, forgetPersons } from '../../../adapters/store/remove-person.ts';
import { retireSnapshots } from '../../../adapters/store/snapshot-store.ts';
import { insertTombstone } from '../../../adapters/store/tombstone-store.ts';
import { AppError } from '../../../base/errors.ts';
import { newUuid } from '../../../base/ids.ts';
import { underLease } from '../../leases/write-lease.ts';
import type { CaptureServices } from '../capture-services.ts';
import { projectPersons } from '../persons/project-persons.ts';
import type { PrepareDeletion, WaitingDeletion } from '../writer/waiting-deletions.ts';
import type { WriterServices } from '../writer/writer-services.ts';

/**
 * Deletes events, including those that were accepted before and are not visible yet. `prepare` names them in the
 * transaction that begins the deletion; from its commit on the deletion will be completed, whatever happens to the
 * process. Deletions of a project that wait for their turn are done together.
 * @throws AppError engine_unavailable (a deletion that has begun is completed before anything else is written);
 *   throttled when too many deletions of the project wait
 */
export async function beginDeletion(
  services: CaptureServices,
  projectId: number,
  prepare: PrepareDeletion,
): Promise<void> {
  const { spool, captureWriter, captureLimits, writeLock, waitingDeletions } = services;
  await captureWriter.whenWritten(spool.end, captureLimits.waitTimeoutMs);
  await waitingDeletions.join(projectId, prepare, async (takeAll) => {
    await writeLock.hold(projectId, (lease) =>
      deleteTogether(underLease(lease, services), projectId, takeAll()),
    );
    await forgetOnDisk(services, projectId);
  });
}

/**
 * Takes off the disk what is still there of deleted rows: events in the spool that are in the engine, rejected rows of
 * imports, which may be of anybody, and earlier states of the store. The start does the same, after a crash.
 */
async function forgetOnDisk(
  { spool, writeLock, database, importFolder, observe }: CaptureServices,
  projectId: number,
): Promise<void> {
  try {
    await writeLock.hold(projectId, () => spool.closeSegment());
    await importFolder.keepRejects(() => findKeptRejects(database.query));
    await database.forgetDeleted?.();
  } catch (error) {
    observe({ kind: 'failure', where: 'deletion of a person', error });
  }
}

/** Lets each waiting deletion name its events, one after the other, and then removes all of these events at once. */
async function deleteTogether(
  services: CaptureServices,
  projectId: number,
  waiting: readonly WaitingDeletion[],
): Promise<void> {
  const { writeLock, database, replica } = services;
  const { appliedTo, writtenTo } = await ensureCaptureProgress(database.query, replica);
  if (appliedTo > writtenTo)
    throw new AppError('engine_unavailable', 'Events are being written; try again.', {
      retryAfterSeconds: 1,
    });
  const begun: DeletionRow[] = [];
  for (const { prepare, fail } of waiting)
    await begin(services, projectId, prepare).then((deletion) => begun.push(deletion), fail);
  try {
    await runDeletions(services, projectId, begun);
  } catch (error) {
    writeLock.leave((lease) => runDeletions(underLease(lease, services), projectId, begun));
    throw error;
  }
}

function begin(
  { database, replica, clock, engine }: CaptureServices,
  projectId: number,
  prepare: PrepareDeletion,
): Promise<DeletionRow> {
  return database.transaction(async (transaction) => {
    const atMs = clock.nowMs();
    const begun = { id: newUuid(), projectId, events: await prepare(transaction) };
    await insertDeletion(transaction, { ...begun, replica }, atMs);
    if (engine.isShared) {
      const distinctIds = await findRemovedIds(transaction, projectId, begun.events.personIds);
      const gone = { kind: 'person', distinctIds } as const;
      await insertTombstone(transaction, { id: begun.id, projectId, replica, gone, atMs });
    }
    return begun;
  });
}

/**
 * Removes the events that deletions of a project name from the engine, and then lets no older answer be served. The
 * caller holds the write lock. May be repeated after a failure or crash at any point.
 */
async function runDeletions(
  services: WriterServices,
  projectId: number,
  deletions: readonly DeletionRow[],
): Promise<void> {
  if (deletions.length === 0) return;
  await projectPersons(services);
  const personIds = deletions.flatMap(({ events }) => events.personIds);
  await deletePersonRows(services.engine, projectId, personIds);
  await services.database.transaction(async (transaction) => {
    for (const some of chunksOf(personIds)) await forgetPersons(transaction, projectId, some);
    await forgetRejectedRows(transaction, projectId);
    await retireSnapshots(transaction, projectId, services.clock.nowMs() - SOONER_MS);
    for (const deletion of deletions) await endDeletion(transaction, deletion);
  });
}

/**
 * Objects of these snapshots go that much sooner than those that a build has replaced, so that with the longest streams
 * of the default settings they are gone within ten minutes.
 */
const SOONER_MS = 60_000;

const IDS_PER_STATEMENT = 500;

function* chunksOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT)
    yield ids.slice(start, start + IDS_PER_STATEMENT);
}

/**
 * Completes deletions that were under way when their replica ended. Call it before anything else writes events of these
 * projects.
 */
export async function completeDeletions(
  services: WriterServices,
  isMeant: (deletion: LeftDeletion) => boolean,
): Promise<void> {
  const left = (await findDeletions(services.database.query)).filter(isMeant);
  for (const [projectId, deletions] of Map.groupBy(left, (deletion) => deletion.projectId))
    await runDeletions(services, projectId, deletions);
  if (left.length > 0) await services.database.forgetDeleted?.();
}
