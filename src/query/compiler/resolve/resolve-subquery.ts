import { nullable, tupleOf } from '../../catalog/build-type.ts';
import type { SelectStatement } from '../../language/ast.ts';
import type { IrExpr } from '../ir.ts';
import type { Scope } from './scope.ts';

/** A SELECT as a value or as the set of IN: one column gives its type, several give a tuple. */
export function resolveSubquery(node: SelectStatement, scope: Scope): IrExpr {
  const { query, columns } = scope.resolver.query(node, scope);
  const types = columns.map((column) => column.type);
  const [only] = types;
  const type = types.length === 1 && only ? nullable(only) : tupleOf(types);
  return { kind: 'subquery', query, type };
}
