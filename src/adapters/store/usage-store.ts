import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { EndpointUsageTable } from './tables/endpoint-tables.ts';

/** Runs of one endpoint in one span of time whose durations were alike. */
export type UsageTally = EndpointUsageTable;

export const USAGE_COUNTS = ['runs', 'errors', 'hits', 'rows', 'rowsRead', 'bytesRead'] as const;

/** What is counted of runs. */
export type UsageCounts = Pick<UsageTally, (typeof USAGE_COUNTS)[number]>;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How long sums are kept, by their span. */
export const USAGE_KEPT_MS = { [MINUTE_MS]: 3 * DAY_MS, [HOUR_MS]: 92 * DAY_MS } as const;

/** Durations of one class differ by less than this factor. */
const CLASS_FACTOR = 1.1;

/** The class of a duration: about 1.1^n milliseconds. */
export function durationClass(durationMs: number): number {
  return Math.round(Math.log(Math.max(durationMs, 0.001)) / Math.log(CLASS_FACTOR));
}

/** The middle of a class in milliseconds, within 5% of every duration in it. */
export function classDurationMs(durationClassNumber: number): number {
  return CLASS_FACTOR ** durationClassNumber;
}

/** Rows per statement: 11 values each, far below the 999 of the smallest SQLite build. */
const ROWS_PER_INSERT = 50;

/** Adds to the sums. Sorted, so that processes that add at once do not wait for each other in a circle. */
export async function addUsage(db: Queryable, tallies: readonly UsageTally[]): Promise<void> {
  const rows = joined(tallies.toSorted(byKey));
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await db
      .insertInto('endpointUsage')
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict
          .columns(['endpointId', 'spanMs', 'startMs', 'durationClass'])
          .doUpdateSet((eb) =>
            addedCounts((name) => eb(`endpointUsage.${name}`, '+', eb.ref(`excluded.${name}`))),
          ),
      )
      .execute();
}

/** Each count with its new value. */
export function addedCounts<Sum>(sumOf: (name: keyof UsageCounts) => Sum): Record<keyof UsageCounts, Sum> {
  return Object.fromEntries(USAGE_COUNTS.map((name) => [name, sumOf(name)])) as Record<
    keyof UsageCounts,
    Sum
  >;
}

/** Spans of the length `spanMs` that begin in `fromMs <= start < toMs`, to be summed in steps from `fromMs` on. */
export interface UsageRange {
  readonly spanMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** Sums by step and duration class, in this order. */
export async function readUsage(
  db: Queryable,
  projectId: number,
  endpointId: string,
  range: UsageRange,
): Promise<readonly (UsageCounts & { readonly stepStartMs: number; readonly durationClass: number })[]> {
  return db
    .selectFrom('endpointUsage')
    .select([
      'durationClass',
      sql<number>`start_ms - (start_ms - ${range.fromMs}) % ${range.stepMs}`.as('stepStartMs'),
    ])
    .select((eb) => USAGE_COUNTS.map((name) => eb.fn.sum<number>(name).as(name)))
    .where('projectId', '=', projectId)
    .where('endpointId', '=', endpointId)
    .where('spanMs', '=', range.spanMs)
    .where('startMs', '>=', range.fromMs)
    .where('startMs', '<', range.toMs)
    .groupBy(['stepStartMs', 'durationClass'])
    .orderBy('stepStartMs')
    .orderBy('durationClass')
    .execute();
}

/** Runs since a time that computed their answers, by endpoint of the project. */
export async function countComputedRuns(
  db: Queryable,
  projectId: number,
  endpointIds: readonly string[],
  fromMs: number,
): Promise<ReadonlyMap<string, number>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('endpointUsage')
    .select((eb) => [
      'endpointId',
      eb.fn.sum<number>('runs').as('runs'),
      eb.fn.sum<number>('hits').as('hits'),
    ])
    .where('projectId', '=', projectId)
    .where('endpointId', 'in', endpointIds)
    .where('spanMs', '=', HOUR_MS)
    .where('startMs', '>=', fromMs)
    .groupBy('endpointId')
    .execute();
  return new Map(rows.map(({ endpointId, runs, hits }) => [endpointId, Number(runs) - Number(hits)]));
}

/** Forgets sums that are older than they are kept. */
export async function forgetUsage(db: Queryable, nowMs: number): Promise<void> {
  for (const [spanMs, keptMs] of Object.entries(USAGE_KEPT_MS))
    await db
      .deleteFrom('endpointUsage')
      .where('spanMs', '=', Number(spanMs))
      .where('startMs', '<', nowMs - keptMs)
      .execute();
}

/** Sorted sums, those of equal keys added up: a statement may write a row once. */
function joined(tallies: readonly UsageTally[]): readonly UsageTally[] {
  const rows: UsageTally[] = [];
  for (const tally of tallies) {
    const last = rows.at(-1);
    if (last !== undefined && byKey(last, tally) === 0) rows[rows.length - 1] = sum(last, tally);
    else rows.push(tally);
  }
  return rows;
}

function sum(a: UsageTally, b: UsageTally): UsageTally {
  return { ...a, ...addedCounts((name) => a[name] + b[name]) };
}

function byKey(a: UsageTally, b: UsageTally): number {
  if (a.endpointId !== b.endpointId) return a.endpointId < b.endpointId ? -1 : 1;
  return a.spanMs - b.spanMs || a.startMs - b.startMs || a.durationClass - b.durationClass;
}
