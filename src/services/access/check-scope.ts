import { AppError } from '../../base/errors.ts';
import type { Scope } from '../../schema/scope.ts';
import { hasScope, type Principal } from './principal.ts';

/** @throws AppError permission_denied naming the scope, unless the key carries it */
export function checkScope(principal: Principal, scope: Scope): void {
  if (hasScope(principal, scope)) return;
  throw new AppError('permission_denied', `The key lacks the scope "${scope}".`);
}
