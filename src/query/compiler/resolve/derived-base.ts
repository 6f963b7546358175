import { invariant } from '../../../base/invariant.ts';
import type { DerivedColumnDefinition, DerivedTable } from '../../catalog/table.ts';
import type { CTE, Expr } from '../../language/ast.ts';
import { constant } from '../../language/build.ts';
import { parseExpression } from '../../language/parse.ts';
import type { IrDerivedBase, IrExpr, IrTable } from '../ir.ts';
import { channelType } from './channel-type.ts';
import type { FieldHit, FieldProvider } from './fields.ts';
import { addCtes, inClause, rootScope, type Scope, selectScope } from './scope.ts';

/** Seconds; a session at least this long is no bounce. */
const BOUNCE_SECONDS = 10;

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
  const computed = (sql: DerivedColumnDefinition['sql']): IrExpr =>
    typeof sql === 'string'
      ? resolve(sql, 'select')
      : channelType((first) =>
          resolve(entryText(first === 'referring_domain' ? `$${first}` : first), 'select'),
        );
  const field = (name: string): FieldHit | undefined => {
    const column = definition.columns.find((candidate) => candidate.name === name);
    if (!column) return undefined;
    const known = base.outputs.get(name);
    const entry = known ?? { name: names.next('c'), label: name, expr: computed(column.sql) };
    const { type } = entry.expr;
    const read = () => {
      if (!base.outputs.has(name)) base.outputs.set(name, entry);
      return { kind: 'column', table: base.alias, column: entry.name, type } as const;
    };
    return { kind: 'value', type, read };
  };
  return { base, field };
}

/**
 * The texts of the catalog are not the user's: their errors carry no position, and they see none of the user's names
 * but `WITH <seconds> AS bounce_seconds`.
 */
function programScope({ context, resolver }: Scope): Scope {
  const scope = rootScope({ ...context, text: undefined }, resolver);
  const seconds = constant(context.project.bounceSeconds ?? BOUNCE_SECONDS);
  const bounce: CTE = { kind: 'CTE', name: 'bounce_seconds', cte_type: 'column', expr: seconds };
  addCtes([bounce], scope, scope);
  return scope;
}

/** The stored text of the first event that has the property. */
const entryText = (name: string): string => `argMin(toString(properties.${name}), timestamp)`;

function parseConstant(sql: string): Expr {
  const known = parsed.get(sql);
  if (known) return known;
  const expr = parseExpression(sql);
  invariant(expr, 'a derived column has an expression');
  parsed.set(sql, expr);
  return expr;
}
