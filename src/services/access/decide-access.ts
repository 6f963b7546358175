import { AppError } from '../../base/errors.ts';
import { idOfText } from '../../base/id-of-text.ts';
import type { Scope } from '../../schema/scopes.ts';
import { type KnownState, Missing } from '../catalog/known-state.ts';
import { absentProject, type Principal, reachesProject } from '../catalog/principal.ts';
import { type IdentityServices, identifyCaller, identifyRunner } from './authenticate.ts';

/** What decides whether a call is let in. */
export interface AccessRequest {
  /** The header `Authorization`. */
  readonly authorization: string | undefined;
  /** The project as the path names it; undefined where it names none. */
  readonly project: string | undefined;
  /** The endpoint as the path names it; undefined where it names none. */
  readonly endpoint: string | undefined;
  /** The caller needs one of these scopes; empty = any key will do. */
  readonly scopes: readonly Scope[];
}

/** Who is let in, and to which project; null = the path names none. */
export interface Access {
  readonly principal: Principal;
  readonly projectId: number | null;
}

/**
 * Decides who may call: checks the key, then the project of the path, then the scope, then the endpoint of the path.
 * @throws AppError authentication_failed; permission_denied for a project out of the key's reach, for a scope that the
 *   key lacks and for an endpoint that it does not name; invalid_value for `@current` with several projects
 */
export function decideAccess(
  services: IdentityServices,
  known: KnownState,
  { authorization, project, endpoint, scopes }: AccessRequest,
): Access | Missing {
  // Only what runs endpoints of a project takes tokens; everywhere else they are no credential.
  const isRun = scopes[0] === 'endpoint:run' && project !== undefined;
  const identify = isRun ? identifyRunner : identifyCaller;
  const principal = identify(services, known, authorization);
  if (principal instanceof Missing) return principal;
  const projectId = project === undefined ? null : reachedProject(known, principal, project);
  if (projectId instanceof Missing) return projectId;
  const [wanted] = scopes;
  if (wanted !== undefined && !scopes.some((scope) => principal.scopes.includes(scope)))
    throw new AppError('permission_denied', `The key lacks the scope "${wanted}".`);
  if (endpoint === undefined || projectId === null) return { principal, projectId };
  return checkEndpoint(known, principal, { projectId, endpoint }) ?? { principal, projectId };
}

/**
 * Refuses an endpoint that the key or token does not name, before anything is told of it: one that is absent is refused
 * alike.
 * @throws AppError permission_denied
 */
export function checkEndpoint(
  known: KnownState,
  { endpointIds, token }: Principal,
  { projectId, endpoint }: { readonly projectId: number; readonly endpoint: string },
): Missing | undefined {
  if (token !== null && token.grantOf(endpoint) === undefined) throw unnamedEndpoint();
  if (endpointIds === null) return undefined;
  const found = known.endpoint(projectId, endpoint);
  if (found instanceof Missing) return found;
  if (found !== null && endpointIds.includes(found.id)) return undefined;
  throw unnamedEndpoint();
}

function unnamedEndpoint(): AppError {
  return new AppError('permission_denied', 'The key does not name this endpoint.');
}

/**
 * The project that a path names: its id, or `@current` for a key that reaches exactly one project. An absent, a
 * malformed and an unreachable project are refused in the same way, so that a key cannot find out which projects exist.
 */
function reachedProject(known: KnownState, principal: Principal, named: string): number | Missing {
  if (named === '@current') return onlyProject(known, principal);
  const projectId = idOfText(named);
  if (projectId === undefined || !reachesProject(principal, projectId)) throw absentProject();
  const project = known.liveProject(projectId);
  return project instanceof Missing ? project : projectId;
}

function onlyProject(known: KnownState, { projectIds }: Principal): number | Missing {
  const reached = known.projects(projectIds);
  if (reached instanceof Missing) return reached;
  const [only, ...others] = reached;
  if (only === undefined) throw absentProject();
  if (others.length === 0) return only;
  throw new AppError('invalid_value', '@current needs a key of one project; this key reaches several.', {
    attr: 'project_id',
  });
}
