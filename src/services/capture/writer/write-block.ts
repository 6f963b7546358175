import { findKnownEventIds } from '../../../adapters/engine/statements/find-known-event-ids.ts';
import { insertEventIds, insertEvents } from '../../../adapters/engine/statements/insert-events.ts';
import {
  type CaptureProgress,
  findHalfWritten,
  setAppliedTo,
} from '../../../adapters/store/capture-progress-store.ts';
import type { Queryable } from '../../../adapters/store/database.ts';
import { eventRetentionOf } from '../../../adapters/store/event-retention-store.ts';
import { findProject, isPurged } from '../../../adapters/store/project-store.ts';
import { listTombstones, type TombstoneRow } from '../../../adapters/store/tombstone-store.ts';
import { stopwatchMs } from '../../../base/clock.ts';
import { keptFromMs } from '../../../base/event-retention.ts';
import type { LoopSlices, Sliced } from '../../../base/loop-slices.ts';
import { projectPersons } from '../persons/project-persons.ts';
import { type AppliedProject, applyBlock, findApplied } from './apply-block.ts';
import { eventIdRows, eventRows, type RowSource } from './event-rows.ts';
import { feedLookups } from './feed-lookups.ts';
import { missingRows } from './missing-rows.ts';
import { type ProjectBlock, type SpoolBlock, splitByProject } from './spool-block.ts';
import { warnOfExpired } from './warn-of-expired.ts';
import { withoutDeletedPersons } from './without-deleted-persons.ts';
import type { WriterServices } from './writer-services.ts';

/** A block whose persons are in the store and whose rows are to be brought to the engine. */
export interface AppliedBlock {
  readonly block: SpoolBlock;
  readonly sources: readonly RowSource[];
  readonly duplicates: number;
  /** True when some of the rows may be in the engine without being known there: it is asked which are. */
  readonly isRepeated: boolean;
  readonly startMs: number;
  /** True when the block has only the projects of one lane. */
  readonly isOfLane: boolean;
  /** Deletions that may mean events which the spool received before. */
  readonly tombstones: readonly TombstoneRow[];
}

interface BlockToApply {
  readonly progress: CaptureProgress;
  readonly block: SpoolBlock;
  /** The block before, whose events the engine may not know yet. */
  readonly before: BlockUnderWay | null;
  /** Where the block has only the projects of one lane; absent = of all. */
  readonly lane?: number;
}

/** A block that is on its way into the engine. */
export interface BlockUnderWay {
  readonly sources: readonly RowSource[];
  /** Resolves when the block is visible, rejects when it is not. */
  readonly written: Promise<void>;
}

/**
 * Writes one block in two steps, this one and `insertApplied`. The order of the steps has each event written exactly
 * once, see README.md. Both may be called again with the same block after a failure or crash at any point, also with
 * two blocks as one.
 */
export async function applyOnce(
  services: WriterServices,
  spoolName: string,
  given: BlockToApply,
): Promise<AppliedBlock> {
  const startMs = stopwatchMs();
  const { progress, block, before } = given;
  const isRepeated = wasApplied(progress, block, given.lane);
  const split = await splitByProject(services.slices, block, async (projectId, ids) => {
    await whenAsked(services, projectId, { ids, before });
    return findKnownEventIds(services.engine, projectId, Buffer.from([...ids].join(''), 'latin1'));
  });
  const tombstones = await tombstonesOf(services, split);
  const projects = split.map((project) => withoutDeletedPersons(project, tombstones, spoolName));
  const applied = await applyProjects(services, spoolName, { ...given, isRepeated, projects });
  const sources = projects.flatMap(({ projectId, fresh, again }, index): readonly RowSource[] => {
    const ofProject = applied[index];
    return ofProject === undefined ? [] : [{ projectId, events: fresh, again, applied: ofProject }];
  });
  const duplicates = projects.reduce((sum, project) => sum + project.duplicates, 0);
  const isOfLane = given.lane !== undefined;
  return {
    ...{ block, sources, duplicates, startMs, isOfLane, tombstones },
    isRepeated: isRepeated || (await hasGoneWriter(services, spoolName)),
  };
}

/**
 * True when another service has left a block half written. Its callers may have sent the same events again, to this
 * service; its rows are known only when it comes back and writes their ids.
 */
