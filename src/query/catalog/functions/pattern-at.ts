import type { ArgumentPattern, FunctionRow } from '../function-row.ts';

/** What the argument at a position, counted from 0, must be in a call with `count` arguments. */
export function patternAt(
  { args, argsByCount, last, branches }: FunctionRow,
  position: number,
  count: number,
): ArgumentPattern {
  if (last !== undefined && position === count - 1) return last;
  if (branches) return position % 2 === 0 && position < count - 1 ? 'condition' : 'any';
  const patterns = argsByCount?.[count] ?? args;
  return patterns?.[position] ?? patterns?.at(-1) ?? 'any';
}
