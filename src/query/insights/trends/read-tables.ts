import type { Sliced } from '../../../base/loop-slices.ts';
import type { ResultTable } from '../../run-plan.ts';
import type { Period } from '../periods.ts';
import { dataLength, type TrendsFrame } from './trends-frame.ts';

/** The numbers of one series and breakdown value in one period. */
export interface SeriesData {
  readonly series: number;
  readonly period: Period;
  readonly value: BreakdownValue;
  readonly numbers: readonly number[];
}

/** `parts`: one text per part, empty = the none bucket. Without breakdown there are no parts. */
export interface BreakdownValue {
  readonly kind: 'regular' | 'none' | 'other';
  readonly parts: readonly string[];
}

/** The table of one statement. */
export interface PeriodTable {
  readonly period: Period;
  readonly table: ResultTable | undefined;
}

/** Reads the rows (series, is_other, part_1, .., part_n, data) in the order of rank: regular values, none, other. */
export function* readTables(
  frame: TrendsFrame,
  tables: readonly PeriodTable[],
): Sliced<readonly SeriesData[]> {
  const partCount = frame.breakdown?.parts.length ?? 0;
  const data: SeriesData[] = [];
  for (const { period, table } of tables)
    for (const row of table?.rows ?? []) {
      const parts = row.slice(2, 2 + partCount).map(String);
      data.push({
        series: Number(row[0]),
        period,
        value: { kind: kindOf(Number(row[1]) === 1, parts), parts },
        numbers: toNumbers(row[2 + partCount]).slice(0, dataLength(frame, period)),
      });
      yield;
    }
  return data;
}

function kindOf(isOther: boolean, parts: readonly string[]): BreakdownValue['kind'] {
  if (isOther) return 'other';
  return parts.length > 0 && parts.every((part) => part === '') ? 'none' : 'regular';
}

function toNumbers(cell: unknown): readonly number[] {
  return Array.isArray(cell) ? cell.map((number) => (typeof number === 'number' ? number : 0)) : [];
}

const KIND_ORDER = { regular: 0, none: 1, other: 2 } as const;

/** Order of results inside a series: regular values as ranked, then none, then other. */
export function byKind(a: { readonly value: BreakdownValue }, b: { readonly value: BreakdownValue }): number {
  return KIND_ORDER[a.value.kind] - KIND_ORDER[b.value.kind];
}

/** Byte order of values, part by part. */
export function compareValues(a: BreakdownValue, b: BreakdownValue): number {
  for (const [index, part] of a.parts.entries()) {
    const order = Buffer.compare(Buffer.from(part), Buffer.from(b.parts[index] ?? ''));
    if (order !== 0) return order;
  }
  return 0;
}