async function hasGoneWriter({ engine, database }: WriterServices, spoolName: string): Promise<boolean> {
  if (!engine.isShared) return false;
  return (await findHalfWritten(database.query)).some((name) => name !== spoolName);
}

/** Where nobody else writes, a deletion waits until what was accepted before it is written. */
async function tombstonesOf(
  { engine, database }: WriterServices,
  projects: readonly ProjectBlock[],
): Promise<readonly TombstoneRow[]> {
  if (!engine.isShared) return [];
  return listTombstones(
    database.query,
    projects.map(({ projectId }) => projectId),
  );
}

function wasApplied(
  { appliedTo, appliedLanes }: CaptureProgress,
  { to }: SpoolBlock,
  lane: number | undefined,
): boolean {
  if (appliedTo < to) return false;
  return appliedLanes === null || (lane !== undefined && appliedLanes.includes(lane));
}

/** Resolves when the engine can say which of the ids are known: what is under way is known when it is there. */
async function whenAsked(
  { slices }: WriterServices,
  projectId: number,
  { ids, before }: { readonly ids: ReadonlySet<string>; readonly before: BlockUnderWay | null },
): Promise<void> {
  const underWay = before?.sources.filter((source) => source.projectId === projectId) ?? [];
  if (await slices.run(hasOneOf(ids, underWay))) await before?.written;
}

/** Events that are looked at in one step. */
const EVENTS_AT_ONCE = 5_000;

function* hasOneOf(ids: ReadonlySet<string>, sources: readonly RowSource[]): Sliced<boolean> {
  for (const underWay of sources.flatMap(({ events, again }) => [events, again]))
    for (let start = 0; start < underWay.length; start += EVENTS_AT_ONCE) {
      if (underWay.slice(start, start + EVENTS_AT_ONCE).some(({ id }) => ids.has(id))) return true;
      yield;
    }
  return false;
}

/** Brings the rows of an applied block to the engine, and makes them known. */
export async function insertApplied(
  services: WriterServices,
  { block, sources, duplicates, isRepeated, startMs, isOfLane }: AppliedBlock,
): Promise<void> {
  const missing = isRepeated
    ? await missingRows(services.engine, sources, isOfLane ? startMs : null)
    : sources;
  // Waits for the end of both, even when one fails: the next attempt may do the same again.
  const ended = await Promise.allSettled([
    insertRows(services, { missing, sources, isRepeated }),
    projectPersons(services),
  ]);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  services.observe({
    kind: 'capture_write',
    rows: sources.reduce((sum, { events }) => sum + events.length, 0),
    duplicates,
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

/**
 * Changes persons, groups and definitions, unless an earlier attempt at this block has done so. Undefined for a project
 * whose events are left out.
 */
async function applyProjects(
  { database, clock, slices }: WriterServices,
  spoolName: string,
  { block, progress, lane, isRepeated, projects }: Applying,
): Promise<readonly (AppliedProject | undefined)[]> {
  return database.transaction(async (transaction) => {
    const applied: (AppliedProject | undefined)[] = [];
    for (const project of projects)
      applied.push(
        isRepeated
          ? await findUnpurged(transaction, project, slices)
          : await applyLive(transaction, project, { slices, nowMs: clock.nowMs(), replica: spoolName }),
      );
    if (!isRepeated) await setAppliedTo(transaction, spoolName, appliedUntil(progress, block, lane));
    return applied;
  });
}

interface Applying extends BlockToApply {
  readonly isRepeated: boolean;
  readonly projects: readonly ProjectBlock[];
}

function appliedUntil(
  { appliedTo, appliedLanes }: CaptureProgress,
  { to }: SpoolBlock,
  lane: number | undefined,
): Pick<CaptureProgress, 'appliedTo' | 'appliedLanes'> {
  const before = appliedTo < to ? [] : (appliedLanes ?? []);
  return { appliedTo: to, appliedLanes: lane === undefined ? null : [...before, lane] };
}

/** Leaves out the events of a project that was deleted after they were accepted. */
async function applyLive(
  transaction: Queryable,
  project: ProjectBlock,
  context: { readonly slices: LoopSlices; readonly nowMs: number; readonly replica: string },
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
