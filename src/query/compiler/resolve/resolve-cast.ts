import { type CastTarget, findCast } from '../../catalog/casts.ts';
import type { TryCast, TypeCast } from '../../language/ast.ts';
import { cast, castOrNull } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr } from '../ir.ts';
import { callFunction } from './call-function.ts';
import type { Scope } from './scope.ts';

/** `x::type`, `CAST(x AS type)`. */
export function resolveCast(node: TypeCast | TryCast, scope: Scope): IrExpr {
  const value = scope.resolver.expr(node.expr, scope);
  const target = findCast(node.type_name);
  switch (target?.kind) {
    case 'function':
      return callFunction(target.name, [value], node, scope);
    case 'decimal':
      checkDigits(target, node, scope);
      return castOrNull(value, target.type);
    case 'array':
      return cast(value, target.type);
    case undefined:
      throw compileError(
        scope.context,
        'type_mismatch',
        `There is no cast to "${node.type_name}". Casts go to int, float, decimal(p, s), text, bool, date, datetime, uuid and arrays of these.`,
        node,
      );
  }
}

function checkDigits(
  { precision, scale }: CastTarget & { readonly kind: 'decimal' },
  node: TypeCast | TryCast,
  scope: Scope,
): void {
  if (precision >= 1 && precision <= 76 && scale <= precision) return;
  throw compileError(
    scope.context,
    'type_mismatch',
    'A decimal has 1 to 76 digits, at least as many as behind the point.',
    node,
  );
}
