import {
  classDurationMs,
  HOUR_MS,
  MINUTE_MS,
  readUsage as readStoredUsage,
  USAGE_KEPT_MS,
  type UsageCounts,
} from '../../adapters/store/usage-store.ts';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { Usage, UsageQuery } from '../../schema/usage.ts';
import { liveEndpoint, type ReaderServices } from './get-endpoint.ts';

const DEFAULT_RANGE_MS = 24 * HOUR_MS;

/**
 * How an endpoint was used over a range. The numbers come from sums that count every run, including runs that the run
 * log left out or has forgotten: by the minute for the last 3 days, by the hour for 92.
 * @throws AppError not_found; invalid_value for a range that ends before it begins
 */
export async function readUsage(
  services: ReaderServices & { readonly clock: Clock },
  projectId: number,
  name: string,
  { after, before }: UsageQuery,
): Promise<Usage> {
  const nowMs = services.clock.nowMs();
  const beforeMs = before ?? nowMs;
  const afterMs = after ?? beforeMs - DEFAULT_RANGE_MS;
  if (afterMs > beforeMs)
    throw new AppError('invalid_value', '`after` is later than `before`.', { attr: 'after' });
  const { id } = await liveEndpoint(services, projectId, name);
  // With an hour of margin: minutes that are about to be forgotten are read by the hour.
  const spanMs = afterMs >= nowMs - USAGE_KEPT_MS[MINUTE_MS] + HOUR_MS ? MINUTE_MS : HOUR_MS;
  const fromMs = Math.floor(afterMs / spanMs) * spanMs;
  // The range includes a run of this very millisecond.
  const toMs = Math.ceil((beforeMs + 1) / spanMs) * spanMs;
  const range = { spanMs, fromMs, toMs };
  const classes = await readStoredUsage(services.database.query, projectId, id, range);
  const sum = (member: keyof UsageCounts) => classes.reduce((total, each) => total + each[member], 0);
  const runs = sum('runs');
  const answered = runs - sum('errors');
  return {
    after: isoTime(fromMs),
    before: isoTime(toMs),
    runs,
    errors: sum('errors'),
    cache_hits: sum('hits'),
    hit_rate: answered === 0 ? null : sum('hits') / answered,
    p50_ms: percentile(classes, runs * 0.5),
    p95_ms: percentile(classes, runs * 0.95),
    rows: sum('rows'),
    rows_read: sum('rowsRead'),
    bytes_read: sum('bytesRead'),
  };
}

/** The duration of the run at a given place in the order of durations; null without runs. */
function percentile(
  classes: readonly { readonly durationClass: number; readonly runs: number }[],
  place: number,
): number | null {
  let passed = 0;
  for (const { durationClass, runs } of classes) {
    passed += runs;
    if (passed >= place) return Math.round(classDurationMs(durationClass) * 1000) / 1000;
  }
  return null;
}
