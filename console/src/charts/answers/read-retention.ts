import type { PlottedTable, PlottedTime } from '../plotted.ts';
import { breakdownName, endsLater, listOf, numberOf, objectOf, textOf } from './read-parts.ts';

/** A cohort of a retention: who came in one period, and how many of them came again. */
export interface RetentionRow {
  /** The first day of the period, or the day and hour of an hour. */
  readonly start: string;
  readonly size: number;
  /** One count per column; null when the period has not begun. */
  readonly counts: readonly (number | null)[];
  /** The column that still runs; null = none. */
  readonly running: number | null;
}

/** All rows of one value of the breakdown. */
export interface RetentionGroup {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly RetentionRow[];
  /** Share of each column over all cohorts that have reached and ended it, weighted by their size; null = none has. */
  readonly mean: readonly (number | null)[];
}

/**
 * The groups of a retention. With `hasBrackets` columns are wider than a row's period, so what has not ended is known
 * for the first column only.
 */
export function readRetention(answer: unknown, hasBrackets = false): RetentionGroup[] {
  const groups = Map.groupBy(listOf(objectOf(answer)['results']).map(objectOf), (row) =>
    breakdownName(row['breakdown_value'] ?? undefined),
  );
  const isRunning = endsLater(answer);
  return [...groups].map(([name, rows]) => {
    const columns = listOf(rows[0]?.['values']).map((value) => textOf(objectOf(value)['label']));
    const read = rows.map((row, at) => rowOf(row, hasBrackets ? null : rows.length - 1 - at, isRunning));
    return {
      name: groups.size === 1 && name === 'None' ? '' : name,
      columns,
      rows: read,
      mean: meanOf(columns.length, read),
    };
  });
}

/** The curve view of a retention: the mean of each group over the columns, in percent. */
export function curvesOfRetention(groups: readonly RetentionGroup[]): PlottedTime {
  const series = groups.map(({ name, mean }) => ({
    name: name || 'mean',
    colorKey: name || 'mean',
    values: mean.flatMap((value) => (value === null ? [] : [100 * value])),
    isPrevious: false,
  }));
  return { labels: groups[0]?.columns ?? [], series, running: null, unit: 'percent' };
}

/** The table behind a retention: one row a cohort, counts as the answer gives them. */
export function tableOfRetention(groups: readonly RetentionGroup[]): PlottedTable {
  const hasNames = groups.length > 1;
  return {
    columns: [...(hasNames ? ['group'] : []), 'cohort', ...(groups[0]?.columns ?? [])],
    rows: groups.flatMap(({ name, rows }) =>
      rows.map(({ start, counts }) => [
        ...(hasNames ? [name] : []),
        start,
        ...counts.map((count) => count ?? ''),
      ]),
    ),
  };
}

/** @param toCome how many columns behind the first the row can have reached; null = not known */
function rowOf(
  row: Readonly<Record<string, unknown>>,
  toCome: number | null,
  isRunning: boolean,
): RetentionRow {
  const counts = listOf(row['values']).map((value) => numberOf(objectOf(value)['count']));
  const last = toCome ?? counts.length;
  const date = textOf(row['date']);
  const start = /T00:00:00/.test(date) ? date.slice(0, 10) : date.slice(0, 16).replace('T', ' ');
  return {
    start,
    size: counts[0] ?? 0,
    counts: counts.map((count, at) => (at > last ? null : count)),
    running: isRunning && toCome !== null && last < counts.length ? last : null,
  };
}

function meanOf(columns: number, rows: readonly RetentionRow[]): (number | null)[] {
  return Array.from({ length: columns }, (_, column) => {
    const reached = rows.filter(
      ({ counts, running }) => typeof counts[column] === 'number' && (running !== column || column === 0),
    );
    const size = reached.reduce((sum, row) => sum + row.size, 0);
    return size === 0 ? null : reached.reduce((sum, { counts }) => sum + (counts[column] ?? 0), 0) / size;
  });
}
