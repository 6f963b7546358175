import { nullable, tupleOf } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { SelectStatement } from '../../language/ast.ts';
import type { IrSubquery } from '../ir.ts';
import { BLOCK_ROWS } from './large-values.ts';
import type { Scope } from './scope.ts';

/** A SELECT as a value or as the set of IN. One column gives its own type, several columns give a tuple. */
export function resolveSubquery(node: SelectStatement, scope: Scope): IrSubquery {
  const { query, columns } = scope.resolver.query(node, scope);
  const types = columns.map((column) => column.type);
  const [only] = types;
  const type = types.length === 1 && only ? nullable(only) : tupleOf(types);
  return { kind: 'subquery', query, type };
}

const LARGE_KINDS: ReadonlySet<DataType['kind']> = new Set([
  'string',
  'json',
  'array',
  'map',
  'tuple',
  'state',
  'unknown',
]);

/** A SELECT whose one value is kept in every row, see `large-values.ts`. */
export function resolveScalarSubquery(node: SelectStatement, scope: Scope): IrSubquery {
  const value = resolveSubquery(node, scope);
  if (node.span && LARGE_KINDS.has(value.type.kind)) scope.context.blockRows.add(BLOCK_ROWS);
  return value;
}
