import type { Sliced } from '../../../base/loop-slices.ts';
import { bucketTexts } from '../../filters/bucket-labels.ts';
import type { InsightAnswer, ResultTable } from '../../run-plan.ts';
import { resolvedDateRange } from '../periods.ts';
import type { Column, RetentionFrame } from './retention-frame.ts';

interface Cohort {
  readonly counts: readonly number[];
  readonly amounts: readonly number[];
}

/** The cohorts of one breakdown value, by their period. */
interface Value {
  readonly name: string;
  readonly shown: string | null;
  readonly cohorts: Map<number, Cohort>;
}

/** Rows (is_other, kept, cohort, counts[, amounts]) → the full rectangle of periods and columns, value after value. */
export function* shapeRetention(
  frame: RetentionFrame,
  table: ResultTable | undefined,
): Sliced<InsightAnswer> {
  const values = yield* readValues(frame, table);
  const { isoStarts } = yield* bucketTexts(frame.buckets);
  const labels = frame.columns.map((column) => columnLabel(frame, column));
  const results: unknown[] = [];
  for (const { name, shown, cohorts } of values)
    for (const [row, date] of isoStarts.entries()) {
      results.push({
        date,
        label: `${frame.period} ${row}`,
        breakdown_value: shown,
        ...(name === 'other' && { breakdown_is_other: true }),
        values: cells(frame, labels, cohorts.get(row)),
      });
      yield;
    }
  return { results, ...resolvedDateRange(frame.buckets.bounds) };
}

function* readValues(frame: RetentionFrame, table: ResultTable | undefined): Sliced<readonly Value[]> {
  const values = new Map<string, Value>();
  if (!frame.breakdown) values.set('', { name: '', shown: null, cohorts: new Map() });
  for (const [isOther, kept, cohort, counts, amounts] of table?.rows ?? []) {
    const other = Number(isOther) === 1;
    const key = other ? 'other' : `=${String(kept)}`;
    const name = frame.breakdown ? key : '';
    const shown = other ? 'Other' : String(kept) === '' ? null : String(kept);
    const value = values.get(name) ?? { name, shown, cohorts: new Map<number, Cohort>() };
    values.set(name, value);
    value.cohorts.set(Number(cohort), { counts: numbersOf(counts), amounts: numbersOf(amounts) });
    yield;
  }
  return [...values.values()];
}

function cells(frame: RetentionFrame, labels: readonly string[], cohort: Cohort | undefined) {
  const { aggregationType = 'count', cumulative = false } = frame.query.retentionFilter;
  const sample = frame.query.samplingFactor ?? 1;
  const counts = inTable(frame, cohort?.counts, cumulative).map((count) => Math.round(count / sample));
  const amounts = inTable(frame, cohort?.amounts, cumulative);
  return labels.map((label, index) => {
    const count = counts[index] ?? 0;
    const amount = amounts[index] ?? 0;
    const value = aggregationType === 'avg' ? (count === 0 ? 0 : amount / count) : amount;
    return { count, label, ...(aggregationType !== 'count' && { aggregation_value: value }) };
  });
}

/** One number per column. In a cumulative table each column after the first also holds those after it. */
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
