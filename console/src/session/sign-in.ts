import { answerOf, api } from '../api/client.ts';
import { adoptSession, leave, session } from './session.ts';
import type { Session } from './shapes.ts';
import { lastKey } from './storage.ts';

/**
 * Exchanges a personal key for a session. The key itself is kept nowhere.
 * @throws ApiProblem authentication_failed, throttled, no_answer
 */
export async function signInWithKey(key: string, stay: boolean): Promise<void> {
  adoptSession(await openSession({ stay }, key));
}

/** A session that a code was exchanged for and that the user has not agreed to yet. */
export interface OfferedSession {
  readonly session: Session;
  accept(): void;
  refuse(): Promise<void>;
}

/**
 * Exchanges the code of a link. The user is asked first when this browser knows another key or has a session.
 * @returns null when the session was taken at once
 * @throws ApiProblem authentication_failed for a code that was used or is older than ten minutes
 */
export async function signInWithCode(code: string, known: Session | null): Promise<OfferedSession | null> {
  const made = await openSession({ code }, null);
  const last = lastKey();
  if (known === null && (last === null || last === made.key.id)) {
    adoptSession(made);
    return null;
  }
  return {
    session: made,
    accept: () => adoptSession(made),
    refuse: () => closeSession(made.token),
  };
}

/** Ends the session at the service and forgets everything here. */
export async function signOut(): Promise<void> {
  const state = session.get();
  if (state.kind === 'in') await closeSession(state.session.token);
  leave({ tellsOthers: true });
}

async function openSession(body: { code: string } | { stay: boolean }, key: string | null): Promise<Session> {
  const made = await answerOf(
    api.POST('/api/console_sessions', { body, headers: key === null ? {} : authorizedBy(key) }),
  );
  return {
    token: made.token,
    expiresAt: made.expires_at,
    key: made.key,
    isKept: 'stay' in body && body.stay,
  };
}

/** A session that is gone already is as good as closed, so the answer does not matter. */
async function closeSession(token: string): Promise<void> {
  await api.DELETE('/api/console_sessions/@current', { headers: authorizedBy(token) }).catch(() => undefined);
}

const authorizedBy = (secret: string) => ({ Authorization: `Bearer ${secret}` });
