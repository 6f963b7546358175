import { AppError } from '../../base/errors.ts';
import type { VariableDeclaration } from '../../schema/variable-declaration.ts';
import { checkDeclaredRange, coerceVariable, type VariableTarget } from './coerce-variable.ts';

/**
 * Refuses bounds and values of a declaration that no run could keep, or that would be ignored: `min` above `max`,
 * bounds of what has no order, relative dates as bounds, values of another type.
 * @throws invalid_variable naming the variable
 */
export function checkDeclaration(target: VariableTarget, declaration: VariableDeclaration): void {
  const { min, max, enum: values = [] } = declaration;
  if (min !== undefined) checkBound(target, 'min', min);
  if (max !== undefined) checkBound(target, 'max', max);
  if (min !== undefined && max !== undefined)
    checkDeclaredRange(coerceVariable(min, target), { max }, target);
  // The values of a String are compared by their text, so numbers in the enum are allowed: they have a text as well.
  if (target.type === 'String') return;
  for (const value of values) coerceVariable(target.type === 'List' ? [value] : value, target);
}

function checkBound(target: VariableTarget, name: 'min' | 'max', bound: unknown): void {
  if (target.type !== 'Number' && target.type !== 'Date')
    throw refusal(target, `${name} is for a Number or a Date`);
  const value = coerceVariable(bound, target);
  if (value.kind === 'date' && value.date.kind !== 'absolute')
    throw refusal(target, `${name} must be an ISO date or datetime`);
}

function refusal({ name, type }: VariableTarget, reason: string): AppError {
  return new AppError('invalid_variable', `The variable "${name}" (${type}): ${reason}.`, {
    attr: `variables.${name}`,
  });
}
