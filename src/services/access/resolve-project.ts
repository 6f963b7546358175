import { AppError } from '../../base/errors.ts';
import { type Principal, reachesProject } from './principal.ts';

/** What resolving needs to know of projects; the project directory knows it without asking the store. */
export interface KnownProjects {
  /** True for a live project. */
  has(projectId: number): Promise<boolean>;
  /** As `has`, for projects in memory; undefined says nothing. */
  recent(projectId: number): object | undefined;
  /** Ids of live projects in order. `within` null = all. */
  list(within: readonly number[] | null): Promise<readonly number[]>;
}

/** A project id as it stands in a path: `1`, not `01` or `1.0`. */
const PROJECT_ID = /^[1-9]\d{0,8}$/;

/**
 * The project that a path names: its id, or `@current` for a key that reaches exactly one project.
 * @throws AppError permission_denied when it is absent, malformed or out of the key's reach: one answer, so that a key
 *   cannot find out which projects exist; invalid_value for `@current` with several projects
 */
export async function resolveProject(
  projects: KnownProjects,
  principal: Principal,
  named: string,
): Promise<number> {
  if (named === '@current') return currentProject(projects, principal);
  const projectId = PROJECT_ID.test(named) ? Number(named) : undefined;
  if (projectId === undefined || !reachesProject(principal, projectId) || !(await projects.has(projectId))) {
    throw outOfReach();
  }
  return projectId;
}

/** As `resolveProject`, without a promise, for a project in memory. Undefined says nothing. */
export function recentProject(
  projects: KnownProjects,
  principal: Principal,
  named: string,
): number | undefined {
  const projectId = PROJECT_ID.test(named) ? Number(named) : undefined;
  if (projectId === undefined || !reachesProject(principal, projectId)) return undefined;
  return projects.recent(projectId) === undefined ? undefined : projectId;
}

async function currentProject(projects: KnownProjects, principal: Principal): Promise<number> {
  const [only, ...others] = await projects.list(principal.projectIds);
  if (only === undefined) throw outOfReach();
  if (others.length === 0) return only;
  throw new AppError('invalid_value', '@current needs a key of one project; this key reaches several.', {
    attr: 'project_id',
  });
}

function outOfReach(): AppError {
  return new AppError('permission_denied', 'The key does not reach this project.');
}
