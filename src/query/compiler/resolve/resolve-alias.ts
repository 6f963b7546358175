import { compileError } from '../compile-context.ts';
import type { Contents, IrExpr, IrName } from '../ir.ts';
import { contentsOf } from '../ir-visit.ts';
import { weighAs } from '../rules/bounded-expansion.ts';
import type { AliasBinding, LambdaAlias, Scope } from './scope.ts';
import { inClause } from './scope.ts';

/**
 * The column alias `name`, as a reference by its generated name. An alias hides a column with the same name in all
 * places but two: in its own definition, and in a clause that cannot hold the aggregate that the alias stands for.
 */
export function resolveAlias(name: string, scope: Scope): IrExpr | undefined {
  const binding = scope.aliases.get(name);
  if (!binding || binding.state === 'busy') return undefined;
  const expr = aliasExpr(binding, scope);
  if (!fits(contentsOfAlias(binding, expr), scope) && hasColumn(name, scope)) return undefined;
  return reference(binding, expr, scope);
}

/** The expression behind an alias inside a lambda. The engine never sees the name of such an alias. */
export function lambdaAliasExpr(alias: LambdaAlias, scope: Scope): IrExpr {
  if (alias.expr) return alias.expr;
  alias.state = 'busy';
  alias.expr = scope.resolver.expr(alias.node, scope);
  alias.state = 'done';
  return alias.expr;
}

/** Resolves the expression behind an alias, once. */
export function aliasExpr(binding: AliasBinding, scope: Scope): IrExpr {
  if (binding.expr) return binding.expr;
  if (binding.state === 'busy') {
    throw compileError(scope.context, 'invalid_alias', 'An alias is defined by itself.', binding.node);
  }
  binding.state = 'busy';
  const { insideAggregate: _, ...outside } = scope;
  const expr = scope.resolver.expr(
    binding.node,
    inClause({ ...outside, lambdaArgs: new Map(), lambdaAliases: new Map() }, 'select'),
  );
  binding.state = 'done';
  binding.expr = expr;
  if (expr.kind === 'zone' && expr.expr.kind === 'column') binding.column = expr.expr;
  return expr;
}

/**
 * A use of an alias. The engine puts the expression in place of the alias, so a use weighs as much as the expression.
 */
export function reference(binding: AliasBinding, expr: IrExpr, scope: Scope): IrName {
  binding.referenced = true;
  const name: IrName = {
    kind: 'name',
    name: binding.name,
    type: expr.type,
    contains: contentsOfAlias(binding, expr),
    ...(binding.column && { column: binding.column }),
  };
  weighAs(name, expr, scope.context);
  return name;
}

/** What the expression of an alias contains, found at the first use, since most aliases are never used. */
function contentsOfAlias(binding: AliasBinding, expr: IrExpr): Contents {
  binding.contents ??= contentsOf(expr);
  return binding.contents;
}

function fits(contents: Contents, scope: Scope): boolean {
  if (scope.insideAggregate !== undefined && contents.aggregate) return false;
  if (scope.clause === 'select' || scope.clause === 'order by') return true;
  if (contents.window) return false;
  return scope.clause === 'having' || !contents.aggregate;
}

function hasColumn(name: string, scope: Scope): boolean {
  return scope.tables.some((table) => table.fields.field(name) !== undefined);
}
