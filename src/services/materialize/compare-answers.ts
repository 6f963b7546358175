import { isDeepStrictEqual } from 'node:util';
import { stableJson } from '../../base/stable-json.ts';

/** Largest relative difference of equal floats, such as sums that were added up in another order. */
const TOLERANCE = 1e-9;

/** True for equal values: floats within 1e-9, whole numbers exactly, lists in order, objects member by member. */
export function isSameAnswer(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return isSameNumber(a, b);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => isSameAnswer(item, b[at]));
  if (!isRecord(a) || !isRecord(b)) return isDeepStrictEqual(a, b);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameAnswer(a[name], b[name]))
  );
}

/** As `isSameAnswer`, for rows in any order. */
export function hasSameRows(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && isSameAnswer(inOneOrder(a), inOneOrder(b));
}

/** Sorts rows by what two runs agree on: first with floats rounded to seven digits, then with all digits. */
function inOneOrder(rows: readonly unknown[]): readonly unknown[] {
  return rows
    .map((row) => ({ row, rough: stableJson(roughly(row)), exact: stableJson(row) }))
    .sort((a, b) => compare(a.rough, b.rough) || compare(a.exact, b.exact))
    .map(({ row }) => row);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function roughly(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(7));
  if (Array.isArray(value)) return value.map(roughly);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, roughly(member)]));
}

/** Whole numbers must be equal exactly: a count that is one too small is wrong, however large it is. */
function isSameNumber(a: number, b: number): boolean {
  if (a === b || (Number.isSafeInteger(a) && Number.isSafeInteger(b))) return a === b;
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
