import type { PlottedTime } from '../charts/plotted.ts';
import { isFigure, type ResultColumn, type ResultRows } from '../grid/result-rows.ts';

/** How the answer of a query is drawn: columns by name. */
export interface PlotChoice {
  readonly form: 'line' | 'area' | 'bar' | 'stacked' | 'number';
  /** Column of the axis; null for figures alone. */
  readonly x: string | null;
  /** Columns of figures. */
  readonly y: readonly string[];
  /** Column whose values are series of their own; then only the first of `y` is drawn. */
  readonly series: string | null;
}

const MOST_SERIES = 25;
const MOST_BUCKETS = 5000;

/**
 * What a chart of an answer begins with: x = the first column of dates, else the first that is no figure; y = the
 * columns of figures; series = the first other text with at most 25 values.
 * @returns null when there is nothing to draw
 */
export function firstPlot({ columns, rows }: ResultRows): PlotChoice | null {
  const y = columns.filter(isFigure).map(({ name }) => name);
  if (y.length === 0 || rows.length === 0) return null;
  const others = columns.filter((column) => !isFigure(column));
  const x = others.find(isTime) ?? others[0];
  if (x === undefined) return { form: 'number', x: null, y, series: null };
  const series = others.find((column) => column !== x && countValues(columns, rows, column) <= MOST_SERIES);
  const form = isTime(x) ? 'line' : 'bar';
  return { form, x: x.name, y: series === undefined ? y : y.slice(0, 1), series: series?.name ?? null };
}

/** A kept choice when the answer still has its columns, else the first one. */
export function plotFor(table: ResultRows, kept: PlotChoice | null): PlotChoice | null {
  const names = new Set(table.columns.map(({ name }) => name));
  const wanted = kept === null ? [] : [kept.x, kept.series, ...kept.y].filter((name) => name !== null);
  return kept !== null && kept.y.length > 0 && wanted.every((name) => names.has(name))
    ? kept
    : firstPlot(table);
}

/** The answer as series over the values of x, in the order of the rows; a missing point is 0. At most 5,000 buckets. */
export function plotResult({ columns, rows }: ResultRows, choice: PlotChoice): PlottedTime {
  const at = (name: string | null) => columns.findIndex((column) => column.name === name);
  const [xAt, seriesAt] = [at(choice.x), at(choice.series)];
  const labels = [...new Set(rows.map((row) => labelOf(row[xAt])))].slice(0, MOST_BUCKETS);
  const places = new Map(labels.map((label, place) => [label, place]));
  const series = new Map<string, number[]>();
  for (const row of rows) {
    const place = places.get(labelOf(row[xAt]));
    for (const name of choice.series === null ? choice.y : choice.y.slice(0, 1)) {
      const key = choice.series === null ? name : labelOf(row[seriesAt]);
      const values = series.get(key) ?? new Array<number>(labels.length).fill(0);
      const value = Number(row[at(name)] ?? 0);
      if (place !== undefined && Number.isFinite(value)) values[place] = value;
      series.set(key, values);
    }
  }
  const plotted = [...series]
    .slice(0, MOST_SERIES)
    .map(([name, values]) => ({ name, colorKey: name, values, isPrevious: false }));
  return { labels, series: plotted, running: null, unit: 'figure' };
}

function isTime({ type }: ResultColumn): boolean {
  return /^(?:Nullable\()?Date/.test(type);
}

function countValues(
  columns: readonly ResultColumn[],
  rows: ResultRows['rows'],
  column: ResultColumn,
): number {
  const at = columns.indexOf(column);
  const seen = new Set<unknown>();
  for (const row of rows) {
    seen.add(row[at]);
    if (seen.size > MOST_SERIES) break;
  }
  return seen.size;
}

/** Times without what is zero behind them: `2026-11-21T00:00:00Z` is `2026-11-21`. */
function labelOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text
    .replace(/^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)$/, '$1')
    .replace(/\.000000(?=Z|[+-]\d\d:\d\d|$)/, '');
}
