import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SigningKeyRow } from '../../../adapters/store/signing-key-store.ts';
import { stableJson } from '../../../base/stable-json.ts';
import type { RunConstraint } from '../../../query/plan.ts';
import type { TokenAllow, TokenClaims, TokenPart } from '../../../schema/token-claims.ts';
import type { TokenGrant } from '../../catalog/principal.ts';

/** What a token lets its holder do with the endpoint of this name; undefined = it does not name the endpoint. Pure. */
export function tokenGrant(
  { endpoints, variables = {}, filters = [], allow = {}, limits }: TokenClaims,
  key: Pick<SigningKeyRow, 'id' | 'demands' | 'ceiling' | 'shared'>,
  name: string,
): TokenGrant | undefined {
  const own = partOf(endpoints, name);
  if (own === undefined) return undefined;
  const isFree = own.unconstrained === true;
  const common = isFree ? {} : variables;
  const fixed = { ...common, ...own.variables };
  const all = [...(isFree ? [] : filters), ...(own.filters ?? [])];
  const constraint: RunConstraint = { filters: all, shared: key.shared };
  const allowed = within(key.ceiling, together(allow, own.allow ?? {}));
  const grant = {
    variables: fixed,
    constraint: all.length > 0 ? constraint : undefined,
    allow: allowed,
    maxRows: limits?.max_rows,
    refusal: refusalOf(common, own, { fixed, filters: all, key }),
  };
  return { ...grant, digest: hash('sha256', stableJson([key.id, grant]), 'base64url') };
}

function partOf(endpoints: TokenClaims['endpoints'], name: string): TokenPart | undefined {
  if (Array.isArray(endpoints)) return endpoints.includes(name) ? {} : undefined;
  return Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
}

interface Fixed {
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly filters: RunConstraint['filters'];
  readonly key: Pick<SigningKeyRow, 'demands'>;
}

/** Why nothing runs by the token, as the member at fault; undefined = it may. */
function refusalOf(
  common: Readonly<Record<string, unknown>>,
  { variables = {}, unconstrained }: TokenPart,
  { fixed, filters, key: { demands } }: Fixed,
): string | undefined {
  const twice = Object.keys(variables).find(
    (name) => Object.hasOwn(common, name) && !isDeepStrictEqual(common[name], variables[name]),
  );
  if (twice !== undefined) return `variables.${twice}`;
  const lacked = demands.variables.find((name) => !Object.hasOwn(fixed, name));
  if (lacked !== undefined) return `variables.${lacked}`;
  if (demands.filters.some((key) => !filters.some((filter) => 'key' in filter && filter.key === key)))
    return 'filters';
  const isConstrained = Object.keys(fixed).length > 0 || filters.length > 0;
  return isConstrained || unconstrained === true ? undefined : 'endpoints';
}

/** What both allow together. */
function together(a: TokenAllow, b: TokenAllow): TokenAllow {
  const either = (member: 'filters' | 'dates' | 'interval' | 'breakdown'): boolean =>
    a[member] === true || b[member] === true;
  return {
    variables: [...(a.variables ?? []), ...(b.variables ?? [])],
    filters: either('filters'),
    dates: either('dates'),
    interval: either('interval'),
    breakdown: either('breakdown'),
    formats: [...(a.formats ?? []), ...(b.formats ?? [])],
  };
}

/** What is allowed of it: nothing beyond the ceiling of the signing key. */
function within(ceiling: TokenAllow | null, allow: TokenAllow): TokenAllow {
  if (ceiling === null) return allow;
  const both = (member: 'filters' | 'dates' | 'interval' | 'breakdown'): boolean =>
    ceiling[member] === true && allow[member] === true;
  return {
    variables: allow.variables?.filter((name) => ceiling.variables?.includes(name)),
    filters: both('filters'),
    dates: both('dates'),
    interval: both('interval'),
    breakdown: both('breakdown'),
    formats: allow.formats?.filter((format) => ceiling.formats?.includes(format)),
  };
}
