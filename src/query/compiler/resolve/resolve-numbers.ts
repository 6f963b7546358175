import { UINT64 } from '../../catalog/build-type.ts';
import type { Template } from '../../catalog/function-row.ts';
import { FORMS, MOST_NUMBERS } from '../../catalog/functions/forms.ts';
import type { Expr, Field } from '../../language/ast.ts';
import { isConstant } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import { expandTemplate } from '../expand-template.ts';
import type { IrExpr } from '../ir.ts';
import { isNumeric } from '../types.ts';
import { toNumber } from './convert.ts';
import { WHOLE_NUMBER } from './resolve-variable.ts';
import { inClause, type Scope, selectScope } from './scope.ts';

/**
 * The arguments of `numbers(n)` or `numbers(start, count)`, the one table function. They are constant expressions,
 * which see no column.
 */
export function resolveNumbers(name: Field, args: readonly Expr[], scope: Scope): readonly IrExpr[] {
  const { context } = scope;
  if (name.chain.length !== 1 || name.chain[0] !== 'numbers') {
    const found = name.chain.join('.');
    const detail = `There is no table function "${found}". Only numbers() is offered.`;
    throw compileError(context, 'unknown_table', detail, name);
  }
  if (args.length < 1 || args.length > 2) {
    throw compileError(context, 'wrong_arity', `numbers takes 1 to 2 arguments, found ${args.length}.`, name);
  }
  return args.map((arg, at) => resolveNumber(arg, at === args.length - 1, scope));
}

function resolveNumber(node: Expr, isCount: boolean, scope: Scope): IrExpr {
  const { context, resolver } = scope;
  const value = toNumber(resolver.expr(node, inClause(selectScope(scope), 'limit'), WHOLE_NUMBER));
  if (value.kind === 'literal' && typeof value.value === 'bigint' && value.value >= 0n) {
    if (!isCount || value.value <= MOST_NUMBERS) return value;
    throw compileError(context, 'query_too_large', `numbers makes at most ${MOST_NUMBERS} rows.`, node);
  }
  if (isConstant(value) && value.kind !== 'literal' && isNumeric(value.type)) {
    const form: Template = isCount ? FORMS.countOfNumbers : FORMS.wholeNumber;
    return expandTemplate(form, { args: [value], type: UINT64 });
  }
  const detail = 'numbers takes whole numbers and constant expressions, without columns and sub-queries.';
  throw compileError(context, 'type_mismatch', detail, node);
}
