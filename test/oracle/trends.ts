import type { Temporal } from 'temporal-polyfill';
import {
  type BreakdownKey,
  type BreakdownPlan,
  binsOf,
  breakdownOf,
  breakdownPlan,
  NO_BREAKDOWN,
  OTHER,
  splitParts,
} from './breakdowns.ts';
import { evaluateFormula } from './formula.ts';
import { dayText, labelText } from './labels.ts';
import type { OracleEvent, Query, World } from './model.ts';
import { isLong, previousRange, type Range, resolveRange, unlessEmpty } from './range.ts';
import { matchesNode, passesQuery, type Series, within } from './select-events.ts';
import { bucketList, type Interval, startOfInterval, zoned } from './time.ts';
import { actors, aggregate, rollingDays, rollingWindow } from './trends-math.ts';
import { cut, type Points, sharedCut, shownOrder, sum } from './trends-ranking.ts';

type Zoned = Temporal.ZonedDateTime;

/** What is compared with the service; absent members are not part of the answer. */
export interface TrendsResult {
  /** Null for a formula of total values ([T-26]). */
  data: number[] | null;
  days: string[];
  labels?: string[];
  count: number;
  label: string;
  aggregated_value?: number;
  breakdown_value?: unknown;
  compare_label?: string;
}

const TOTAL_VALUE = ['BoldNumber', 'ActionsPie', 'ActionsBarValue', 'ActionsTable', 'WorldMap'];

interface Period {
  readonly label: 'current' | 'previous';
  readonly from: Zoned;
  readonly to: Zoned;
  readonly lowEdge: Zoned;
  readonly buckets: readonly Zoned[];
}

interface Frame {
  readonly query: Query;
  readonly world: World;
  readonly interval: Interval;
  readonly display: string;
  readonly isTotal: boolean;
  readonly plan: BreakdownPlan | undefined;
  readonly series: readonly Series[];
}

/** Trends by plain loops: [T-10] to [T-22], [B-1], [B-2] and [B-10] to [B-17]. */
export function evaluateTrends(query: Query, world: World): { results: TrendsResult[]; hasMore: boolean } {
  const filter = (query['trendsFilter'] ?? {}) as Record<string, unknown>;
  const display = (filter['display'] as string | undefined) ?? 'ActionsLineGraph';
  const isTotal = TOTAL_VALUE.includes(display);
  const interval = isTotal ? 'day' : ((query['interval'] as Interval | undefined) ?? 'day');
  const series = query['series'] as readonly Series[];
  const frame: Frame = { query, world, interval, display, isTotal, plan: breakdownPlan(query), series };
  let hasMore = false;
  const results: TrendsResult[] = [];
  const formulas = formulasOf(filter);
  for (const period of periodsOf(frame)) {
    const smoothing = (filter['smoothingIntervals'] as number | undefined) ?? 1;
    const raw = series.map((one) => pointsOf(frame, one, period, smoothing));
    const kept = formulas.length > 0 ? sharedCut(frame, raw) : raw.map((points) => cut(frame, points));
    hasMore ||= kept.some((points) => points.has(OTHER));
    const shown = kept.map((points) => (frame.plan?.hideOther === true ? without(points, OTHER) : points));
    results.push(
      ...(formulas.length > 0
        ? formulaResults(frame, period, shown, formulas)
        : seriesResults(frame, period, shown)),
    );
  }
  return { results, hasMore };
}

/** One period, or two with a comparison ([D-22], [O-12]). */
function periodsOf(frame: Frame): Period[] {
  const { query, world, interval } = frame;
  const exact = frame.display === 'BoldNumber';
  const range = resolveRange(query, world, { interval, exact, earliestMs: earliest(frame) });
  const current: Period = { label: 'current', ...range, buckets: bucketsOf(frame, range.from, range.to) };
  const compare = (query['compareFilter'] ?? {}) as Record<string, unknown>;
  const dateRange = (query['dateRange'] ?? {}) as Record<string, unknown>;
  if (compare['compare'] !== true || dateRange['date_from'] === 'all') return [current];
  const previous = previousRange(
    range,
    query,
    interval,
    (compare['compare_to'] as string | null | undefined) ?? undefined,
    exact,
  );
  return [
    current,
    {
      label: 'previous',
      ...previous,
      lowEdge: unlessEmpty(previous.from, previous.to, () => previousEdge(frame, range, previous.from)),
      buckets: bucketsOf(frame, previous.from, previous.to),
    },
  ];
}

