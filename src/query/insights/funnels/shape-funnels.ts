import { invariant } from '../../../base/invariant.ts';
import type { Sliced } from '../../../base/loop-slices.ts';
import { bucketTexts } from '../../filters/bucket-labels.ts';
import type { InsightAnswer, ResultTable } from '../../run-plan.ts';
import { resolvedDateRange } from '../periods.ts';
import { seriesName } from '../series-condition.ts';
import type { FunnelFrame } from './funnel-frame.ts';

const MICROSECONDS = 1_000_000;

/** One breakdown value of an answer. */
interface Value {
  /** Members that name the value; none without breakdown. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly isOther: boolean;
  /** The lists of the row. */
  readonly lists: readonly (readonly unknown[])[];
}

/** Rows (is_other, kept, counts, means, medians) → one list of steps, with a breakdown one per value. */
export function* shapeSteps(frame: FunnelFrame, table: ResultTable | undefined): Sliced<InsightAnswer> {
  const values = valuesOf(frame, table);
  const counted = values
    .map((value) => ({ value, counts: numbers(value.lists[0]) }))
    .toSorted((a, b) => byCounts(a.counts, b.counts) || byName(a.value, b.value));
  const names = frame.query.series.map((_, step) => stepNames(frame, step));
  const tables: (readonly unknown[])[] = [];
  for (const { value, counts } of counted) {
    tables.push(
      names.map((name, step) => ({
        ...name,
        people: [],
        count: scaled(frame, counts[step] ?? 0),
        average_conversion_time: step === 0 ? null : secondsOf(value.lists[1]?.[step - 1]),
        median_conversion_time: step === 0 ? null : secondsOf(value.lists[2]?.[step - 1]),
        ...value.members,
      })),
    );
    yield;
  }
  return answer(frame, frame.breakdown ? tables : (tables[0] ?? []));
}

/** Orders values by the last step, then by the step before it and so on; the most actors come first. */
function byCounts(a: readonly number[], b: readonly number[]): number {
  for (let step = a.length - 1; step >= 0; step -= 1) {
    const difference = (b[step] ?? 0) - (a[step] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Orders values by name, ascending, with other after all of them. */
function byName(a: Value, b: Value): number {
  if (a.isOther !== b.isOther) return a.isOther ? 1 : -1;
  return a.name < b.name ? -1 : 1;
}

function stepNames(frame: FunnelFrame, step: number): Readonly<Record<string, unknown>> {
  const node = frame.query.series[step];
  if (frame.order === 'unordered' || !node) {
    const name = step === 0 ? 'Completed 1 step' : `Completed ${step + 1} steps`;
    return { action_id: null, name, custom_name: null, order: step, type: 'events' };
  }
  const name = seriesName(node, frame.context, `series.${step}`);
  return {
    action_id: node.kind === 'ActionsNode' ? node.id : name,
    name: name ?? 'All events',
    custom_name: node.custom_name ?? null,
    order: step,
    type: node.kind === 'ActionsNode' ? 'actions' : 'events',
  };
}

/** Rows (bin, actors, lowest, width, bins, mean) → the bins, also the empty ones. */
export function shapeTimeToConvert(frame: FunnelFrame, table: ResultTable | undefined): InsightAnswer {
  const rows = table?.rows ?? [];
  const [first] = rows;
  if (!first) return answer(frame, { bins: [], average_conversion_time: null });
  const [, , lowest, width, bins, mean] = first.map(Number);
  const actors = new Map(rows.map(([bin, count]) => [Number(bin), Number(count)]));
  return answer(frame, {
    bins: Array.from({ length: (bins ?? 0) + 1 }, (_, bin) => [
      (lowest ?? 0) + bin * (width ?? 0),
      scaled(frame, actors.get(bin) ?? 0),
    ]),
    average_conversion_time: secondsOf(mean),
  });
}

/** Rows (is_other, kept, entered, converted) → one list of rates in percent per value. */
export function* shapeTrends(frame: FunnelFrame, table: ResultTable | undefined): Sliced<InsightAnswer> {
  const { buckets } = frame;
  invariant(buckets, 'a funnel over time has buckets');
  const { days, labels } = yield* bucketTexts(buckets);
  const lines: Line[] = [];
  for (const value of valuesOf(frame, table)) {
    lines.push(lineOf(value));
    yield;
  }
  lines.sort(
    (a, b) =>
      b.totalConverted - a.totalConverted || b.totalEntered - a.totalEntered || byName(a.value, b.value),
  );
  const results: unknown[] = [];
  for (const { value, entered, converted } of lines) {
    const data = days.map((_, bucket) => rate(converted[bucket] ?? 0, entered[bucket] ?? 0));
    results.push({ count: days.length, data, days, labels, ...value.members });
    yield;
  }
  return answer(frame, results);
}

/** The actors of a value in each bucket. */
interface Line {
  readonly value: Value;
  readonly entered: readonly number[];
  readonly converted: readonly number[];
  readonly totalEntered: number;
  readonly totalConverted: number;
}

function lineOf(value: Value): Line {
  const entered = numbers(value.lists[0]);
  const converted = numbers(value.lists[1]);
  return { value, entered, converted, totalEntered: sum(entered), totalConverted: sum(converted) };
}

/** Percent with two decimals. */
function rate(converted: number, entered: number): number {
  return entered === 0 ? 0 : Math.round((10_000 * converted) / entered) / 100;
}

/** The values of a table. Without a breakdown there is exactly one, even when nobody entered. */
function valuesOf(frame: FunnelFrame, table: ResultTable | undefined): readonly Value[] {
  const values = (table?.rows ?? []).map(([isOther, kept, ...lists]): Value => {
    const other = Number(isOther) === 1;
    const members = valueMembers(frame, kept, other);
    return { members, name: String(kept), isOther: other, lists: lists.map(listOf) };
  });
  if (!frame.breakdown) return [values[0] ?? { members: {}, name: '', isOther: false, lists: [] }];
  return frame.breakdown.hideOther ? values.filter(({ isOther }) => !isOther) : values;
}

/** Groups show a text, all other breakdowns a list of texts. */
function valueMembers(
  frame: FunnelFrame,
  kept: unknown,
  isOther: boolean,
): Readonly<Record<string, unknown>> {
  if (!frame.breakdown) return {};
  const texts = isOther ? ['Other'] : Array.isArray(kept) ? kept.map(String) : [String(kept)];
  const isGroup = frame.breakdown.parts.every(({ type }) => type === 'group');
  const shown = isGroup && texts.length === 1 ? texts[0] : texts;
  return { breakdown: shown, breakdown_value: shown, ...(isOther && { breakdown_is_other: true }) };
}

function answer({ bounds }: FunnelFrame, results: unknown): InsightAnswer {
  return { results, ...resolvedDateRange(bounds) };
}

/** Scales a count of a sample to all actors. */
function scaled({ query }: FunnelFrame, count: number): number {
  return Math.round(count / (query.samplingFactor ?? 1));
}

/** Seconds from microseconds; null for what is no number, which means that nobody took the step. */
function secondsOf(microseconds: unknown): number | null {
  return typeof microseconds === 'number' && Number.isFinite(microseconds)
    ? microseconds / MICROSECONDS
    : null;
}

function listOf(cell: unknown): readonly unknown[] {
  return Array.isArray(cell) ? cell : [];
}

function numbers(list: readonly unknown[] | undefined): readonly number[] {
  return (list ?? []).map(Number);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
