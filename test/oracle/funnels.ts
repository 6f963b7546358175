import type { Temporal } from 'temporal-polyfill';
import { readValue, textOf } from './filters.ts';
import { type FunnelRules, type Walk, walkFunnel } from './funnel-walk.ts';
import { dayText, labelText } from './labels.ts';
import type { OracleEvent, Query, World } from './model.ts';
import { resolveRange } from './range.ts';
import { actorOf, matchesNode, passesQuery, type Series, within } from './select-events.ts';
import { bucketList, type Interval, startOfInterval, zoned } from './time.ts';

type Zoned = Temporal.ZonedDateTime;

export interface StepResult {
  readonly name: string;
  readonly order: number;
  readonly count: number;
  readonly average_conversion_time: number | null;
  readonly median_conversion_time: number | null;
  readonly breakdown_value?: unknown;
}

interface Frame {
  readonly query: Query;
  readonly world: World;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly series: readonly Series[];
  readonly interval: Interval;
  readonly range: { readonly from: Zoned; readonly to: Zoned };
  /** Each actor's events in range that pass the global filters, in time order. */
  readonly streams: ReadonlyMap<string, readonly OracleEvent[]>;
  /** The steps that an event matches. */
  readonly stepsOf: (event: OracleEvent) => ReadonlySet<number>;
}

const UNIT_SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 2_678_400 };

/** [F-1] to [F-3]. */
function frameOf(query: Query, world: World): Frame {
  const interval = (query['interval'] as Interval | undefined) ?? 'day';
  const series = query['series'] as readonly Series[];
  const names = world.events.filter((event) =>
    series.some((node) => typeof node.event !== 'string' || node.event === event.event),
  );
  const earliestMs = names.length === 0 ? undefined : Math.min(...names.map((event) => event.timestampMs));
  const range = resolveRange(query, world, { interval, earliestMs });
  const streams = new Map<string, OracleEvent[]>();
  const index = query['aggregation_group_type_index'] as number | null | undefined;
  for (const event of within(world.events, range.lowEdge.epochMilliseconds, range.to.epochMilliseconds)) {
    if (!passesQuery(event, query, world)) continue;
    const actor = actorOf(event, index);
    if (actor === '') continue;
    streams.set(actor, [...(streams.get(actor) ?? []), event]);
  }
  for (const stream of streams.values()) stream.sort((a, b) => a.timestampMs - b.timestampMs);
  const filter = (query['funnelsFilter'] ?? {}) as Record<string, unknown>;
  const steps = [...series.keys()];
  const stepsOf = once(
    (event) => new Set(steps.filter((step) => matchesStep(event, series[step] ?? {}, { query, world }))),
  );
  return { query, world, filter, series, interval, range, streams, stepsOf };
}

interface Restriction {
  readonly allows?: (event: OracleEvent, step: number) => boolean;
  readonly mayStart?: (event: OracleEvent) => boolean;
}

function rulesOf(
  frame: Frame,
  { allows = () => true, mayStart = () => true }: Restriction = {},
): FunnelRules {
  const { filter, series, world } = frame;
  const unit = (filter['funnelWindowIntervalUnit'] as keyof typeof UNIT_SECONDS | undefined) ?? 'day';
  const amount = (filter['funnelWindowInterval'] as number | undefined) ?? 14;
  const exclusions = (filter['exclusions'] ?? []) as readonly (Series & {
    funnelFromStep: number;
    funnelToStep: number;
  })[];
  return {
    steps: series.length,
    windowMs: amount * UNIT_SECONDS[unit] * 1000,
    mayStart,
    isOptional: (step) => series[step]?.optionalInFunnel === true,
    order: (filter['funnelOrderType'] as FunnelRules['order'] | undefined) ?? 'ordered',
    matches: (event, step) => frame.stepsOf(event).has(step) && allows(event, step),
    exclusions: exclusions.map((node) => ({
      from: node.funnelFromStep,
      to: node.funnelToStep,
      matches: once((event) => matchesNode(event, node, world)),
    })),
  };
}

/** Answers once per event. */
function once<T>(ask: (event: OracleEvent) => T): (event: OracleEvent) => T {
  const known = new Map<OracleEvent, T>();
  return (event) => {
    const answer = known.get(event) ?? ask(event);
    known.set(event, answer);
    return answer;
  };
}

/** [F-4], [F-5]. */
function matchesStep(event: OracleEvent, node: Series, frame: Pick<Frame, 'query' | 'world'>): boolean {
  if (!matchesNode(event, node, frame.world)) return false;
  if (node.math !== 'first_time_for_user' && node.math !== 'first_time_for_user_with_filters') return true;
  const index = frame.query['aggregation_group_type_index'] as number | null | undefined;
  const actor = actorOf(event, index);
  const isSame = (other: OracleEvent) =>
    node.math === 'first_time_for_user'
      ? typeof node.event !== 'string' || other.event === node.event
      : matchesNode(other, node, frame.world);
  return !frame.world.events.some(
    (other) => actorOf(other, index) === actor && isEarlier(other, event) && isSame(other),
  );
}

