import type { Alias, AstNode, SelectQuery } from '../../language/ast.ts';
import { visit } from '../../language/visit.ts';
import { addError, compileError } from '../compile-context.ts';
import type { Scope } from './scope.ts';

/** Makes the aliases of the SELECT list known, also those inside expressions, before anything is resolved. */
export function collectAliases(select: SelectQuery, scope: Scope): void {
  for (const item of select.select) {
    visit(item, {
      enter: (node: AstNode) => {
        if (node.kind === 'SelectQuery' || node.kind === 'SelectSetQuery' || node.kind === 'ColumnsExpr')
          return false;
        if (node.kind === 'Alias') addAlias(node, scope);
        return true;
      },
    });
  }
}

function addAlias(node: Alias, scope: Scope): void {
  const known = scope.aliases.get(node.alias);
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
  scope.aliases.set(node.alias, {
    node: node.expr,
    name: scope.context.names.next('c'),
    state: 'new',
    listed: false,
    referenced: false,
  });
}
