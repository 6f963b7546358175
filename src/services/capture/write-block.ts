import { findKnownEventIds } from '../../adapters/engine/statements/find-known-event-ids.ts';
import { insertEventIds, insertEvents } from '../../adapters/engine/statements/insert-events.ts';
import {
  type CaptureProgress,
  setAppliedTo,
  setWrittenTo,
} from '../../adapters/store/capture-progress-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import { findProject, isPurged } from '../../adapters/store/project-store.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { type AppliedProject, applyBlock, findApplied } from './apply-block.ts';
import { engineTimestamp } from './normalize-event.ts';
import { projectPersons } from './project-persons.ts';
import { type FreshEvent, type ProjectBlock, type SpoolBlock, splitByProject } from './spool-block.ts';
import type { WriterServices } from './writer-services.ts';

/** Months that one insert may touch; the engine keeps a part in memory for each. */
const MAX_MONTHS_PER_INSERT = 50;

/**
 * Writes one block: the order of its steps makes it exactly once, see README.md. May be called again with the same
 * block after a failure or crash at any point.
 */
export async function writeBlock(
  services: WriterServices,
  spoolName: string,
  progress: CaptureProgress,
  block: SpoolBlock,
): Promise<void> {
  const startMs = stopwatchMs();
  const projects = await splitByProject(block, (projectId, uuids) =>
    findKnownEventIds(services.engine, projectId, uuids),
  );
  const applied = await applyOnce(services, spoolName, progress, block, projects);
  const rows = projects.flatMap((project, index) => eventRows(project, applied[index]));
  const token = `${progress.spoolId}:${block.from}`;
  for (const [piece, months] of piecesByMonth(rows).entries())
    await insertEvents(
      services.engine,
      Buffer.from(months.map((row) => row.line).join('')),
      `${token}:${piece}`,
    );
  if (rows.length > 0) await insertEventIds(services.engine, rows, token);
  await projectPersons(services);
  await setWrittenTo(services.database.query, spoolName, block.to);
  services.observe({
    kind: 'capture_write',
    rows: rows.length,
    duplicates: projects.reduce((sum, project) => sum + project.duplicates, 0),
    durationMs: stopwatchMs() - startMs,
    lagMs: services.clock.nowMs() - Math.min(...block.records.map((record) => record.receivedAtMs)),
  });
}

/**
 * Changes persons, groups and definitions, unless a crash came between that and the end of this block. Undefined for a
 * project whose events are left out.
 */
async function applyOnce(
  { database, clock }: WriterServices,
  spoolName: string,
  progress: CaptureProgress,
  block: SpoolBlock,
  projects: readonly ProjectBlock[],
): Promise<readonly (AppliedProject | undefined)[]> {
  return database.transaction(async (transaction) => {
    const isApplied = progress.appliedTo >= block.to;
    const applied: (AppliedProject | undefined)[] = [];
    for (const project of projects)
      applied.push(
        isApplied
          ? await findUnpurged(transaction, project)
          : await applyLive(transaction, project, clock.nowMs()),
      );
    if (!isApplied) await setAppliedTo(transaction, spoolName, block.to);
    return applied;
  });
}

/** Leaves out the events of a project that was deleted after they were accepted. */
async function applyLive(
  transaction: Queryable,
  project: ProjectBlock,
  nowMs: number,
): Promise<AppliedProject | undefined> {
  const isLive = (await findProject(transaction, project.projectId)) !== undefined;
  return isLive ? applyBlock(transaction, project, nowMs) : undefined;
}

/**
 * An applied block is written as it was, also for a project that was deleted since: its data is removed only when no
 * block is in between. When that is done, the project was left out before too.
 */
async function findUnpurged(
  transaction: Queryable,
  project: ProjectBlock,
): Promise<AppliedProject | undefined> {
  return (await isPurged(transaction, project.projectId)) ? undefined : findApplied(transaction, project);
}

interface EventRow {
  readonly projectId: number;
  readonly uuid: string;
  readonly month: string;
  readonly line: string;
}

function eventRows(
  { projectId, fresh }: ProjectBlock,
  applied: AppliedProject | undefined,
): readonly EventRow[] {
  if (applied === undefined) return [];
  return fresh.map((event) => ({
    projectId,
    uuid: event.facts.uuid,
    month: new Date(event.facts.timestampUs / 1000).toISOString().slice(0, 7),
    line: eventLine(projectId, event, applied),
  }));
}

/** The JSON list of EVENT_COLUMNS; the part that the spool holds ready is copied. */
function eventLine(
  projectId: number,
  { facts, receivedAtMs, rowText }: FreshEvent,
  applied: AppliedProject,
): string {
  const groups = Array.from(
    { length: 5 },
    (_, index) => facts.groups?.[applied.groupTypes[index] ?? ''] ?? '',
  );
  const start = JSON.stringify([
    projectId,
    applied.personIdOf(facts.distinctId),
    engineTimestamp(receivedAtMs * 1000),
    ...groups,
  ]);
  return `${start.slice(0, -1)},${rowText}]\n`;
}

/** Rows in pieces of at most 50 months, always the same pieces for the same rows. */
function piecesByMonth(rows: readonly EventRow[]): readonly (readonly EventRow[])[] {
  const months = [...Map.groupBy(rows, (row) => row.month)].sort(([a], [b]) => (a < b ? -1 : 1));
  const pieces: EventRow[][] = [];
  for (let start = 0; start < months.length; start += MAX_MONTHS_PER_INSERT)
    pieces.push(months.slice(start, start + MAX_MONTHS_PER_INSERT).flatMap(([, inMonth]) => inMonth));
  return pieces;
}
