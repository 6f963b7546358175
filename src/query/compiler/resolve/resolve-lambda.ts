import { invariant } from '../../../base/invariant.ts';
import { UNKNOWN } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { FunctionRow } from '../../catalog/function-row.ts';
import type { Expr } from '../../language/ast.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr, IrName } from '../ir.ts';
import { lambdaAliasesOf } from './collect-aliases.ts';
import type { Scope } from './scope.ts';

/**
 * Resolves a lambda among the arguments of `row`; the types of the lambda's own arguments come from the other
 * arguments.
 */
export function resolveLambda(
  node: Expr,
  row: FunctionRow,
  values: readonly (IrExpr | undefined)[],
  callNode: Expr,
  scope: Scope,
): IrExpr {
  invariant(node.kind === 'Lambda', 'only a lambda is resolved late');
  if (!row.lambda) {
    throw compileError(scope.context, 'type_mismatch', `${row.name} takes no lambda.`, node);
  }
  const types = argumentTypes(row.lambda, values);
  if (types.length > 0 && node.args.length !== types.length) {
    throw compileError(
      scope.context,
      'wrong_arity',
      `The lambda of ${row.name} takes ${types.length} argument${types.length === 1 ? '' : 's'} here, found ${node.args.length}.`,
      callNode,
    );
  }
  const names = node.args.map((arg, at): readonly [string, IrName] => [
    arg,
    { kind: 'name', name: scope.context.names.next('l'), type: types[at] ?? UNKNOWN },
  ]);
  const body = scope.resolver.expr(node.expr, {
    ...scope,
    lambdaArgs: new Map([...scope.lambdaArgs, ...names]),
    lambdaAliases: new Map([...scope.lambdaAliases, ...lambdaAliasesOf(node.expr)]),
  });
  return {
    kind: 'lambda',
    args: names.map(([, name]) => name.name),
    body,
    type: { kind: 'lambda', nullable: false, result: body.type },
  };
}

function argumentTypes(
  source: NonNullable<FunctionRow['lambda']>,
  values: readonly (IrExpr | undefined)[],
): readonly DataType[] {
  const types = values.flatMap((value) => (value ? [value.type] : []));
  switch (source) {
    case 'elements':
      return types.filter((type) => type.kind === 'array' || type.kind === 'unknown').map(elementType);
    case 'entries': {
      const map = types.find((type) => type.kind === 'map');
      return map?.kind === 'map' ? [map.key, map.value] : [UNKNOWN, UNKNOWN];
    }
    case 'fold':
      return [types.at(-1) ?? UNKNOWN, ...types.slice(0, -1).map(elementType)];
  }
}

function elementType(type: DataType): DataType {
  return type.kind === 'array' ? type.element : UNKNOWN;
}
