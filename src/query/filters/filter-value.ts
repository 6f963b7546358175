import { AppError } from '../../base/errors.ts';
import type { KeyedFilter } from '../../schema/property-filter.ts';

export type FilterScalar = string | number | boolean;

/** A decimal number as clients write it: `20`, `-1.5`, `1e3`. */
const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * The values of a filter as a list.
 * @throws invalid_filter when there is none
 */
export function filterValues(filter: KeyedFilter, attr: string): readonly FilterScalar[] {
  const values = Array.isArray(filter.value)
    ? filter.value
    : filter.value === undefined
      ? []
      : [filter.value];
  if (values.length > 0) return values;
  const found = filter.value === undefined ? 'is missing' : 'is an empty list';
  throw invalidFilter(`The operator ${filter.operator ?? 'exact'} needs a value, but value ${found}.`, attr);
}

/** The text that a property must have to equal `value`. */
export function textOf(value: FilterScalar): string {
  return typeof value === 'number' ? numberText(value) : String(value);
}

/** A finite number, or a text that spells one; undefined for anything else. */
export function numberOf(value: FilterScalar): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !NUMERIC.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Shortest decimal text of a number as the engine writes it: that of JavaScript without the plus sign of an exponent.
 */
export function numberText(value: number): string {
  return String(Object.is(value, -0) ? 0 : value).replace('e+', 'e');
}

export function invalidFilter(detail: string, attr: string, cause?: unknown): AppError {
  return new AppError('invalid_filter', detail, { attr, cause });
}
