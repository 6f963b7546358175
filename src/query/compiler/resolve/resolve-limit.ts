import type { Expr } from '../../language/ast.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr } from '../ir.ts';
import { WHOLE_NUMBER } from './resolve-variable.ts';
import type { Scope } from './scope.ts';

/** The number in LIMIT, OFFSET or LIMIT BY: a whole number from 0 on, or a variable. */
export function resolveLimit(node: Expr, scope: Scope): IrExpr {
  const value = scope.resolver.expr(node, scope, WHOLE_NUMBER);
  if (value.kind === 'variable' && value.form === 'integer') return value;
  const isCount = value.kind === 'literal' && typeof value.value === 'bigint' && value.value >= 0n;
  if (isCount && value.value < 2n ** 63n) return { ...value, engineType: 'Int64' };
  throw compileError(
    scope.context,
    'type_mismatch',
    'LIMIT and OFFSET take a whole number or a variable.',
    node,
  );
}
