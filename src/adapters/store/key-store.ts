import type { Selectable } from 'kysely';
import type { Queryable } from './database.ts';
import type { KeyTable } from './schema.ts';

/** A personal API key as stored; its secret is known to its owner only. Instants are milliseconds since 1970. */
export interface KeyRow {
  readonly id: string;
  readonly label: string;
  /** SHA-256 of the whole key, in hex. */
  readonly secretHash: string;
  /** The secret before the last roll: SHA-256 and the end of its overlap. */
  readonly previous: { readonly secretHash: string; readonly endsAtMs: number } | null;
  readonly hint: string;
  readonly scopes: readonly string[];
  /** Null = every project. */
  readonly projectIds: readonly number[] | null;
  /** Id of the key that made it; null for the root key. */
  readonly createdBy: string | null;
  readonly createdAtMs: number;
  /** Null = never. */
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

/** @throws UniqueViolationError when a key with this secret exists */
export async function insertKey(db: Queryable, key: KeyRow): Promise<void> {
  await db
    .insertInto('keys')
    .values({
      id: key.id,
      label: key.label,
      secret_hash: key.secretHash,
      previous_secret_hash: key.previous?.secretHash ?? null,
      previous_ends_at_ms: key.previous?.endsAtMs ?? null,
      hint: key.hint,
      scopes: JSON.stringify(key.scopes),
      project_ids: key.projectIds && JSON.stringify(key.projectIds),
      created_by: key.createdBy,
      created_at_ms: key.createdAtMs,
      expires_at_ms: key.expiresAtMs,
      last_used_at_ms: key.lastUsedAtMs,
    })
    .execute();
}

/** The key whose secret, or secret before its last roll, has this SHA-256; expired or not. */
export async function findKeyByHash(db: Queryable, secretHash: string): Promise<KeyRow | undefined> {
  const row = await db
    .selectFrom('keys')
    .selectAll()
    .where((eb) => eb.or([eb('secret_hash', '=', secretHash), eb('previous_secret_hash', '=', secretHash)]))
    .executeTakeFirst();
  return row && toKey(row);
}

export async function findKey(db: Queryable, keyId: string): Promise<KeyRow | undefined> {
  const row = await db.selectFrom('keys').selectAll().where('id', '=', keyId).executeTakeFirst();
  return row && toKey(row);
}

/** All keys, oldest first. */
export async function listKeys(db: Queryable): Promise<readonly KeyRow[]> {
  const rows = await db.selectFrom('keys').selectAll().orderBy('created_at_ms').orderBy('id').execute();
  return rows.map(toKey);
}

/** Removes a key. True when it was there. */
export async function deleteKey(db: Queryable, keyId: string): Promise<boolean> {
  const result = await db.deleteFrom('keys').where('id', '=', keyId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Gives a key a new secret; the one it had works until `previousEndsAtMs`, and any older one no longer. */
export async function replaceSecret(
  db: Queryable,
  keyId: string,
  change: { readonly secretHash: string; readonly hint: string; readonly previousEndsAtMs: number },
): Promise<KeyRow | undefined> {
  const row = await db
    .updateTable('keys')
    .set((eb) => ({
      previous_secret_hash: eb.ref('secret_hash'),
      previous_ends_at_ms: change.previousEndsAtMs,
      secret_hash: change.secretHash,
      hint: change.hint,
    }))
    .where('id', '=', keyId)
    .returningAll()
    .executeTakeFirst();
  return row && toKey(row);
}

/** Takes a project away from the keys that are bound to it; a key that was bound to no other is removed. */
export async function removeProjectFromKeys(db: Queryable, projectId: number): Promise<void> {
  for (const { id, projectIds } of await listKeys(db)) {
    if (projectIds === null || !projectIds.includes(projectId)) continue;
    const left = projectIds.filter((each) => each !== projectId);
    if (left.length === 0) await deleteKey(db, id);
    else
      await db
        .updateTable('keys')
        .set({ project_ids: JSON.stringify(left) })
        .where('id', '=', id)
        .execute();
  }
}

export async function recordKeyUse(db: Queryable, keyId: string, usedAtMs: number): Promise<void> {
  await db.updateTable('keys').set({ last_used_at_ms: usedAtMs }).where('id', '=', keyId).execute();
}

function toKey(row: Selectable<KeyTable>): KeyRow {
  return {
    id: row.id,
    label: row.label,
    secretHash: row.secret_hash,
    previous: toPrevious(row.previous_secret_hash, row.previous_ends_at_ms),
    hint: row.hint,
    scopes: JSON.parse(row.scopes),
    projectIds: row.project_ids === null ? null : JSON.parse(row.project_ids),
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  };
}

function toPrevious(secretHash: string | null, endsAtMs: number | null): KeyRow['previous'] {
  return secretHash === null || endsAtMs === null ? null : { secretHash, endsAtMs };
}
