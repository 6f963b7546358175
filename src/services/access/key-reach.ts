import { AppError } from '../../base/errors.ts';
import { isScope, type Principal } from '../catalog/principal.ts';

/** What a key can do: its scopes, in its projects (null = every project). */
export interface Grant {
  readonly scopes: readonly string[];
  readonly projectIds: readonly number[] | null;
}

/**
 * True when `principal` can do everything that `grant` can. A principal may make, see, roll and delete only such keys.
 */
export function covers(principal: Principal, grant: Grant): boolean {
  return firstScopeBeyond(principal, grant) === undefined && coversProjects(principal, grant.projectIds);
}

/** @throws AppError permission_denied naming what goes beyond the principal's own reach */
export function checkGrant(principal: Principal, grant: Grant): void {
  const scope = firstScopeBeyond(principal, grant);
  if (scope !== undefined) {
    throw new AppError('permission_denied', `A key cannot grant the scope "${scope}", which it lacks.`, {
      attr: 'scopes',
    });
  }
  if (!coversProjects(principal, grant.projectIds)) {
    throw new AppError('permission_denied', 'A key cannot grant projects that it does not reach.', {
      attr: 'projects',
    });
  }
}

/** @throws AppError permission_denied unless the key reaches all projects */
export function checkReachesAll({ projectIds }: Principal): void {
  if (projectIds === null) return;
  throw new AppError('permission_denied', 'This is about all projects, and the key is bound to some.');
}

/** True when an end (null = never) lies after that of the principal's own secret; such an end cannot be given. */
export function outlasts(endsAtMs: number | null, { endsAtMs: ownMs }: Principal): boolean {
  return ownMs !== null && (endsAtMs === null || endsAtMs > ownMs);
}

function firstScopeBeyond({ scopes }: Principal, grant: Grant): string | undefined {
  return grant.scopes.find((scope) => !(isScope(scope) && scopes.includes(scope)));
}

function coversProjects(principal: Principal, projectIds: readonly number[] | null): boolean {
  const own = principal.projectIds;
  return own === null || (projectIds?.every((id) => own.includes(id)) ?? false);
}
