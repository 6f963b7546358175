import { UNKNOWN } from '../../catalog/build-type.ts';
import type { SelectStatement } from '../../language/ast.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr, IrOutput } from '../ir.ts';
import { MAX_EXPANSIONS, tooManyExpansions } from '../rules/bounded-expansion.ts';
import type { CteBinding, ResultColumn, Scope } from './scope.ts';

/** The CTE with this name that the scope sees. */
export function findCte(name: string, scope: Scope): CteBinding | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const binding = at.ctes.get(name);
    if (binding) return binding;
  }
  return undefined;
}

export interface OpenCte {
  /** Generated name. */
  readonly name: string;
  readonly columns: readonly ResultColumn[];
}

/**
 * Resolves a CTE that stands for rows when it is first used. All CTEs move to the head of the statement, in the order
 * of their first use and under generated names, so that none can hide a table.
 */
export function openCte(binding: CteBinding, scope: Scope): OpenCte {
  if (binding.resolved) return binding.resolved;
  const { cte } = binding;
  const { context } = scope;
  if (context.expansion.openCtes >= MAX_EXPANSIONS) throw tooManyExpansions(context);
  context.expansion.openCtes += 1;
  try {
    const { query, columns } = scope.resolver.query(cte.expr as SelectStatement, binding.scope);
    const name = context.names.next('q');
    context.ctes.push({ name, query });
    binding.resolved = { name, columns: renamed(columns, cte.columns, binding, scope) };
    return binding.resolved;
  } finally {
    context.expansion.openCtes -= 1;
  }
}

/** True when a CTE stands for rows and not for a value. */
export function isRowCte(binding: CteBinding): boolean {
  return binding.cte.cte_type === 'subquery';
}

function renamed(
  columns: readonly ResultColumn[],
  labels: readonly string[] | undefined,
  binding: CteBinding,
  scope: Scope,
): readonly ResultColumn[] {
  if (!labels) return columns;
  if (labels.length !== columns.length) {
    throw compileError(
      scope.context,
      'wrong_arity',
      `The CTE "${binding.cte.name}" names ${labels.length} columns, its query has ${columns.length}.`,
      binding.cte,
    );
  }
  return columns.map((column, at) => ({ ...column, label: labels[at] ?? column.label }));
}

/** `x IN name`: the rows of a CTE as a set. */
export function resolveCteReference(name: string, scope: Scope): IrExpr | undefined {
  const binding = findCte(name, scope);
  if (!binding || !isRowCte(binding)) return undefined;
  const cte = openCte(binding, scope);
  const alias = scope.context.names.next('t');
  const outputs = cte.columns.map((column): IrOutput => {
    const name = scope.context.names.next('c');
    return {
      name,
      label: column.label,
      expr: { kind: 'column', table: alias, column: column.name, type: column.type },
    };
  });
  return {
    kind: 'subquery',
    query: { kind: 'select', outputs, from: { source: { kind: 'cte', alias, name: cte.name }, joins: [] } },
    type: outputs[0]?.expr.type ?? UNKNOWN,
  };
}
