import type { PlottedTable, PlottedTime } from '../plotted.ts';
import { breakdownName, endsLater, listOf, numberOf, objectOf, textOf } from './read-parts.ts';

/** One step of a funnel, for one value of the breakdown. */
export interface FunnelStep {
  readonly name: string;
  readonly count: number;
  /** Of the first step's and of the previous step's count, 0..1; 0 when there is none. */
  readonly ofFirst: number;
  readonly ofPrevious: number;
  /** Seconds from the step before, in the middle; null at the first step and when nobody came. */
  readonly medianSeconds: number | null;
  readonly averageSeconds: number | null;
}

/** The steps of everybody, or of one value of the breakdown. */
export interface FunnelGroup {
  /** Empty without a breakdown. */
  readonly name: string;
  readonly steps: readonly FunnelStep[];
}

/** How long a conversion took: how many took at least `fromSeconds` and less than the next bin. */
export interface FunnelTimes {
  readonly bins: readonly { readonly fromSeconds: number; readonly count: number }[];
  readonly averageSeconds: number | null;
}

/** The groups of a funnel by steps: one without a breakdown, else one per value in the order of the answer. */
export function readFunnelSteps(answer: unknown): FunnelGroup[] {
  const results = listOf(objectOf(answer)['results']);
  if (results.length === 0) return [];
  const groups = Array.isArray(results[0]) ? results.map(listOf) : [results];
  return groups.map((steps) => {
    const parts = steps.map(objectOf);
    const [first] = parts;
    const name = first !== undefined && 'breakdown_value' in first ? funnelValue(first) : '';
    return { name, steps: stepsOf(parts) };
  });
}

/** The times of a funnel's conversions. */
export function readFunnelTimes(answer: unknown): FunnelTimes {
  const results = objectOf(objectOf(answer)['results']);
  const bins = listOf(results['bins']).map((bin) => {
    const [fromSeconds, count] = listOf(bin);
    return { fromSeconds: numberOf(fromSeconds), count: numberOf(count) };
  });
  return { bins, averageSeconds: secondsOf(results['average_conversion_time']) };
}

/** The rate of conversion over time, in percent. */
export function readFunnelTrend(answer: unknown): PlottedTime {
  const results = listOf(objectOf(answer)['results']).map(objectOf);
  const labels = listOf(results[0]?.['labels']).map(textOf);
  const series = results.map((result) => {
    const name = 'breakdown_value' in result ? breakdownName(result['breakdown_value']) : 'conversion';
    return { name, colorKey: name, values: listOf(result['data']).map(numberOf), isPrevious: false };
  });
  return { labels, series, running: endsLater(answer) ? labels.length - 1 : null, unit: 'percent' };
}

/** The table behind the steps: one row per step and group. */
export function tableOfSteps(groups: readonly FunnelGroup[]): PlottedTable {
  const hasGroups = groups.some(({ name }) => name !== '');
  const figures = ['count', 'of first %', 'of previous %', 'median s', 'average s'];
  const rows = groups.flatMap(({ name, steps }) =>
    steps.map((step) => [
      ...(hasGroups ? [name] : []),
      step.name,
      step.count,
      100 * step.ofFirst,
      100 * step.ofPrevious,
      step.medianSeconds ?? '',
      step.averageSeconds ?? '',
    ]),
  );
  return { columns: [...(hasGroups ? ['group'] : []), 'step', ...figures], rows };
}

function stepsOf(parts: readonly Readonly<Record<string, unknown>>[]): FunnelStep[] {
  const counts = parts.map((part) => numberOf(part['count']));
  return parts.map((part, at) => {
    const count = counts[at] ?? 0;
    return {
      name: textOf(part['custom_name']) || textOf(part['name']) || 'All events',
      count,
      ofFirst: share(count, counts[0]),
      ofPrevious: share(count, counts[Math.max(0, at - 1)]),
      medianSeconds: secondsOf(part['median_conversion_time']),
      averageSeconds: secondsOf(part['average_conversion_time']),
    };
  });
}

/** An event breakdown gives a list of values, `['']` for none; a group or cohort gives a text. */
function funnelValue(step: Readonly<Record<string, unknown>>): string {
  return breakdownName(typeof step['breakdown'] === 'string' ? step['breakdown'] : step['breakdown_value']);
}

function share(part: number, total = 0): number {
  return total === 0 ? 0 : part / total;
}

function secondsOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
