import { isoWithOffset } from '../../filters/bucket-labels.ts';
import type { InsightAnswer, ResultTable } from '../../run-plan.ts';
import type { Column, RetentionFrame } from './retention-frame.ts';

interface Cohort {
  readonly counts: readonly number[];
  readonly amounts: readonly number[];
}

/** Rows (is_other, kept, cohort, counts, amounts) → the full rectangle of periods and columns, value after value. */
export function shapeRetention(frame: RetentionFrame, table: ResultTable | undefined): InsightAnswer {
  const values = new Map<string, { readonly shown: string | null; readonly cohorts: Map<number, Cohort> }>();
  if (!frame.breakdown) values.set('', { shown: null, cohorts: new Map() });
  for (const [isOther, kept, cohort, counts, amounts] of table?.rows ?? []) {
    const other = Number(isOther) === 1;
    const key = other ? 'other' : `=${String(kept)}`;
    const name = frame.breakdown ? key : '';
    const shown = other ? 'Other' : String(kept) === '' ? null : String(kept);
    const value = values.get(name) ?? { shown, cohorts: new Map<number, Cohort>() };
    values.set(name, value);
    value.cohorts.set(Number(cohort), { counts: numbersOf(counts), amounts: numbersOf(amounts) });
  }
  const { from, to } = frame.buckets.bounds;
  return {
    results: [...values.entries()].flatMap(([name, { shown, cohorts }]) =>
      frame.buckets.starts.map((start, row) => ({
        date: isoWithOffset(start),
        label: `${frame.period} ${row}`,
        breakdown_value: shown,
        ...(name === 'other' && { breakdown_is_other: true }),
        values: cells(frame, cohorts.get(row)),
      })),
    ),
    resolvedDateRange: { date_from: isoWithOffset(from), date_to: isoWithOffset(to) },
  };
}

function cells(frame: RetentionFrame, cohort: Cohort | undefined) {
  const { aggregationType = 'count', cumulative = false } = frame.query.retentionFilter;
  const sample = frame.query.samplingFactor ?? 1;
  const counts = inTable(frame, cohort?.counts, cumulative).map((count) => Math.round(count / sample));
  const amounts = inTable(frame, cohort?.amounts, cumulative);
  return frame.columns.map((column, index) => {
    const count = counts[index] ?? 0;
    const amount = amounts[index] ?? 0;
    const value = aggregationType === 'avg' ? (count === 0 ? 0 : amount / count) : amount;
    return {
      count,
      label: columnLabel(frame, column),
      ...(aggregationType !== 'count' && { aggregation_value: value }),
    };
  });
}

/** One number per column. Cumulative: each column after the first also holds those after it. */
function inTable(
  frame: RetentionFrame,
  numbers: readonly number[] | undefined,
  isCumulative: boolean,
): readonly number[] {
  const row = frame.columns.map((_, index) => numbers?.[index] ?? 0);
  if (!isCumulative) return row;
  return row.map((own, index) =>
    index === 0 ? own : row.slice(index).reduce((sum, value) => sum + value, 0),
  );
}

function columnLabel({ period }: RetentionFrame, { firstOffset, lastOffset }: Column): string {
  return firstOffset === lastOffset ? `${period} ${firstOffset}` : `${period} ${firstOffset}-${lastOffset}`;
}

function numbersOf(cell: unknown): readonly number[] {
  return Array.isArray(cell) ? cell.map(Number) : [];
}