/** One event is the first: of those of one instant the one with the lowest id (decision 0008). */
function isEarlier(other: OracleEvent, event: OracleEvent): boolean {
  if (other.timestampMs !== event.timestampMs) return other.timestampMs < event.timestampMs;
  return other.uuid < event.uuid;
}

// --------------------------------------------------------------------------------------------------- breakdown

interface Breakdown {
  readonly property: string;
  readonly type: string;
  readonly attribution: string;
  readonly step: number;
}

function breakdownOf(frame: Frame): Breakdown | undefined {
  const filter = (frame.query['breakdownFilter'] ?? {}) as Record<string, unknown>;
  if (typeof filter['breakdown'] !== 'string') return undefined;
  return {
    property: filter['breakdown'],
    type: (filter['breakdown_type'] as string | undefined) ?? 'event',
    attribution: (frame.filter['breakdownAttributionType'] as string | undefined) ?? 'first_touch',
    step: (frame.filter['breakdownAttributionValue'] as number | null | undefined) ?? 0,
  };
}

function touchedValue(event: OracleEvent, breakdown: Breakdown, world: World): string | undefined {
  const value = readValue({ type: breakdown.type, key: breakdown.property }, event, world.project);
  return value === undefined ? undefined : textOf(value);
}

/** Walks by breakdown value (`''` = no value); without breakdown all under `''`. [F-13]. */
function walks(frame: Frame): Map<string, Walk[]> {
  const breakdown = breakdownOf(frame);
  const byValue = new Map<string, Walk[]>();
  const put = (value: string, walk: Walk) => {
    if (walk.length > 0) byValue.set(value, [...(byValue.get(value) ?? []), walk]);
  };
  for (const stream of frame.streams.values()) {
    if (breakdown === undefined) put('', walkFunnel(stream, rulesOf(frame)));
    else walkBrokenDown(frame, breakdown, stream, put);
  }
  return byValue;
}

function walkBrokenDown(
  frame: Frame,
  breakdown: Breakdown,
  stream: readonly OracleEvent[],
  put: (value: string, walk: Walk) => void,
): void {
  const rules = rulesOf(frame);
  const own = (event: OracleEvent) => touchedValue(event, breakdown, frame.world);
  if (breakdown.attribution === 'first_touch' || breakdown.attribution === 'last_touch') {
    const relevant = stream.filter(
      (event) =>
        frame.series.some((_, step) => rules.matches(event, step)) ||
        rules.exclusions.some((one) => one.matches(event)),
    );
    const valued = relevant.map(own).filter((value) => value !== undefined);
    put(
      (breakdown.attribution === 'first_touch' ? valued[0] : valued.at(-1)) ?? '',
      walkFunnel(stream, rules),
    );
    return;
  }
  const values = (events: readonly OracleEvent[]) => new Set(events.map((event) => own(event) ?? ''));
  const has = (value: string) => (event: OracleEvent) => (own(event) ?? '') === value;
  if (breakdown.attribution === 'all_events') {
    for (const value of values(stream)) put(value, walkFunnel(stream.filter(has(value)), rules));
    return;
  }
  // The actor stands under the values with which it took the step; when it did not take it, under none (decision 0008).
  const { step } = breakdown;
  const isUnordered = rules.order === 'unordered';
  const isCandidate = (event: OracleEvent) =>
    isUnordered ? frame.series.some((_, any) => rules.matches(event, any)) : rules.matches(event, step);
  for (const value of values(stream.filter(isCandidate))) {
    const restriction: Restriction = isUnordered
      ? { mayStart: has(value) }
      : { allows: (event, other) => other !== step || has(value)(event) };
    const walk = walkFunnel(stream, rulesOf(frame, restriction));
    if (walk[step] !== undefined) put(value, walk);
  }
  const walk = walkFunnel(stream, rules);
  if (walk[step] === undefined) put('', walk);
}

// ------------------------------------------------------------------------------------------------------- steps

/** [F-16] to [F-21]: one table without breakdown, else one per value by last step's count descending. */
export function evaluateFunnelSteps(query: Query, world: World): StepResult[][] {
  const frame = frameOf(query, world);
  const byValue = walks(frame);
  if (breakdownOf(frame) === undefined) return [stepTable(frame, byValue.get('') ?? [])];
  const tables = [...byValue].map(([value, members]) =>
    stepTable(frame, members).map((step) => ({ ...step, breakdown_value: [value] })),
  );
  return tables.toSorted((a, b) => compareTables(a, b));
}

