import { findKnownEventIds } from '../../../adapters/engine/statements/find-known-event-ids.ts';
import { insertEventIds, insertEvents } from '../../../adapters/engine/statements/insert-events.ts';
import {
  type CaptureProgress,
  setAppliedTo,
  setWrittenTo,
} from '../../../adapters/store/capture-progress-store.ts';
import type { Queryable } from '../../../adapters/store/database.ts';
import { eventRetentionOf } from '../../../adapters/store/event-retention-store.ts';
import { findProject, isPurged } from '../../../adapters/store/project-store.ts';
import { stopwatchMs } from '../../../base/clock.ts';
import { keptFromMs } from '../../../base/event-retention.ts';
import type { LoopSlices } from '../../../base/loop-slices.ts';
import { projectPersons } from '../persons/project-persons.ts';
import { type AppliedProject, applyBlock, findApplied } from './apply-block.ts';
import { eventIdRows, eventRows, type RowSource } from './event-rows.ts';
import { feedLookups } from './feed-lookups.ts';
import { missingRows } from './missing-rows.ts';
import { type ProjectBlock, type SpoolBlock, splitByProject } from './spool-block.ts';
import { warnOfExpired } from './warn-of-expired.ts';
import type { WriterServices } from './writer-services.ts';

/**
 * Writes one block. The order of the steps has each event written exactly once, see README.md. May be called again with
 * the same block after a failure or crash at any point.
 */
export async function writeBlock(
  services: WriterServices,
  spoolName: string,
  progress: CaptureProgress,
  block: SpoolBlock,
): Promise<void> {
  const startMs = stopwatchMs();
  const { engine, slices } = services;
  const projects = await splitByProject(slices, block, (projectId, uuids) =>
    findKnownEventIds(engine, projectId, uuids),
  );
  const applied = await applyOnce(services, spoolName, progress, block, projects);
  const sources = projects.flatMap(({ projectId, fresh, again }, index): readonly RowSource[] => {
    const ofProject = applied[index];
    return ofProject === undefined ? [] : [{ projectId, events: fresh, again, applied: ofProject }];
  });
  const isRepeated = isApplied(progress, block);
  const missing = isRepeated ? await missingRows(engine, sources) : sources;
  // Waits for the end of both, even when one fails: the next attempt may do the same again.
  const ended = await Promise.allSettled([
    insertRows(services, { missing, sources, isRepeated }),
    projectPersons(services),
  ]);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  await setWrittenTo(services.database.query, spoolName, block.to);
  services.observe({
    kind: 'capture_write',
    rows: sources.reduce((sum, { events }) => sum + events.length, 0),
    duplicates: projects.reduce((sum, project) => sum + project.duplicates, 0),
    durationMs: stopwatchMs() - startMs,
    lagMs: services.clock.nowMs() - Math.min(...block.records.map((record) => record.receivedAtMs)),
  });
}

interface RowsToInsert {
  readonly missing: readonly RowSource[];
  readonly sources: readonly RowSource[];
  readonly isRepeated: boolean;
}

/**
 * Inserts the missing events of a block, also into lookups, and then the ids of all its events, which make them known.
 */
async function insertRows(
  services: WriterServices,
  { missing, sources, isRepeated }: RowsToInsert,
): Promise<void> {
  const { engine, slices } = services;
  for await (const rows of eventRows(slices, missing)) await insertEvents(engine, rows);
  await feedLookups(services, sources, isRepeated);
  await insertEventIds(engine, await slices.run(eventIdRows(sources)));
}

/** True when an earlier attempt has applied the block; that attempt may also have inserted some of the block. */
function isApplied({ appliedTo }: CaptureProgress, { to }: SpoolBlock): boolean {
  return appliedTo >= to;
}

/**
 * Changes persons, groups and definitions, unless an earlier attempt at this block has done so. Undefined for a project
 * whose events are left out.
 */
async function applyOnce(
  { database, clock, slices }: WriterServices,
  spoolName: string,
  progress: CaptureProgress,
  block: SpoolBlock,
  projects: readonly ProjectBlock[],
): Promise<readonly (AppliedProject | undefined)[]> {
  return database.transaction(async (transaction) => {
    const wasApplied = isApplied(progress, block);
    const applied: (AppliedProject | undefined)[] = [];
    for (const project of projects)
      applied.push(
        wasApplied
          ? await findUnpurged(transaction, project, slices)
          : await applyLive(transaction, project, { slices, nowMs: clock.nowMs() }),
      );
    if (!wasApplied) await setAppliedTo(transaction, spoolName, block.to);
    return applied;
  });
}

/** Leaves out the events of a project that was deleted after they were accepted. */
async function applyLive(
  transaction: Queryable,
  project: ProjectBlock,
  context: { readonly slices: LoopSlices; readonly nowMs: number },
): Promise<AppliedProject | undefined> {
  const live = await findProject(transaction, project.projectId);
  if (live === undefined) return undefined;
  const { nowMs } = context;
  const keptMs = keptFromMs(eventRetentionOf(live), nowMs);
  await warnOfExpired(transaction, project, { keptMs, nowMs });
  return applyBlock(transaction, project, context);
}

/**
 * What was applied for a project of an applied block. Such a block is written as it was, even for a project that was
 * deleted since, because a project's data is removed only while no block is half written. Undefined when the data is
 * gone: the project was left out in the first attempt too.
 */
async function findUnpurged(
  transaction: Queryable,
  project: ProjectBlock,
  slices: LoopSlices,
): Promise<AppliedProject | undefined> {
  return (await isPurged(transaction, project.projectId))
    ? undefined
    : findApplied(transaction, project, slices);
}
