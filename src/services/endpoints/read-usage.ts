import { readKeyUsage } from '../../adapters/store/key-usage-store.ts';
import {
  addedCounts,
  classDurationMs,
  HOUR_MS,
  MINUTE_MS,
  readUsage as readStoredUsage,
  USAGE_KEPT_MS,
  type UsageCounts,
  type UsageRange,
} from '../../adapters/store/usage-store.ts';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { Usage, UsageEntry, UsageQuery } from '../../schema/usage.ts';
import { liveEndpoint, type ReaderServices } from './get-endpoint.ts';

const DEFAULT_RANGE_MS = 24 * HOUR_MS;
const INTERVAL_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: 24 * HOUR_MS } as const;
const MOST_STEPS = 1_000;
const MOST_ENTRIES = 10_000;

type UsageServices = ReaderServices & { readonly clock: Clock };
type Sums = UsageCounts & { readonly stepStartMs: number };
type ClassSums = Sums & { readonly durationClass: number };

/**
 * How an endpoint was used over a range, also by step and by key. The numbers come from sums that count every run,
 * including runs that the run log left out or has forgotten: by the minute for the last 3 days, by the hour for 92.
 * @throws AppError not_found; invalid_value for a range that ends before it begins, or has too many steps or entries
 */
export async function readUsage(
  services: UsageServices,
  projectId: number,
  name: string,
  asked: UsageQuery,
): Promise<Usage> {
  const range = rangeOf(asked, services.clock.nowMs());
  const { id } = await liveEndpoint(services, projectId, name);
  const classes = await readStoredUsage(services.database.query, projectId, id, range);
  const start = { after: isoTime(range.fromMs), before: isoTime(range.toMs) };
  const total = { ...start, ...describeSums(classes), ...percentiles(inOrder(classes)) };
  if (asked.by !== undefined) {
    const endpoint = { projectId, endpointId: id };
    const rows = await readKeyUsage(services.database.query, endpoint, range, MOST_ENTRIES + 1);
    if (rows.length > MOST_ENTRIES) throw tooMuch(`more than ${MOST_ENTRIES} entries`, 'by');
    return {
      ...total,
      results: rows.map((row) => ({ ...startOf(row, asked), key_id: row.keyId, ...describeSums([row]) })),
    };
  }
  if (asked.interval === undefined) return total;
  const steps = Map.groupBy(classes, ({ stepStartMs }) => stepStartMs).values();
  const results = [...steps].map((each) => ({
    ...startOf(each[0], asked),
    ...describeSums(each),
    ...percentiles(each),
  }));
  return { ...total, results };
}

/** Widened to whole steps. @throws AppError invalid_value */
function rangeOf({ after, before, interval, by }: UsageQuery, nowMs: number): UsageRange {
  const beforeMs = before ?? nowMs;
  const afterMs = after ?? beforeMs - DEFAULT_RANGE_MS;
  if (afterMs > beforeMs)
    throw new AppError('invalid_value', '`after` is later than `before`.', { attr: 'after' });
  // With an hour of margin: minutes that are about to be forgotten are read by the hour.
  const minutesFromMs = nowMs - USAGE_KEPT_MS[MINUTE_MS] + HOUR_MS;
  const finestMs = afterMs >= minutesFromMs && by === undefined ? MINUTE_MS : HOUR_MS;
  if (interval === 'minute' && finestMs !== MINUTE_MS)
    throw new AppError('invalid_value', 'Minutes are kept for 3 days, and not by key.', { attr: 'interval' });
  const wideMs = interval === undefined ? finestMs : INTERVAL_MS[interval];
  const fromMs = Math.floor(afterMs / wideMs) * wideMs;
  // The range includes a run of this very millisecond.
  const toMs = Math.ceil((beforeMs + 1) / wideMs) * wideMs;
  const stepMs = interval === undefined ? toMs - fromMs : wideMs;
  if ((toMs - fromMs) / stepMs > MOST_STEPS) throw tooMuch(`more than ${MOST_STEPS} steps`, 'interval');
  return { spanMs: fromMs >= minutesFromMs ? finestMs : HOUR_MS, fromMs, toMs, stepMs };
}

function tooMuch(found: string, attr: string): AppError {
  return new AppError('invalid_value', `The range has ${found}; ask for a shorter one.`, { attr });
}

function startOf(sums: Sums | undefined, { interval }: UsageQuery): Pick<UsageEntry, 'start'> {
  return interval === undefined || sums === undefined ? {} : { start: isoTime(sums.stepStartMs) };
}

function describeSums(list: readonly Sums[]) {
  const sums = addedCounts((name) => list.reduce((total, each) => total + each[name], 0));
  const answered = sums.runs - sums.errors;
  return {
    runs: sums.runs,
    errors: sums.errors,
    cache_hits: sums.hits,
    hit_rate: answered === 0 ? null : sums.hits / answered,
    rows: sums.rows,
    rows_read: sums.rowsRead,
    bytes_read: sums.bytesRead,
  };
}

function inOrder(classes: readonly ClassSums[]): readonly ClassSums[] {
  return classes.toSorted((a, b) => a.durationClass - b.durationClass);
}

function percentiles(classes: readonly ClassSums[]): Pick<Usage, 'p50_ms' | 'p95_ms'> {
  const runs = classes.reduce((total, each) => total + each.runs, 0);
  return { p50_ms: percentile(classes, runs * 0.5), p95_ms: percentile(classes, runs * 0.95) };
}

/** The duration of the run at a given place in the order of durations; null without runs. */
function percentile(classes: readonly ClassSums[], place: number): number | null {
  let passed = 0;
  for (const { durationClass, runs } of classes) {
    passed += runs;
    if (passed >= place) return Math.round(classDurationMs(durationClass) * 1000) / 1000;
  }
  return null;
}
