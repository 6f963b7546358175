import type { Scope, SessionKey } from './shapes.ts';

/** True when a key has a scope. */
export function hasScope(key: Pick<SessionKey, 'scopes'> | null, scope: Scope): boolean {
  if (key === null) return false;
  const { scopes } = key;
  // Who may read endpoints may run them.
  const isImplied = scope === 'endpoint:run' && scopes.includes('endpoint:read');
  return isImplied || scopes.includes('*') || scopes.includes(scope);
}
