import type { Queryable } from './database.ts';

/** What is counted of runs. */
export interface UsageCounts {
  readonly runs: number;
  readonly errors: number;
  /** Answered from the cache. */
  readonly hits: number;
  /** Rows answered. */
  readonly rows: number;
  readonly rowsRead: number;
  readonly bytesRead: number;
}

/** Runs of one endpoint in one span of time whose durations were alike. */
export interface UsageTally extends UsageCounts {
  readonly projectId: number;
  readonly endpointId: string;
  readonly spanMs: number;
  readonly startMs: number;
  readonly durationClass: number;
}

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

/** Adds to the sums. Sorted, so that processes that add at once do not wait for each other in a circle. */
export async function addUsage(db: Queryable, tallies: readonly UsageTally[]): Promise<void> {
  for (const tally of tallies.toSorted(byKey))
    await db
      .insertInto('endpoint_usage')
      .values({
        endpoint_id: tally.endpointId,
        project_id: tally.projectId,
        span_ms: tally.spanMs,
        start_ms: tally.startMs,
        duration_class: tally.durationClass,
        runs: tally.runs,
        errors: tally.errors,
        hits: tally.hits,
        rows: tally.rows,
        rows_read: tally.rowsRead,
        bytes_read: tally.bytesRead,
      })
      .onConflict((conflict) =>
        conflict.columns(['endpoint_id', 'span_ms', 'start_ms', 'duration_class']).doUpdateSet((eb) => ({
          runs: eb('endpoint_usage.runs', '+', eb.ref('excluded.runs')),
          errors: eb('endpoint_usage.errors', '+', eb.ref('excluded.errors')),
          hits: eb('endpoint_usage.hits', '+', eb.ref('excluded.hits')),
          rows: eb('endpoint_usage.rows', '+', eb.ref('excluded.rows')),
          rows_read: eb('endpoint_usage.rows_read', '+', eb.ref('excluded.rows_read')),
          bytes_read: eb('endpoint_usage.bytes_read', '+', eb.ref('excluded.bytes_read')),
        })),
      )
      .execute();
}

/** Sums over the spans of that length that begin in `fromMs <= start < toMs`, by duration class in ascending order. */
export async function readUsage(
  db: Queryable,
  projectId: number,
  endpointId: string,
  range: { readonly spanMs: number; readonly fromMs: number; readonly toMs: number },
): Promise<readonly (UsageCounts & { readonly durationClass: number })[]> {
  const rows = await db
    .selectFrom('endpoint_usage')
    .select((eb) => [
      'duration_class',
      eb.fn.sum<number>('runs').as('runs'),
      eb.fn.sum<number>('errors').as('errors'),
      eb.fn.sum<number>('hits').as('hits'),
      eb.fn.sum<number>('rows').as('rows'),
      eb.fn.sum<number>('rows_read').as('rows_read'),
      eb.fn.sum<number>('bytes_read').as('bytes_read'),
    ])
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', endpointId)
    .where('span_ms', '=', range.spanMs)
    .where('start_ms', '>=', range.fromMs)
    .where('start_ms', '<', range.toMs)
    .groupBy('duration_class')
    .orderBy('duration_class')
    .execute();
  return rows.map((row) => ({
    durationClass: row.duration_class,
    runs: row.runs,
    errors: row.errors,
    hits: row.hits,
    rows: row.rows,
    rowsRead: row.rows_read,
    bytesRead: row.bytes_read,
  }));
}

/** Forgets sums that are older than they are kept. */
export async function forgetUsage(db: Queryable, nowMs: number): Promise<void> {
  for (const [spanMs, keptMs] of Object.entries(USAGE_KEPT_MS))
    await db
      .deleteFrom('endpoint_usage')
      .where('span_ms', '=', Number(spanMs))
      .where('start_ms', '<', nowMs - keptMs)
      .execute();
}

function byKey(a: UsageTally, b: UsageTally): number {
  if (a.endpointId !== b.endpointId) return a.endpointId < b.endpointId ? -1 : 1;
  return a.spanMs - b.spanMs || a.startMs - b.startMs || a.durationClass - b.durationClass;
}
