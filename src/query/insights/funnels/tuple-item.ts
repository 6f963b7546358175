import type { Expr } from '../../language/ast.ts';
import { field } from '../../language/build.ts';

/** The n-th item, from 1, of a tuple that a column or an argument of a lambda holds. */
export function item(name: string, index: number): Expr {
  return { kind: 'TupleAccess', tuple: field(name), index };
}
