import type { SelectStatement } from '../../language/ast.ts';
import type { CompileContext } from '../compile-context.ts';
import type { IrStatement } from '../ir.ts';
import { resolveBounded } from './resolve-bounded.ts';
import { resolveQuery } from './resolve-query.ts';
import { checkVariableTypes } from './resolve-variable.ts';
import { type Resolver, type ResultColumn, rootScope } from './scope.ts';

const RESOLVER: Resolver = { expr: resolveBounded, query: (node, parent) => resolveQuery(node, parent) };

export interface ResolvedStatement {
  readonly statement: IrStatement;
  readonly columns: readonly ResultColumn[];
}

/** Binds every name of a statement and types every expression. Errors are collected in the context. */
export function resolveStatement(ast: SelectStatement, context: CompileContext): ResolvedStatement {
  const scope = rootScope(context, RESOLVER);
  const { query, columns } = resolveQuery(ast, scope, 'project');
  checkVariableTypes(scope);
  return { statement: { ctes: context.ctes, query }, columns };
}
