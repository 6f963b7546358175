import type { Queryable } from './database.ts';
import { findKey, type KeyRow, recordKeyUse } from './key-store.ts';
import type { ConsoleCodeTable, ConsoleSessionTable } from './tables/console-tables.ts';

/** A session as stored. Instants are milliseconds since 1970. */
export type ConsoleSessionRow = ConsoleSessionTable;

/** A live session with the key that it stands for. */
export interface SessionOfKey {
  readonly session: ConsoleSessionRow;
  readonly key: KeyRow;
}

/** Most sessions of a key: a further one ends the one that was not used for the longest time. */
export const MOST_SESSIONS = 50;
/** Most codes of a key that wait to be used: a further one replaces the oldest. */
export const MOST_CODES = 10;

/**
 * The session whose token has this SHA-256, whatever its end, and its key. None when the key was revoked, or has
 * another secret than when the session began.
 */
export async function findSession(db: Queryable, tokenHash: string): Promise<SessionOfKey | undefined> {
  const session = await db
    .selectFrom('consoleSessions')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  const key = session && (await findKey(db, session.keyId));
  return session === undefined || key?.secretHash !== session.secretHash ? undefined : { session, key };
}

/**
 * The key, held until the transaction ends, so that its sessions and codes are made one after another. Its use is noted
 * with that.
 */
export async function holdKey(db: Queryable, keyId: string, nowMs: number): Promise<KeyRow | undefined> {
  await recordKeyUse(db, keyId, nowMs);
  return findKey(db, keyId);
}

/** Adds a session and forgets those that have ended, and the least used of the key beyond `MOST_SESSIONS`. */
export async function insertSession(db: Queryable, session: ConsoleSessionRow): Promise<void> {
  const { keyId, createdAtMs: nowMs } = session;
  await db.deleteFrom('consoleSessions').where('endsAtMs', '<=', nowMs).execute();
  await db
    .deleteFrom('consoleSessions')
    .where('keyId', '=', keyId)
    .where((eb) => eb('lastUsedAtMs', '<=', eb(eb.val(nowMs), '-', eb.ref('idleMs'))))
    .execute();
  const beyond = await db
    .selectFrom('consoleSessions')
    .select('tokenHash')
    .where('keyId', '=', keyId)
    .orderBy('lastUsedAtMs', 'desc')
    .orderBy('tokenHash')
    .offset(MOST_SESSIONS - 1)
    // SQLite knows no offset without a limit.
    .limit(MOST_SESSIONS)
    .execute();
  for (const { tokenHash } of beyond) await deleteSession(db, tokenHash);
  await db.insertInto('consoleSessions').values(session).execute();
}

/** Ends a session. @returns false when there was none */
export async function deleteSession(db: Queryable, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('consoleSessions')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function recordSessionUse(db: Queryable, tokenHash: string, usedAtMs: number): Promise<void> {
  await db
    .updateTable('consoleSessions')
    .set({ lastUsedAtMs: usedAtMs })
    .where('tokenHash', '=', tokenHash)
    .execute();
}

/** Adds a code and forgets those that have ended, and the oldest of the key beyond `MOST_CODES`. */
export async function insertCode(db: Queryable, code: ConsoleCodeTable): Promise<void> {
  await db.deleteFrom('consoleCodes').where('endsAtMs', '<=', code.createdAtMs).execute();
  const beyond = await db
    .selectFrom('consoleCodes')
    .select('codeHash')
    .where('keyId', '=', code.keyId)
    .orderBy('createdAtMs', 'desc')
    .orderBy('codeHash')
    .offset(MOST_CODES - 1)
    .limit(MOST_CODES)
    .execute();
  for (const { codeHash } of beyond)
    await db.deleteFrom('consoleCodes').where('codeHash', '=', codeHash).execute();
  await db.insertInto('consoleCodes').values(code).execute();
}

/** Uses a code up, in one statement: of many at once one gets it. */
export async function takeCode(
  db: Queryable,
  codeHash: string,
  nowMs: number,
): Promise<ConsoleCodeTable | undefined> {
  return db
    .deleteFrom('consoleCodes')
    .where('codeHash', '=', codeHash)
    .where('endsAtMs', '>', nowMs)
    .returningAll()
    .executeTakeFirst();
}
