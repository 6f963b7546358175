import { dayText, labelText } from './labels.ts';
import type { OracleEvent, Query, World } from './model.ts';
import { resolveRange } from './range.ts';
import { actorOf, matchesNode, passesQuery, type Series } from './select-events.ts';
import { bucketList, type Interval, nextBucket, startOfInterval, zoned } from './time.ts';

export interface LifecycleResult {
  readonly status: string;
  readonly label: string;
  readonly data: number[];
  readonly count: number;
  readonly days: string[];
  readonly labels: string[];
}

const STATUSES = ['new', 'returning', 'resurrecting', 'dormant'] as const;

/** [L-1] to [L-9] by plain loops. */
export function evaluateLifecycle(query: Query, world: World): LifecycleResult[] {
  const { timezone, weekStartDay } = world.project;
  const interval = (query['interval'] as Interval | undefined) ?? 'day';
  const series = (query['series'] as readonly Series[])[0] ?? {};
  const range = resolveRange(query, world, { interval, earliestMs: earliest(series, world) });
  const buckets = bucketList(range.from, range.to, interval, weekStartDay).map(
    (bucket) => bucket.epochMilliseconds,
  );
  const startOf = (ms: number) => startOfInterval(zoned(ms, timezone), interval, weekStartDay);
  const next = (ms: number) => nextBucket(zoned(ms, timezone), interval).epochMilliseconds;
  const first = startOf(range.from.epochMilliseconds);
  const lookback = startOf(first.epochMilliseconds - 1).epochMilliseconds;
  const end = endOfLastBucket(range.to.epochMilliseconds, startOf, next);

  const activity = new Map<string, Set<number>>();
  const created = new Map<string, number>();
  const index = query['aggregation_group_type_index'] as number | null | undefined;
  for (const event of world.events) {
    if (event.timestampMs < lookback || event.timestampMs >= end || !counts(event, series, query, world))
      continue;
    const actor = actorOf(event, index);
    if (actor === '') continue;
    activity.set(actor, (activity.get(actor) ?? new Set()).add(startOf(event.timestampMs).epochMilliseconds));
    created.set(actor, startOf(createdAt(event, index, world)).epochMilliseconds);
  }

  const tally = new Map(STATUSES.map((status) => [status, new Map<number, number>()] as const));
  const add = (status: (typeof STATUSES)[number], bucket: number, by: number) => {
    const counts = tally.get(status);
    counts?.set(bucket, (counts.get(bucket) ?? 0) + by);
  };
  for (const [actor, periods] of activity) {
    const sorted = [...periods].sort((a, b) => a - b);
    for (const [at, period] of sorted.entries()) {
      const previous = sorted[at - 1];
      if (previous === undefined && period === created.get(actor)) add('new', period, 1);
      else if (previous !== undefined && next(previous) === period) add('returning', period, 1);
      else add('resurrecting', period, 1);
      if (!periods.has(next(period))) add('dormant', next(period), -1);
    }
  }
  return STATUSES.map((status) => {
    const data = buckets.map((bucket) => tally.get(status)?.get(bucket) ?? 0);
    const at = buckets.map((bucket) => zoned(bucket, timezone));
    return {
      status,
      label: `${series.event ?? 'All events'} - ${status}`,
      data,
      count: data.reduce((sum, value) => sum + value, 0),
      days: at.map((bucket) => dayText(bucket, interval)),
      labels: at.map((bucket) => labelText(bucket, interval, range.from, range.to)),
    };
  });
}

function counts(event: OracleEvent, series: Series, query: Query, world: World): boolean {
  if (event.properties['$process_person_profile'] === false) return false;
  return matchesNode(event, series, world) && passesQuery(event, query, world);
}

function createdAt(event: OracleEvent, index: number | null | undefined, world: World): number {
  if (typeof index !== 'number') return event.person.createdAtMs;
  const key = event.groups[index];
  return Math.min(
    ...world.events.filter((other) => other.groups[index] === key).map((other) => other.timestampMs),
  );
}

function endOfLastBucket(
  toMs: number,
  startOf: (ms: number) => { epochMilliseconds: number },
  next: (ms: number) => number,
): number {
  return next(startOf(toMs).epochMilliseconds);
}

function earliest(series: Series, world: World): number | undefined {
  const times = world.events
    .filter((event) => typeof series.event !== 'string' || event.event === series.event)
    .map((event) => event.timestampMs);
  return times.length === 0 ? undefined : Math.min(...times);
}
