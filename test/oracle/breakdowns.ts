import { numberOf, readValue, textOf } from './filters.ts';
import type { OracleEvent, Query, World } from './model.ts';

/** The value of one breakdown position; null = the none bucket. */
export type BreakdownPart = string | null;
/** All positions joined, so that maps can hold it. */
export type BreakdownKey = string;

export interface Breakdown {
  readonly property: string;
  readonly type?: string;
  readonly group_type_index?: number;
  readonly normalize_url?: boolean;
  readonly histogram_bin_count?: number;
}

export interface BreakdownPlan {
  readonly parts: readonly Breakdown[];
  readonly isMultiple: boolean;
  readonly limit: number;
  readonly hideOther: boolean;
}

export const OTHER: BreakdownKey = '\u0000other';
export const NO_BREAKDOWN: BreakdownKey = '\u0000all';

export function breakdownPlan(query: Query): BreakdownPlan | undefined {
  const filter = (query['breakdownFilter'] ?? {}) as Record<string, unknown>;
  const display = ((query['trendsFilter'] ?? {}) as Record<string, unknown>)['display'];
  const common = {
    limit: display === 'WorldMap' ? 250 : ((filter['breakdown_limit'] as number | undefined) ?? 25),
    hideOther: filter['breakdown_hide_other_aggregation'] === true,
  };
  const several = filter['breakdowns'] as readonly Breakdown[] | null | undefined;
  if (several && several.length > 0) return { ...common, parts: several, isMultiple: true };
  if (typeof filter['breakdown'] !== 'string') return undefined;
  const single: Breakdown = {
    property: filter['breakdown'],
    type: (filter['breakdown_type'] as string | undefined) ?? 'event',
    group_type_index: (filter['breakdown_group_type_index'] as number | undefined) ?? 0,
    normalize_url: filter['breakdown_normalize_url'] === true,
    ...(typeof filter['breakdown_histogram_bin_count'] === 'number'
      ? { histogram_bin_count: filter['breakdown_histogram_bin_count'] }
      : {}),
  };
  return { ...common, parts: [single], isMultiple: false };
}

/** [B-3] to [B-5] and [B-8]: the values of an event, given the histogram bounds of each position. */
export function breakdownOf(
  event: OracleEvent,
  plan: BreakdownPlan,
  bins: readonly (Bins | undefined)[],
  world: World,
): BreakdownKey {
  return joinParts(plan.parts.map((part, index) => partOf(event, part, bins[index], world)));
}

const joinParts = (parts: readonly BreakdownPart[]): BreakdownKey => JSON.stringify(parts);
export const splitParts = (key: BreakdownKey): readonly BreakdownPart[] => JSON.parse(key) as BreakdownPart[];

function partOf(event: OracleEvent, part: Breakdown, bins: Bins | undefined, world: World): BreakdownPart {
  const value = readValue(
    { type: part.type ?? 'event', key: part.property, group_type_index: part.group_type_index },
    event,
    world.project,
  );
  if (part.histogram_bin_count !== undefined) return bins === undefined ? null : binOf(value, bins);
  if (value === undefined) return null;
  const text = part.normalize_url === true ? normalizeUrl(textOf(value)) : textOf(value);
  return text === '' ? null : text;
}

function normalizeUrl(text: string): string {
  if (text === '') return '';
  const trimmed = text.replace(/[/?#]+$/, '');
  return trimmed === '' ? '/' : trimmed;
}

export interface Bins {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export function binsOf(events: readonly OracleEvent[], part: Breakdown, world: World): Bins | undefined {
  if (part.histogram_bin_count === undefined) return undefined;
  const filter = { type: part.type ?? 'event', key: part.property, group_type_index: part.group_type_index };
  const values = events
    .map((event) => numberOf(readValue(filter, event, world.project)))
    .filter((value) => value !== undefined);
  if (values.length === 0) return undefined;
  return { low: Math.min(...values), high: Math.max(...values), count: part.histogram_bin_count };
}

function binOf(value: unknown, bins: Bins): BreakdownPart {
  const number = numberOf(value);
  if (number === undefined) return null;
  const width = (bins.high - bins.low) / bins.count;
  const index =
    width === 0 ? bins.count - 1 : Math.min(bins.count - 1, Math.floor((number - bins.low) / width));
  const low = bins.low + index * width;
  const high = index === bins.count - 1 ? bins.high + 0.01 : bins.low + (index + 1) * width;
  return `[${Number(low.toFixed(10))},${Number(high.toFixed(10))}]`;
}

export const isNone = (key: BreakdownKey): boolean =>
  key !== OTHER && key !== NO_BREAKDOWN && splitParts(key).every((part) => part === null);

/** Byte order of the joined values. */
export function compareKeys(a: BreakdownKey, b: BreakdownKey): number {
  const left = splitParts(a).map((part) => part ?? '');
  const right = splitParts(b).map((part) => part ?? '');
  for (let i = 0; i < left.length; i += 1) {
    const order = Buffer.compare(Buffer.from(left[i] ?? ''), Buffer.from(right[i] ?? ''));
    if (order !== 0) return order;
  }
  return 0;
}
