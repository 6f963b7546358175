import type { SelectSetQuery } from './ast.ts';

/** True when a set is ordered or cut as a whole, and so is a query of its own. */
export function isWholeSet(set: SelectSetQuery): boolean {
  return set.order_by !== undefined || set.limit !== undefined || set.offset !== undefined;
}
