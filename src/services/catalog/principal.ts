import type { ConsoleSessionRow } from '../../adapters/store/console-store.ts';
import type { KeyRow } from '../../adapters/store/key-store.ts';
import { AppError } from '../../base/errors.ts';
import type { RunConstraint } from '../../query/plan.ts';
import { SCOPES, type Scope } from '../../schema/scopes.ts';
import type { TokenAllow } from '../../schema/token-claims.ts';

/** True for the name of a scope of this version. A newer version may have stored other names. */
export function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
}

/** What a token of a customer lets its holder do with one endpoint. */
export interface TokenGrant {
  /** Values of variables that the holder can neither change nor see. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** What he may see; undefined = nothing is narrowed by filters. */
  readonly constraint: RunConstraint | undefined;
  /** What he may send besides. */
  readonly allow: TokenAllow;
  readonly maxRows: number | undefined;
  /** The member of the token because of which nothing runs by it; undefined = runs are checked. */
  readonly refusal: string | undefined;
  /** Equal for equal grants alone, whoever holds them. */
  readonly digest: string;
}

/** The holder of a token that a customer has signed. */
export interface TokenHolder {
  readonly signingKeyId: string;
  readonly subject: string;
  /** Undefined = the token does not name that endpoint. */
  readonly grantOf: (endpointName: string) => TokenGrant | undefined;
}

/** Who calls: the key behind an `Authorization` header, itself or by a session, already checked. */
export interface Principal {
  readonly keyId: string;
  readonly label: string;
  /** What the key may do: every scope for a key that carries `*`. */
  readonly scopes: readonly Scope[];
  /** Projects the key is bound to; null = every project. */
  readonly projectIds: readonly number[] | null;
  /** Ids of the endpoints that the key may run; null = all of its projects. */
  readonly endpointIds: readonly string[] | null;
  /** End of the secret that was sent, milliseconds since 1970; null = never. A replaced secret ends before its key. */
  readonly endsAtMs: number | null;
  /** The session of the console that stands for the key; null = the key itself was sent. */
  readonly session: ConsoleSessionRow | null;
  /** The token that was sent in place of a key; null = a key or session calls. Only runs take tokens. */
  readonly token: TokenHolder | null;
}

/** The principal of a caller whose secret has this hash: the key's present secret or the one before it. */
export function toPrincipal(key: KeyRow, secretHash: string): Principal {
  return {
    keyId: key.id,
    label: key.label,
    scopes: scopesOf(key.scopes),
    projectIds: key.projectIds,
    endpointIds: key.endpointIds,
    endsAtMs: endOfSecret(key, secretHash),
    session: null,
    token: null,
  };
}

/**
 * The principal of a session: the key as it is now. What it makes may last as long as what the key makes, not only as
 * long as the session.
 */
export function toSessionPrincipal(key: KeyRow, session: ConsoleSessionRow): Principal {
  return { ...toPrincipal(key, key.secretHash), label: `${key.label} (console)`, session };
}

/** What these scopes of a key allow: `*` stands for every scope, and `endpoint:read` for `endpoint:run` too. */
export function scopesOf(named: readonly string[]): readonly Scope[] {
  if (named.includes('*')) return SCOPES;
  const known = named.filter(isScope);
  return known.includes('endpoint:read') && !known.includes('endpoint:run')
    ? [...known, 'endpoint:run']
    : known;
}

/** End of a secret. A replaced secret ends with its overlap, or with the key when that is earlier. */
function endOfSecret(key: KeyRow, secretHash: string): number | null {
  if (key.previous?.secretHash !== secretHash) return key.expiresAtMs;
  return Math.min(key.previous.endsAtMs, key.expiresAtMs ?? Number.POSITIVE_INFINITY);
}

/** @throws AppError permission_denied naming the scope, unless the key carries it */
export function checkScope({ scopes }: Principal, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new AppError('permission_denied', `The key lacks the scope "${scope}".`);
}

/** True when the key reaches that project. */
export function reachesProject(principal: Principal, projectId: number): boolean {
  return principal.projectIds === null || principal.projectIds.includes(projectId);
}

/** The refusal of a project that does not exist. It equals that of a project out of the key's reach. */
export function absentProject(): AppError {
  return new AppError('permission_denied', 'The key does not reach this project.');
}