function previousEdge(frame: Frame, range: Range, from: Zoned): Zoned {
  const { interval } = frame;
  const dateRange = (frame.query['dateRange'] ?? {}) as Record<string, unknown>;
  if (dateRange['explicitDate'] === true || frame.display === 'BoldNumber') return from;
  if (isLong(interval)) return startOfInterval(from, interval, frame.world.project.weekStartDay);
  if (interval === 'week') return from.startOfDay();
  const isRelative = range.fromForm?.form === 'relative';
  if (interval === 'day') return isRelative && range.fromForm?.unit === 'h' ? from : from.startOfDay();
  return isRelative ? from : startOfInterval(from, interval, frame.world.project.weekStartDay);
}

function bucketsOf(frame: Frame, from: Zoned, to: Zoned): Zoned[] {
  return bucketList(from, to, frame.interval, frame.world.project.weekStartDay);
}

function earliest(frame: Frame): number | undefined {
  const named = frame.world.events.filter((event) => frame.series.some((one) => sameName(event, one)));
  const after2015 = frame.world.events.filter((event) => event.timestampMs >= Date.UTC(2015, 0, 1));
  const candidates = named.length > 0 ? named : after2015;
  return candidates.length === 0 ? undefined : Math.min(...candidates.map((event) => event.timestampMs));
}

function sameName(event: OracleEvent, series: Series): boolean {
  if (series.kind === 'GroupNode') return (series.nodes ?? []).some((node) => sameName(event, node));
  return typeof series.event !== 'string' || series.event === event.event;
}

// ------------------------------------------------------------------------------------------ points of a series

function pointsOf(frame: Frame, series: Series, period: Period, smoothing: number): Points {
  const { world, plan } = frame;
  const rows = candidateRows(frame, series, period);
  const inRange = within(rows, period.lowEdge.epochMilliseconds, period.to.epochMilliseconds);
  const bins = (plan?.parts ?? []).map((part) => binsOf(inRange, part, world));
  const days = frame.isTotal ? totalRolling(series) : rollingDays(series, frame.interval);
  const keyOf = (event: OracleEvent) =>
    plan === undefined ? NO_BREAKDOWN : breakdownOf(event, plan, bins, world);
  const byValue = groupBy(days === undefined ? inRange : rows, keyOf);
  if (plan === undefined && !byValue.has(NO_BREAKDOWN)) byValue.set(NO_BREAKDOWN, []);
  const points: Points = new Map();
  for (const [key, members] of byValue) {
    let data = frame.isTotal
      ? [totalOf(frame, series, period, members, days)]
      : seriesOf(frame, series, period, members, days);
    if (frame.display === 'ActionsLineGraphCumulative') data = cumulate(frame, series, period, members, data);
    if (!frame.isTotal && smoothing > 1) data = smooth(data, smoothing);
    if (key === NO_BREAKDOWN || days === undefined || data.some((value) => value !== 0))
      points.set(key, data);
  }
  return points;
}

/** Rows that pass every condition but the date; first-time maths keep one row per person ([T-6], [T-7]). */
function candidateRows(frame: Frame, series: Series, period: Period): OracleEvent[] {
  const { world, query } = frame;
  const passesAll = (event: OracleEvent) =>
    matchesNode(event, series, world) && passesQuery(event, query, world);
  const needsGroup =
    (series.math === 'dau' || series.math === 'unique_group') &&
    typeof series.math_group_type_index === 'number';
  const history = world.events.filter((event) => event.timestampMs <= period.to.epochMilliseconds);
  if (series.math === 'first_time_for_user')
    return firstPerPerson(history.filter((e) => sameName(e, series))).filter(passesAll);
  if (series.math === 'first_matching_event_for_user') return firstPerPerson(history.filter(passesAll));
  return history
    .filter(passesAll)
    .filter((event) => !needsGroup || event.groups[series.math_group_type_index ?? 0] !== '');
}

