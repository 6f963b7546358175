import { readKeyUsage } from '../../adapters/store/key-usage-store.ts';
import { readSourceSums, readVersionSums } from '../../adapters/store/project-usage-store.ts';
import {
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
import { readErrorCodes } from './read-error-codes.ts';
import { describeServed, describeSums, percentiles } from './usage-figures.ts';

const DEFAULT_RANGE_MS = 24 * HOUR_MS;
const INTERVAL_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: 24 * HOUR_MS } as const;
const MOST_STEPS = 1_000;
const MOST_ENTRIES = 10_000;

type UsageServices = ReaderServices & { readonly clock: Clock };
type Sums = UsageCounts & { readonly stepStartMs: number };
type VersionSums = UsageCounts & { readonly servedFrom: string };
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
  refuseUnusedFilters(asked);
  const range = rangeOf(asked, services.clock.nowMs());
  const { id } = await liveEndpoint(services, projectId, name);
  const classes = await readStoredUsage(services.database.query, projectId, id, range);
  const start = { after: isoTime(range.fromMs), before: isoTime(range.toMs) };
  const hours = { ...inWholeHours(range), projectId, endpointIds: [id] };
  const sources = await readSourceSums(services.database.query, hours);
  const counts = { ...describeSums(classes), ...percentiles(inOrder(classes)) };
  const total = { ...start, ...counts, served: describeServed(sources) };
  if (asked.by === 'version') {
    const sums = await readVersionSums(services.database.query, hours);
    return { ...total, groups: [...Map.groupBy(sums, ({ version }) => version)].map(describeVersion) };
  }
  if (asked.by === 'error_code') {
    const ofEndpoint = { projectId, endpointId: id, fromMs: range.fromMs, toMs: range.toMs };
    return { ...total, errors_by_code: await readErrorCodes(services.database.query, ofEndpoint) };
  }
  if (asked.by === 'key') {
    const endpoint = {
      projectId,
      endpointId: id,
      signingKeyId: asked.signing_key_id,
      subject: asked.subject,
    };
    const rows = await readKeyUsage(services.database.query, endpoint, range, MOST_ENTRIES + 1);
    if (rows.length > MOST_ENTRIES) throw tooMuch(`more than ${MOST_ENTRIES} entries`, 'by');
    return {
      ...total,
      results: rows.map((row) => ({ ...startOf(row, asked), key_id: row.keyId, ...describeSums([row]) })),
    };
  }
  if (asked.interval === undefined) return total;
  const served = Map.groupBy(sources, ({ stepStartMs }) => stepStartMs);
  const steps = Map.groupBy(classes, ({ stepStartMs }) => stepStartMs);
  const results = [...steps].map(([stepStartMs, each]) => ({
    ...startOf(each[0], asked),
    ...describeSums(each),
    ...percentiles(each),
    // Minutes are not kept by source.
    ...(asked.interval !== 'minute' && { served: describeServed(served.get(stepStartMs) ?? []) }),
  }));
  return { ...total, results };
}

function describeVersion([version, sums]: readonly [number, readonly VersionSums[]]) {
  return { version: version === 0 ? null : version, ...describeSums(sums), served: describeServed(sums) };
}

/** The hours that a range lies in, in its steps, which are hours at least then. */
function inWholeHours({ fromMs, toMs, stepMs }: UsageRange): Omit<UsageRange, 'spanMs'> {
  const widened = {
    fromMs: Math.floor(fromMs / HOUR_MS) * HOUR_MS,
    toMs: Math.ceil(toMs / HOUR_MS) * HOUR_MS,
  };
  const isWhole = fromMs === widened.fromMs && toMs === widened.toMs && stepMs % HOUR_MS === 0;
  return { ...widened, stepMs: isWhole ? stepMs : widened.toMs - widened.fromMs };
}

/** Sums of tokens are kept with those of keys. @throws AppError invalid_value */
function refuseUnusedFilters(asked: UsageQuery): void {
  if (asked.by === 'key') return;
  for (const attr of ['signing_key_id', 'subject'] as const)
    if (asked[attr] !== undefined)
      throw new AppError('invalid_value', `\`${attr}\` needs \`by=key\`.`, { attr });
}

/** Widened to whole steps. @throws AppError invalid_value */
function rangeOf({ after, before, interval, by }: UsageQuery, nowMs: number): UsageRange {
  const beforeMs = before ?? nowMs;
  const afterMs = after ?? beforeMs - DEFAULT_RANGE_MS;
  if (afterMs > beforeMs)
    throw new AppError('invalid_value', '`after` is later than `before`.', { attr: 'after' });
  // With an hour of margin: minutes that are about to be forgotten are read by the hour.
  const minutesFromMs = nowMs - USAGE_KEPT_MS[MINUTE_MS] + HOUR_MS;
  const isByMinute = by === undefined || by === 'error_code';
  const finestMs = afterMs >= minutesFromMs && isByMinute ? MINUTE_MS : HOUR_MS;
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

function inOrder(classes: readonly ClassSums[]): readonly ClassSums[] {
  return classes.toSorted((a, b) => a.durationClass - b.durationClass);
}
