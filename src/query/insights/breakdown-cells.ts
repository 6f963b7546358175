import type { CsvCell } from '../../base/write-csv.ts';

/** Columns of a flat answer that tell the value of its breakdown; empty without one. */
export const BREAKDOWN_COLUMNS = ['breakdown_value', 'breakdown_is_other'] as const;

/** How a result names its value of the breakdown. */
interface BreakdownMembers {
  readonly breakdown_value?: string | null | readonly (string | null)[] | undefined;
  readonly breakdown_is_other?: true | undefined;
}

/**
 * The cells of `BREAKDOWN_COLUMNS`. A list of one value is that value; of several it is JSON, so that no value can be
 * taken for two.
 */
export function breakdownCells({
  breakdown_value: value = null,
  breakdown_is_other: isOther = undefined,
}: BreakdownMembers): readonly CsvCell[] {
  return [textOf(value), isOther ?? null];
}

function textOf(value: string | null | readonly (string | null)[]): string | null {
  if (value === null || typeof value === 'string') return value;
  const [only = null] = value;
  return value.length === 1 ? only : JSON.stringify(value);
}