function firstPerPerson(events: readonly OracleEvent[]): OracleEvent[] {
  const first = new Map<string, OracleEvent>();
  for (const event of events) {
    const known = first.get(event.person.id);
    if (known === undefined || event.timestampMs < known.timestampMs) first.set(event.person.id, event);
  }
  return [...first.values()];
}

function totalRolling(series: Series): 7 | 30 | undefined {
  if (series.math === 'weekly_active') return 7;
  return series.math === 'monthly_active' ? 30 : undefined;
}

function totalOf(
  frame: Frame,
  series: Series,
  period: Period,
  rows: readonly OracleEvent[],
  days: number | undefined,
): number {
  const window =
    days === undefined
      ? rows
      : within(rows, period.to.subtract({ days }).epochMilliseconds, period.to.epochMilliseconds);
  return aggregate(window, series, frame.world);
}

function seriesOf(
  frame: Frame,
  series: Series,
  period: Period,
  rows: readonly OracleEvent[],
  days: number | undefined,
): number[] {
  const { world, interval } = frame;
  const byBucket = groupBy(rows, (event) => bucketMs(frame, event));
  return period.buckets.map((bucket) => {
    if (days === undefined) return aggregate(byBucket.get(bucket.epochMilliseconds) ?? [], series, world);
    const { fromMs, toMs } = rollingWindow(bucket, interval, days);
    return aggregate(within(rows, fromMs, Math.min(toMs, period.to.epochMilliseconds)), series, world);
  });
}

function bucketMs(frame: Frame, event: OracleEvent): number {
  const { timezone, weekStartDay } = frame.world.project;
  return startOfInterval(zoned(event.timestampMs, timezone), frame.interval, weekStartDay).epochMilliseconds;
}

/** [T-23]. */
function cumulate(
  frame: Frame,
  series: Series,
  period: Period,
  rows: readonly OracleEvent[],
  data: readonly number[],
): number[] {
  // Rolling maths over buckets as long as their window behave as dau ([T-3]).
  const isRolling = rollingDays(series, frame.interval) !== undefined;
  const countsActors = ['dau', 'unique_group', 'weekly_active', 'monthly_active'].includes(series.math ?? '');
  if (isRolling || !countsActors) {
    let sum = 0;
    return data.map((value) => (sum += value));
  }
  const seen = new Set<string>();
  const byBucket = groupBy(rows, (event) => bucketMs(frame, event));
  return period.buckets.map((bucket) => {
    for (const actor of actors(byBucket.get(bucket.epochMilliseconds) ?? [], series)) seen.add(actor);
    return seen.size;
  });
}

/** [T-30]. */
function smooth(data: readonly number[], intervals: number): number[] {
  return data.map((_, index) => {
    const window = data.slice(Math.max(0, index - intervals + 1), index + 1);
    // Nine decimals, so that 2759.9999999999995 counts as the 2760 that it is in exact numbers.
    return Math.floor(Number((sum(window) / window.length).toFixed(9)));
  });
}

// ------------------------------------------------------------------------------------------------------ results

function seriesResults(frame: Frame, period: Period, kept: readonly Points[]): TrendsResult[] {
  return kept.flatMap((points, index) => {
    const one = frame.series[index] ?? {};
    const keys = frame.plan === undefined ? [NO_BREAKDOWN] : shownOrder(points);
    return keys.map((key) => result(frame, period, key, points.get(key) ?? [], seriesLabel(frame, one, key)));
  });
}

function seriesLabel(frame: Frame, series: Series, key: BreakdownKey): string {
  const name = series.event ?? 'All events';
  if (frame.plan === undefined) return name;
  const part = breakdownLabel(frame.plan, key);
  return frame.series.length === 1 ? part : `${name} - ${part}`;
}

