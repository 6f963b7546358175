import { useStore } from '../api/store.ts';
import { hasScope } from './has-scope.ts';
import { session } from './session.ts';
import type { Scope, SessionKey } from './shapes.ts';

/** What each scope allows, as words after "may". */
export const SCOPE_WORDS: Readonly<Record<Exclude<Scope, '*'>, string>> = {
  'endpoint:run': 'run endpoints',
  'endpoint:read': 'read and run endpoints',
  'endpoint:write': 'create and change endpoints',
  'query:read': 'run queries of its own',
  'token:write': 'change signing keys of tokens',
  'event:write': 'send and import events',
  'event:delete': 'delete events and persons',
  'project:read': 'read the project and its catalogue',
  'project:write': 'change the project',
  'key:write': 'make and revoke keys',
};

/** The key of this session; also while the overlay asks to sign in again. */
export function useSessionKey(): SessionKey | null {
  const state = useStore(session);
  if (state.kind === 'in') return state.session.key;
  return state.kind === 'ended' ? state.key : null;
}

/** True when the key of this session has a scope now: for what is read, which no screen asks for in vain. */
export function may(scope: Scope): boolean {
  const state = session.get();
  return hasScope(state.kind === 'in' ? state.session.key : null, scope);
}

/**
 * Why the key of this session may not do something, as a sentence for `unavailable` of a button; null when it may.
 */
export function useRefusal(scope: Exclude<Scope, '*'>): string | null {
  const key = useSessionKey();
  if (hasScope(key, scope)) return null;
  return `The key ${key?.label ?? ''} may not ${SCOPE_WORDS[scope]}: it lacks ${scope}`;
}
