import { AppError, isAppError } from '../../base/errors.ts';
import type { OutputRequest, RunRequest } from '../../schema/run-request.ts';
import type { Principal, TokenGrant } from '../catalog/principal.ts';
import type { ConstrainedRequest } from './run-call.ts';

/**
 * What the token of a caller lets him do with the endpoint; undefined = a key calls.
 * @throws AppError permission_denied for an endpoint that the token does not name
 */
export function grantOf({ token }: Pick<Principal, 'token'>, endpointName: string): TokenGrant | undefined {
  if (token === null) return undefined;
  const grant = token.grantOf(endpointName);
  if (grant !== undefined) return grant;
  throw new AppError('permission_denied', 'The key does not name this endpoint.');
}

/**
 * The request with the fixed values of a token in it. The constraint never passes through a member that callers send.
 * Pure.
 * @throws AppError token_not_applicable when nothing runs by the token; token_fixed_member for a member that the
 *   token does not leave to its holder, whatever its value
 */
export function constrainRun(
  request: RunRequest & OutputRequest,
  { variables, constraint, allow, refusal }: TokenGrant,
): ConstrainedRequest {
  if (refusal !== undefined) throw notApplicable(refusal);
  for (const name of Object.keys(request.variables ?? {}))
    if (Object.hasOwn(variables, name) || !allow.variables?.includes(name)) throw fixed(`variables.${name}`);
  for (const [member, isGiven] of NEVER) if (isGiven(request)) throw fixed(member);
  for (const [member, value] of Object.entries(request.filters_override ?? {}))
    if (value !== undefined && value !== null && !allows(allow, member, value))
      throw fixed(`filters_override.${member}`);
  const all = { ...request.variables, ...variables };
  return {
    ...request,
    ...(Object.keys(all).length > 0 && { variables: all }),
    ...(constraint && { constraint }),
  };
}

/** Members that no token leaves to its holder. */
const NEVER: readonly (readonly [member: string, isGiven: (request: RunRequest) => boolean])[] = [
  ['query_override', ({ query_override }) => query_override !== undefined],
  ['version', ({ version }) => version !== undefined],
  ['debug', ({ debug }) => debug],
  ['refresh', ({ refresh }) => refresh !== 'blocking'],
];

function allows(allow: TokenGrant['allow'], member: string, value: unknown): boolean {
  switch (member) {
    case 'properties':
      return allow.filters === true && !hasOtherType(value);
    case 'date_from':
    case 'date_to':
    case 'explicitDate':
      return allow.dates === true;
    case 'interval':
      return allow.interval === true;
    case 'breakdown_filter':
      return allow.breakdown === true;
    default:
      return false;
  }
}

/** Filters that read more than a row and its person or group: expressions and cohorts, however deep they stand. */
function hasOtherType(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOtherType);
  if (typeof value !== 'object' || value === null) return false;
  if ('type' in value && OTHER_TYPES.includes(value.type)) return true;
  return 'values' in value && hasOtherType(value.values);
}

const OTHER_TYPES: readonly unknown[] = [
  'hogql',
  'cohort',
  'static-cohort',
  'precalculated-cohort',
  'session',
];

/**
 * The error in terms of the token: what its own values are refused for is the fault of the token, and no value is
 * shown.
 */
export function inTokenTerms(error: unknown, grant: TokenGrant | undefined): unknown {
  if (grant === undefined || !isAppError(error) || error.attr === undefined) return error;
  if (error.code === 'token_fixed_member' || error.code === 'token_not_applicable') return error;
  if (error.attr.startsWith('token.')) return notApplicable(error.attr.slice('token.'.length));
  const [member, name = ''] = error.attr.split('.');
  const isFixed = member === 'variables' && Object.hasOwn(grant.variables, name);
  return isFixed ? notApplicable(`variables.${name}`) : error;
}

function notApplicable(member: string): AppError {
  const detail = `The token cannot be applied to this endpoint because of its member "${member}".`;
  return new AppError('token_not_applicable', detail, { attr: `token.${member}` });
}

function fixed(attr: string): AppError {
  return new AppError('token_fixed_member', `The token does not leave ${attr} to its holder.`, { attr });
}