function breakdownLabel(plan: BreakdownPlan, key: BreakdownKey): string {
  const parts = key === OTHER ? plan.parts.map(() => 'Other') : splitParts(key).map((part) => part ?? 'None');
  return parts.join('::');
}

function result(
  frame: Frame,
  period: Period,
  key: BreakdownKey,
  data: readonly number[],
  label: string,
  isFormula = false,
): TrendsResult {
  const { plan, interval } = frame;
  const shared = {
    label,
    ...(plan === undefined ? {} : { breakdown_value: breakdownValue(plan, key) }),
    ...(((frame.query['compareFilter'] ?? {}) as Record<string, unknown>)['compare'] === true &&
    isComparing(frame)
      ? { compare_label: period.label }
      : {}),
  };
  if (frame.isTotal) {
    const points = isFormula ? null : [];
    return { data: points, days: [], count: 0, aggregated_value: data[0] ?? 0, ...shared };
  }
  const isCumulative = frame.display === 'ActionsLineGraphCumulative' && !isFormula;
  return {
    data: [...data],
    days: period.buckets.map((bucket) => dayText(bucket, interval)),
    labels: period.buckets.map((bucket) => labelText(bucket, interval, period.from, period.to)),
    count: isCumulative ? (data.at(-1) ?? 0) : sum(data),
    ...shared,
  };
}

function isComparing(frame: Frame): boolean {
  return ((frame.query['dateRange'] ?? {}) as Record<string, unknown>)['date_from'] !== 'all';
}

function breakdownValue(plan: BreakdownPlan, key: BreakdownKey): unknown {
  if (plan.isMultiple) return key === OTHER ? plan.parts.map(() => 'Other') : splitParts(key);
  return key === OTHER ? 'Other' : splitParts(key)[0];
}

// ----------------------------------------------------------------------------------------------------- formulas

interface Formula {
  readonly formula: string;
  readonly custom_name?: string | null;
}

function formulasOf(filter: Readonly<Record<string, unknown>>): readonly Formula[] {
  const nodes = filter['formulaNodes'] as readonly Formula[] | null | undefined;
  if (nodes && nodes.length > 0) return nodes;
  const list = filter['formulas'] as readonly string[] | null | undefined;
  if (list && list.length > 0) return list.map((formula) => ({ formula }));
  return typeof filter['formula'] === 'string' && filter['formula'] !== ''
    ? [{ formula: filter['formula'] }]
    : [];
}

function formulaResults(
  frame: Frame,
  period: Period,
  kept: readonly Points[],
  formulas: readonly Formula[],
): TrendsResult[] {
  const keys =
    frame.plan === undefined ? [NO_BREAKDOWN] : [...new Set(kept.flatMap((points) => [...points.keys()]))];
  const length = frame.isTotal ? 1 : period.buckets.length;
  return formulas.flatMap((node) => {
    const computed: Points = new Map();
    for (const key of keys) {
      const inputs = kept.map((points) => points.get(key) ?? []);
      computed.set(
        key,
        Array.from({ length }, (_, at) =>
          evaluateFormula(
            node.formula,
            inputs.map((data) => data[at] ?? 0),
          ),
        ),
      );
    }
    const order = frame.plan === undefined ? keys : shownOrder(computed);
    const label = node.custom_name || `Formula (${node.formula})`;
    return order.map((key) => result(frame, period, key, computed.get(key) ?? [], label, true));
  });
}

// -------------------------------------------------------------------------------------------------- small change

function groupBy<K>(events: readonly OracleEvent[], keyOf: (event: OracleEvent) => K): Map<K, OracleEvent[]> {
  const groups = new Map<K, OracleEvent[]>();
  for (const event of events) {
    const key = keyOf(event);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return groups;
}

function without(points: Points, key: BreakdownKey): Points {
  return new Map([...points].filter(([own]) => own !== key));
}
