/** One line or one row of bars of a chart. */
export interface PlottedSeries {
  /** What stands at its end, in the legend, in the table. */
  readonly name: string;
  /** What decides its colour: two series of one key share it, such as a value and the same one of the period before. */
  readonly colorKey: string;
  readonly values: readonly number[];
  /** Of the period before: drawn thin. */
  readonly isPrevious: boolean;
}

/** Values over the buckets of a range, as every chart with a time axis draws them. */
export interface PlottedTime {
  /** One text per bucket, as the service names it. */
  readonly labels: readonly string[];
  readonly series: readonly PlottedSeries[];
  /** Place of the bucket that still runs; null when all have ended. */
  readonly running: number | null;
  readonly unit: 'figure' | 'percent';
}

/** A table of texts and figures: what stands behind a chart, and what is copied as CSV. */
export interface PlottedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The table behind a chart over time: one row a bucket, one column a series. */
export function tableOfTime(plotted: PlottedTime): PlottedTable {
  return {
    columns: ['bucket', ...plotted.series.map(({ name }) => name)],
    rows: plotted.labels.map((label, at) => [label, ...plotted.series.map(({ values }) => values[at] ?? '')]),
  };
}