/** Last step first; ties are left to the caller, who compares tables with equal counts as a set. */
function compareTables(a: readonly StepResult[], b: readonly StepResult[]): number {
  for (let step = a.length - 1; step >= 0; step -= 1) {
    const difference = (b[step]?.count ?? 0) - (a[step]?.count ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function stepTable(frame: Frame, members: readonly Walk[]): StepResult[] {
  const isUnordered = frame.filter['funnelOrderType'] === 'unordered';
  return frame.series.map((node, step) => {
    const reached = members.filter((walk) => walk[step] !== undefined);
    const times = step === 0 ? [] : reached.map((walk) => waitBefore(walk, step)).filter((wait) => wait > 0);
    return {
      name: isUnordered ? `Completed ${step + 1} step${step === 0 ? '' : 's'}` : (node.event ?? 'All events'),
      order: step,
      count: reached.length,
      average_conversion_time: times.length === 0 ? null : sum(times) / times.length,
      median_conversion_time: times.length === 0 ? null : median(times),
    };
  });
}

/** Seconds since the last step before it that was taken ([F-15], [F-17]). */
function waitBefore(walk: Walk, step: number): number {
  const before = walk.slice(0, step).findLast((time) => time !== undefined);
  return ((walk[step] ?? 0) - (before ?? 0)) / 1000;
}

// --------------------------------------------------------------------------------------------- time to convert

/** [F-23] to [F-25]. */
export function evaluateTimeToConvert(
  query: Query,
  world: World,
): { bins: [number, number][]; average_conversion_time: number | null } {
  const frame = frameOf(query, world);
  const [from, to] = stepBounds(frame);
  const times = (walks(frame).get('') ?? [])
    .filter((walk) => walk.length > to)
    .map((walk) => ((walk[to] ?? 0) - (walk[from] ?? 0)) / 1000);
  if (times.length === 0) return { bins: [], average_conversion_time: null };
  const wanted = frame.filter['binCount'] as number | null | undefined;
  const count =
    typeof wanted === 'number'
      ? clamp(wanted, 1, 90)
      : clamp(Math.ceil(Math.cbrt(times.length) - 1e-9), 1, 60);
  const low = Math.floor(Math.min(...times));
  const width = Math.ceil((Math.ceil(Math.max(...times)) - low) / count) || 60;
  const bins = Array.from({ length: count + 1 }, (_, at): [number, number] => [
    Math.round(low + at * width),
    0,
  ]);
  for (const time of times) {
    const bin = bins[Math.floor((time - low) / width)];
    if (bin !== undefined) bin[1] += 1;
  }
  return { bins, average_conversion_time: sum(times) / times.length };
}

function stepBounds(frame: Frame): [number, number] {
  return [
    (frame.filter['funnelFromStep'] as number | null | undefined) ?? 0,
    (frame.filter['funnelToStep'] as number | null | undefined) ?? frame.series.length - 1,
  ];
}

// ------------------------------------------------------------------------------------------------------ trends

export interface FunnelTrend {
  readonly data: number[];
  readonly days: string[];
  readonly labels: string[];
  readonly count: number;
}

/**
 * [F-26] and [F-27], without breakdown: every actor is walked once per bucket in which it did step 1 (unordered: any
 * step).
 */
export function evaluateFunnelTrends(query: Query, world: World): FunnelTrend {
  const frame = frameOf(query, world);
  const { timezone, weekStartDay } = world.project;
  const [from, to] = stepBounds(frame);
  const buckets = bucketList(frame.range.from, frame.range.to, frame.interval, weekStartDay);
  const bucketOf = (event: OracleEvent) =>
    startOfInterval(zoned(event.timestampMs, timezone), frame.interval, weekStartDay).epochMilliseconds;
  const data = buckets.map((bucket) => {
    const rules = rulesOf(frame, { mayStart: (event) => bucketOf(event) === bucket.epochMilliseconds });
    const depths = [...frame.streams.values()].map((stream) => walkFunnel(stream, rules).length);
    const entered = depths.filter((depth) => depth > from).length;
    const converted = depths.filter((depth) => depth > to).length;
    return entered === 0 ? 0 : Math.round((10_000 * converted) / entered) / 100;
  });
  return {
    data,
    days: buckets.map((bucket) => dayText(bucket, frame.interval)),
    labels: buckets.map((bucket) => labelText(bucket, frame.interval, frame.range.from, frame.range.to)),
    count: buckets.length,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor((sorted.length - 1) / 2);
  const low = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? low : (low + (sorted[middle + 1] ?? 0)) / 2;
}
