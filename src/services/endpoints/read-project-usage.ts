import { findEndpointNames } from '../../adapters/store/endpoint-store.ts';
import {
  findLastErrors,
  listEndpointIds,
  readDurations,
  readSourceSums,
  readSumsBy,
  type SourceSums,
} from '../../adapters/store/project-usage-store.ts';
import { HOUR_MS } from '../../adapters/store/usage-store.ts';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { CausedUsage, CausedUsageQuery, ProjectUsage, ProjectUsageRequest } from '../../schema/usage.ts';
import type { ReaderServices } from './get-endpoint.ts';
import { describeServed, describeSums, percentiles } from './usage-figures.ts';

const DAY_MS = 24 * HOUR_MS;
const INTERVAL_MS = { hour: HOUR_MS, day: DAY_MS } as const;
const MOST_ENDPOINTS = 1_000;
const MOST_STEPS = 100_000;

/**
 * How endpoints of a project were used over a range of whole hours, with their last errors. Four statements, whatever
 * the number of endpoints.
 * @throws AppError invalid_value for a range that ends before it begins, or for too many endpoints or steps
 */
export async function readProjectUsage(
  { database: { query: db }, clock }: ReaderServices & { readonly clock: Clock },
  projectId: number,
  asked: ProjectUsageRequest,
): Promise<ProjectUsage> {
  const range = rangeOf(asked, clock.nowMs());
  const endpoints = await listEndpointIds(db, projectId, asked.names ?? null, MOST_ENDPOINTS + 1);
  if (endpoints.length > MOST_ENDPOINTS) throw tooMuch(`more than ${MOST_ENDPOINTS} endpoints`, 'names');
  const steps = asked.interval === undefined ? 1 : (range.toMs - range.fromMs) / range.stepMs;
  if (steps * Math.max(1, endpoints.length) > MOST_STEPS)
    throw tooMuch(`more than ${MOST_STEPS} steps`, 'interval');
  const endpointIds = endpoints.map(({ id }) => id);
  const subject = { ...range, projectId, endpointIds };
  const sums = await readSourceSums(db, subject);
  const durations = await readDurations(db, subject);
  const errors = await findLastErrors(db, projectId, endpointIds);
  const sumsOf = Map.groupBy(sums, ({ endpointId }) => endpointId);
  const durationsOf = Map.groupBy(durations, ({ endpointId }) => endpointId);
  return {
    after: isoTime(range.fromMs),
    before: isoTime(range.toMs),
    totals: figures(sums, inOrder(durations)),
    results: endpoints.map(({ id, name }) => {
      const own = sumsOf.get(id) ?? [];
      const error = errors.get(id);
      return {
        name,
        ...figures(own, durationsOf.get(id) ?? []),
        last_error: error === undefined ? null : { at: isoTime(error.atMs), code: error.code },
        ...(asked.interval !== undefined && { series: seriesOf(own) }),
      };
    }),
  };
}

/**
 * What runs of a project read over a range of whole hours, by endpoint, key or user of tokens, the most first.
 * @throws AppError invalid_value for a range that ends before it begins
 */
export async function readCausedUsage(
  { database: { query: db }, clock }: ReaderServices & { readonly clock: Clock },
  projectId: number,
  { by, limit, ...asked }: CausedUsageQuery,
): Promise<CausedUsage> {
  const { fromMs, toMs } = rangeOf({ ...asked, interval: undefined }, clock.nowMs());
  const rows = await readSumsBy(db, projectId, { by, fromMs, toMs, most: limit + 1 });
  const shown = rows.slice(0, limit);
  const ids = by === 'endpoint' ? shown.map(({ causer }) => causer) : [];
  const names = await findEndpointNames(db, projectId, ids);
  const causerOf = (id: string) => (by === 'endpoint' ? { endpoint: names.get(id) ?? null } : callerOf(id));
  return {
    after: isoTime(fromMs),
    before: isoTime(toMs),
    results: shown.map((row) => ({ ...causerOf(row.causer), ...describeSums([row]) })),
    is_whole: rows.length <= limit,
  };
}

/** A key, or a token, which is kept as `<signing key>/<subject>`. */
function callerOf(id: string) {
  const mark = id.indexOf('/');
  if (mark === -1) return { key_id: id };
  return { key_id: id, signing_key_id: id.slice(0, mark), subject: id.slice(mark + 1) };
}

function inOrder<Row extends { readonly durationClass: number }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => a.durationClass - b.durationClass);
}

function figures(sums: readonly SourceSums[], durations: Parameters<typeof percentiles>[0]) {
  return { ...describeSums(sums), ...percentiles(durations), served: describeServed(sums) };
}

function seriesOf(sums: readonly SourceSums[]) {
  return [...Map.groupBy(sums, ({ stepStartMs }) => stepStartMs)].map(([startMs, each]) => {
    const { runs, errors } = describeSums(each);
    return { start: isoTime(startMs), runs, errors };
  });
}

/** Widened to whole hours, or whole days. */
function rangeOf({ after, before, interval }: ProjectUsageRequest, nowMs: number) {
  const beforeMs = before ?? nowMs;
  const afterMs = after ?? beforeMs - DAY_MS;
  if (afterMs > beforeMs)
    throw new AppError('invalid_value', '`after` is later than `before`.', { attr: 'after' });
  const wideMs = INTERVAL_MS[interval ?? 'hour'];
  const fromMs = Math.floor(afterMs / wideMs) * wideMs;
  const toMs = Math.ceil((beforeMs + 1) / wideMs) * wideMs;
  return { fromMs, toMs, stepMs: interval === undefined ? toMs - fromMs : wideMs };
}

function tooMuch(found: string, attr: string): AppError {
  return new AppError('invalid_value', `The range has ${found}; ask for less.`, { attr });
}
