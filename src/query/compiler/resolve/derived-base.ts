import { invariant } from '../../../base/invariant.ts';
import type { DerivedTable } from '../../catalog/table.ts';
import type { Expr } from '../../language/ast.ts';
import { parseExpression } from '../../language/parse.ts';
import type { IrDerivedBase, IrTable } from '../ir.ts';
import type { FieldHit, FieldProvider } from './fields.ts';
import { inClause, rootScope, type Scope, selectScope } from './scope.ts';

/** Expressions of derived columns, parsed once per process. */
const parsed = new Map<string, Expr>();

/** Opens the aggregate behind a derived table such as sessions; a column is computed when it is first read. */
export function openDerivedBase(
  definition: DerivedTable,
  of: IrTable,
  fields: FieldProvider,
  outer: Scope,
): { readonly base: IrDerivedBase; readonly field: (name: string) => FieldHit | undefined } {
  const { names } = outer.context;
  const scope = selectScope(programScope(outer));
  scope.tables.push({ name: undefined, fields });
  const resolve = (sql: string, clause: 'select' | 'where' | 'group by') =>
    scope.resolver.expr(parseConstant(sql), inClause(scope, clause));
  const base: IrDerivedBase = {
    kind: 'derived',
    alias: names.next('t'),
    of,
    where: resolve(definition.where, 'where'),
    groupBy: resolve(definition.groupBy, 'group by'),
    outputs: new Map(),
  };
  const field = (name: string): FieldHit | undefined => {
    const column = definition.columns.find((candidate) => candidate.name === name);
    if (!column) return undefined;
    const known = base.outputs.get(name);
    const entry = known ?? { name: names.next('c'), label: name, expr: resolve(column.sql, 'select') };
    const { type } = entry.expr;
    const read = () => {
      if (!base.outputs.has(name)) base.outputs.set(name, entry);
      return { kind: 'column', table: base.alias, column: entry.name, type } as const;
    };
    return { kind: 'value', type, read };
  };
  return { base, field };
}

/** The texts of the catalog are not the user's: their errors carry no position, and they see none of the user's names. */
function programScope(scope: Scope): Scope {
  return rootScope({ ...scope.context, text: undefined }, scope.resolver);
}

function parseConstant(sql: string): Expr {
  const known = parsed.get(sql);
  if (known) return known;
  const expr = parseExpression(sql);
  invariant(expr, 'a derived column has an expression');
  parsed.set(sql, expr);
  return expr;
}
