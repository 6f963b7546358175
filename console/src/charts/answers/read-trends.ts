import type { PlottedSeries, PlottedTime } from '../plotted.ts';
import { breakdownName, endsLater, listOf, numberOf, objectOf, textOf } from './read-parts.ts';

/** One figure of a trend of totals. */
export interface PlottedTotal {
  readonly name: string;
  readonly colorKey: string;
  readonly value: number;
  /** Of the period before; null when nothing is compared. */
  readonly previous: number | null;
}

/** The series of a trend over time, named as a reader tells them apart. */
export function readTrends(answer: unknown): PlottedTime {
  const results = listOf(objectOf(answer)['results']).map(objectOf);
  const current = results.filter((result) => result['compare_label'] !== 'previous');
  const longest = (current.length > 0 ? current : results).map((result) => listOf(result['labels']));
  const labels = longest.reduce((one, other) => (other.length > one.length ? other : one), []).map(textOf);
  const names = namesOf(results);
  const series = results.map((result, at): PlottedSeries => {
    const isPrevious = result['compare_label'] === 'previous';
    const name = names[at] ?? '';
    return {
      name: isPrevious ? `${name} (previous)` : name,
      colorKey: name,
      values: listOf(result['data']).map(numberOf),
      isPrevious,
    };
  });
  return { labels, series, running: endsLater(answer) ? labels.length - 1 : null, unit: 'figure' };
}

/** The figures of a trend of totals, in the order of the answer. */
export function readTotals(answer: unknown): PlottedTotal[] {
  const results = listOf(objectOf(answer)['results']).map(objectOf);
  const names = namesOf(results);
  const previous = new Map(
    results.flatMap((result, at) =>
      result['compare_label'] === 'previous'
        ? [[names[at] ?? '', numberOf(result['aggregated_value'])] as const]
        : [],
    ),
  );
  return results.flatMap((result, at) => {
    if (result['compare_label'] === 'previous') return [];
    const name = names[at] ?? '';
    const value = numberOf(result['aggregated_value']);
    return [
      {
        name,
        colorKey: name,
        value,
        previous: result['compare'] === true ? (previous.get(name) ?? 0) : null,
      },
    ];
  });
}

/** The states of a lifecycle, dormant below zero as the service gives it. */
export function readLifecycle(answer: unknown, shown: readonly string[] | null): PlottedTime {
  const plotted = readTrends(answer);
  const states = listOf(objectOf(answer)['results']).map((result) => textOf(objectOf(result)['status']));
  const series = plotted.series.flatMap((one, at) => {
    const state = states[at] ?? '';
    return shown === null || shown.includes(state) ? [{ ...one, name: state, colorKey: state }] : [];
  });
  return { ...plotted, series };
}

/** How many were active on how many intervals. No bucket of it runs: the axis is not the time. */
export function readStickiness(answer: unknown): PlottedTime {
  return { ...readTrends(answer), running: null };
}

/**
 * The name of each result: its own name, else its label. Two series of one label get the letter of their place, because
 * they differ by what is counted, which a label does not say.
 */
function namesOf(results: readonly Readonly<Record<string, unknown>>[]): string[] {
  const plain = results.map((result) => {
    const custom = textOf(objectOf(result['action'])['custom_name']);
    const label = textOf(result['label']) || breakdownName(result['breakdown_value']);
    return custom === ''
      ? label
      : 'breakdown_value' in result
        ? `${custom} - ${breakdownName(result['breakdown_value'])}`
        : custom;
  });
  const keys = results.map((result, at) => `${plain[at]}|${result['compare_label']}`);
  return plain.map((name, at) => {
    const isTwice = keys.some((key, other) => other !== at && key === keys[at]);
    return isTwice ? `${letterOf(numberOf(results[at]?.['order']))} ${name}` : name;
  });
}

/** The letter that names a series in formulas: A for 0. */
function letterOf(order: number): string {
  return String.fromCharCode(65 + (order % 26));
}
