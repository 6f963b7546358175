import { takeTokensFrom } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { createStore } from '../api/store.ts';
import { askOtherTabs, listenToOtherTabs, tellOtherTabs } from './other-tabs.ts';
import type { Session, SessionKey } from './shapes.ts';
import { forgetSession, keepSession, keptSession, rememberKey } from './storage.ts';

/**
 * `ended` keeps the session's key: the screen stays below the overlay, and goes on after a sign-in of the same reach.
 */
export type SessionState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'out' }
  | { readonly kind: 'in'; readonly session: Session }
  | { readonly kind: 'ended'; readonly key: SessionKey };

/** The one session of this tab. Only this module and the client see its token. */
export const session = createStore<SessionState>({ kind: 'starting' });

takeTokensFrom({
  token: () => {
    const state = session.get();
    return state.kind === 'in' ? state.session.token : null;
  },
  onRefused: (token) => {
    const state = session.get();
    if (state.kind === 'in' && state.session.token === token) endSession();
  },
});

/** Takes a session as that of this tab. A session of another key forgets what the one before had read. */
export function adoptSession(next: Session): void {
  const state = session.get();
  const before = state.kind === 'ended' ? state.key : state.kind === 'in' ? state.session.key : null;
  keepSession(next);
  rememberKey(next.key.id);
  if (before !== null && before.id !== next.key.id) queryClient.clear();
  session.set({ kind: 'in', session: next });
  void queryClient.invalidateQueries();
}

/** What the service says of the session now: scopes of its key may have changed, and each use puts its end off. */
export function renewSession(key: SessionKey, expiresAt: string | null): void {
  const state = session.get();
  if (state.kind !== 'in') return;
  const next = { ...state.session, key, expiresAt: expiresAt ?? state.session.expiresAt };
  if (JSON.stringify(next) === JSON.stringify(state.session)) return;
  keepSession(next);
  session.set({ kind: 'in', session: next });
}

/** The service refuses the token: the screen stays, and asks to sign in again. */
function endSession(): void {
  const state = session.get();
  forgetSession();
  session.set(state.kind === 'in' ? { kind: 'ended', key: state.session.key } : { kind: 'out' });
}

/** Leaves nothing behind: storages, drafts and all that was read. */
export function leave(options: { readonly tellsOthers: boolean }): void {
  forgetSession();
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('sluice-draft:')) localStorage.removeItem(key);
  }
  sessionStorage.clear();
  queryClient.clear();
  session.set({ kind: 'out' });
  if (options.tellsOthers) tellOtherTabs({ kind: 'left' });
}

/** The session that this tab had, one that is kept, or one of another tab; null when there is none. */
export async function findSession(): Promise<Session | null> {
  return keptSession() ?? (await askOtherTabs());
}

listenToOtherTabs({
  session: () => {
    const state = session.get();
    return state.kind === 'in' ? state.session : null;
  },
  onLeft: () => leave({ tellsOthers: false }),
});
