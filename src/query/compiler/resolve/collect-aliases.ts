import type { Alias, AstNode, Expr, SelectQuery } from '../../language/ast.ts';
import { printExpression } from '../../language/print-hogql.ts';
import { visit } from '../../language/visit.ts';
import { addError, compileError } from '../compile-context.ts';
import type { AliasBinding, LambdaAlias, Scope } from './scope.ts';

/** Makes the aliases of the SELECT list known before anything is resolved, also those inside expressions. */
export function collectAliases(select: SelectQuery, scope: Scope): void {
  for (const item of select.select) visitAliases(item, (alias) => addAlias(alias, scope));
}

/** The aliases inside the body of a lambda, which belong to it alone. */
export function lambdaAliasesOf(body: Expr): readonly (readonly [string, LambdaAlias])[] {
  const found: (readonly [string, LambdaAlias])[] = [];
  visitAliases(body, ({ alias, expr }) => found.push([alias, { node: expr, state: 'new' }]));
  return found;
}

/**
 * Finds the aliases of an expression. Aliases inside its sub-queries and lambdas are left out: they belong to those
 * alone.
 */
function visitAliases(expr: Expr, found: (alias: Alias) => void): void {
  visit(expr, {
    enter: (node: AstNode) => {
      if (OWN_NAMES.has(node.kind)) return false;
      if (node.kind === 'Alias') found(node);
      return true;
    },
  });
}

const OWN_NAMES: ReadonlySet<AstNode['kind']> = new Set([
  'SelectQuery',
  'SelectSetQuery',
  'ColumnsExpr',
  'Lambda',
]);

/** The expression inside all aliases around it: `(a AS b) AS c` gives `a` two names. */
export function withoutAliases(node: Expr): Expr {
  let inner = node;
  while (inner.kind === 'Alias') inner = inner.expr;
  return inner;
}

/** True when the same expression already has this name, which is no second definition. */
function isSame(known: AliasBinding, expr: Expr): boolean {
  if (known.node === expr) return true;
  known.text ??= printExpression(known.node);
  return known.text === printExpression(expr);
}

function addAlias(node: Alias, scope: Scope): void {
  const known = scope.aliases.get(node.alias);
  const expr = withoutAliases(node.expr);
  if (known && isSame(known, expr)) return;
  if (known) {
    addError(
      scope.context,
      compileError(
        scope.context,
        'invalid_alias',
        `The alias "${node.alias}" is defined twice. Choose another name.`,
        node,
      ),
    );
    return;
  }
  const binding: AliasBinding = {
    node: expr,
    name: scope.context.names.next('c'),
    state: 'new',
    listed: false,
    referenced: false,
  };
  scope.aliases.set(node.alias, binding);
  for (let inner = node.expr; inner.kind === 'Alias'; inner = inner.expr) {
    if (!scope.aliases.has(inner.alias)) scope.aliases.set(inner.alias, binding);
  }
}
