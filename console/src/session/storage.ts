import type { Session } from './shapes.ts';

const SESSION = 'sluice-session';
const LAST_KEY = 'sluice-last-key';

/** The session of this tab, else the one that is kept on this computer; null when neither is there or it is over. */
export function keptSession(): Session | null {
  return read(sessionStorage) ?? read(localStorage);
}

/** Keeps a session for this tab, and on this computer when the user asked for that. */
export function keepSession(session: Session): void {
  const text = JSON.stringify(session);
  sessionStorage.setItem(SESSION, text);
  if (session.isKept) localStorage.setItem(SESSION, text);
}

export function forgetSession(): void {
  sessionStorage.removeItem(SESSION);
  localStorage.removeItem(SESSION);
}

/** Notes which key signed in here, by its id, which is no secret. */
export function rememberKey(id: string): void {
  localStorage.setItem(LAST_KEY, id);
}

/** The key that signed in here last, by its id. */
export function lastKey(): string | null {
  return localStorage.getItem(LAST_KEY);
}

function read(storage: Storage): Session | null {
  const text = storage.getItem(SESSION);
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Session;
    if (Date.parse(kept.expiresAt) > Date.now() && typeof kept.token === 'string') return kept;
  } catch {
    // Written by something else: as if there were none.
  }
  storage.removeItem(SESSION);
  return null;
}
