import type { Temporal } from 'temporal-polyfill';
import type { Query, World } from './model.ts';
import { isLong, previousRange, type Range, resolveRange, unlessEmpty } from './range.ts';
import { actorOf, matchesNode, passesQuery, type Series, within } from './select-events.ts';
import { bucketList, type Interval, startOfInterval, zoned } from './time.ts';

type Zoned = Temporal.ZonedDateTime;

export interface StickinessResult {
  readonly data: number[];
  readonly days: number[];
  readonly labels: string[];
  readonly count: number;
  readonly label: string;
  readonly compare_label?: string;
}

interface Bounds {
  readonly name: 'current' | 'previous';
  readonly from: Zoned;
  readonly to: Zoned;
  readonly lowEdge: Zoned;
}

/** [K-1] to [K-6] by plain loops (interval count 1 or more, counted backwards from the end). */
export function evaluateStickiness(query: Query, world: World): StickinessResult[] {
  const interval = (query['interval'] as Interval | undefined) ?? 'day';
  const range = resolveRange(query, world, { interval, earliestMs: earliest(query, world) });
  const compare = (query['compareFilter'] ?? {}) as Record<string, unknown>;
  const dateRange = (query['dateRange'] ?? {}) as Record<string, unknown>;
  const isComparing = compare['compare'] === true && dateRange['date_from'] !== 'all';
  const periods: Bounds[] = [{ name: 'current', ...range }];
  if (isComparing) {
    const previous = previousRange(
      range,
      query,
      interval,
      (compare['compare_to'] as string | null | undefined) ?? undefined,
    );
    periods.push({
      name: 'previous',
      ...previous,
      lowEdge:
        range.lowEdge.equals(range.from) && dateRange['explicitDate'] === true
          ? previous.from
          : unlessEmpty(previous.from, previous.to, () =>
              edge(previous.from, interval, range.fromForm, world),
            ),
    });
  }
  return periods.flatMap((period) =>
    (query['series'] as readonly Series[]).map((series) => ({
      ...evaluatePeriod(query, world, series, period, interval),
      label: series.event ?? 'All events',
      ...(isComparing ? { compare_label: period.name } : {}),
    })),
  );
}

/** [D-8]: the earliest event with the name of a series. */
function earliest(query: Query, world: World): number | undefined {
  const series = query['series'] as readonly Series[];
  const times = world.events
    .filter((event) => series.some((one) => typeof one.event !== 'string' || one.event === event.event))
    .map((event) => event.timestampMs);
  return times.length === 0 ? undefined : Math.min(...times);
}

function edge(from: Zoned, interval: Interval, form: Range['fromForm'], world: World): Zoned {
  const isRelative = form?.form === 'relative';
  if (interval === 'day' && isRelative && form.unit === 'h') return from;
  if (interval === 'day' || interval === 'week') return from.startOfDay();
  if (isRelative && !isLong(interval)) return from;
  return startOfInterval(from, interval, world.project.weekStartDay);
}

function evaluatePeriod(query: Query, world: World, series: Series, period: Bounds, interval: Interval) {
  const { timezone, weekStartDay } = world.project;
  const filter = (query['stickinessFilter'] ?? {}) as Record<string, unknown>;
  const buckets = bucketList(period.from, period.to, interval, weekStartDay).map(
    (bucket) => bucket.epochMilliseconds,
  );
  const step = (query['intervalCount'] as number | null | undefined) ?? 1;
  const length = Math.ceil(buckets.length / step);
  const groupIndex = series.math === 'unique_group' ? (series.math_group_type_index ?? 0) : undefined;
  const perActor = new Map<string, Map<number, number>>();
  for (const event of within(world.events, period.lowEdge.epochMilliseconds, period.to.epochMilliseconds)) {
    if (!matchesNode(event, series, world) || !passesQuery(event, query, world)) continue;
    const actor = actorOf(event, groupIndex);
    if (actor === '') continue;
    const at = buckets.indexOf(
      startOfInterval(zoned(event.timestampMs, timezone), interval, weekStartDay).epochMilliseconds,
    );
    const slot = Math.floor((buckets.length - 1 - at) / step);
    const counts = perActor.get(actor) ?? new Map<number, number>();
    perActor.set(actor, counts.set(slot, (counts.get(slot) ?? 0) + 1));
  }
  const criteria = filter['stickinessCriteria'] as { operator: string; value: number } | null | undefined;
  const exact = new Array<number>(length).fill(0);
  for (const counts of perActor.values()) {
    const active = [...counts.values()].filter((count) => meets(count, criteria)).length;
    if (active > 0 && active <= length) exact[active - 1] = (exact[active - 1] ?? 0) + 1;
  }
  const isCumulative = filter['computedAs'] === 'cumulative';
  const data = isCumulative ? exact.map((_, at) => sum(exact.slice(at))) : exact;
  return {
    data,
    count: sum(exact),
    days: exact.map((_, at) => at + 1),
    labels: exact.map((_, at) => label(at + 1, interval, isCumulative)),
  };
}

function meets(count: number, criteria: { operator: string; value: number } | null | undefined): boolean {
  if (!criteria) return count > 0;
  if (criteria.operator === 'gte') return count >= criteria.value;
  return criteria.operator === 'lte' ? count <= criteria.value : count === criteria.value;
}

function label(number: number, interval: Interval, isCumulative: boolean): string {
  return `${number} ${interval}${number === 1 ? '' : 's'}${isCumulative ? ' or more' : ''}`;
}

const sum = (data: readonly number[]): number => data.reduce((total, value) => total + value, 0);
