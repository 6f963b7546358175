import type { Queryable } from './database.ts';
import type { KeyTable } from './tables/project-tables.ts';

/** A personal API key as stored, with the hash of its secret. Instants are milliseconds since 1970. */
export type KeyRow = Omit<KeyTable, 'previousSecretHash' | 'previousEndsAtMs'> & {
  /** The secret before the last roll: SHA-256 and the end of its overlap. */
  readonly previous: { readonly secretHash: string; readonly endsAtMs: number } | null;
};

/** @throws UniqueViolationError when a key with this secret exists */
export async function insertKey(db: Queryable, { previous, ...key }: KeyRow): Promise<void> {
  const before = { previousSecretHash: previous?.secretHash, previousEndsAtMs: previous?.endsAtMs };
  await db
    .insertInto('keys')
    .values({ ...key, ...before })
    .execute();
}

/** The key whose secret, or secret before its last roll, has this SHA-256; expired or not. */
export async function findKeyByHash(db: Queryable, secretHash: string): Promise<KeyRow | undefined> {
  const row = await db
    .selectFrom('keys')
    .selectAll()
    .where((eb) => eb.or([eb('secretHash', '=', secretHash), eb('previousSecretHash', '=', secretHash)]))
    .executeTakeFirst();
  return row && toKey(row);
}

export async function findKey(db: Queryable, keyId: string): Promise<KeyRow | undefined> {
  const row = await db.selectFrom('keys').selectAll().where('id', '=', keyId).executeTakeFirst();
  return row && toKey(row);
}

/** All keys, oldest first. */
export async function listKeys(db: Queryable): Promise<readonly KeyRow[]> {
  const rows = await db.selectFrom('keys').selectAll().orderBy('createdAtMs').orderBy('id').execute();
  return rows.map(toKey);
}

/** Removes a key. @returns false when there was none */
export async function deleteKey(db: Queryable, keyId: string): Promise<boolean> {
  const result = await db.deleteFrom('keys').where('id', '=', keyId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Gives a key a new secret. The secret before works until `previousEndsAtMs`, and older ones do not work any more. */
export async function replaceSecret(
  db: Queryable,
  keyId: string,
  change: { readonly secretHash: string; readonly hint: string; readonly previousEndsAtMs: number },
): Promise<KeyRow | undefined> {
  const row = await db
    .updateTable('keys')
    .set((eb) => ({
      previousSecretHash: eb.ref('secretHash'),
      previousEndsAtMs: change.previousEndsAtMs,
      secretHash: change.secretHash,
      hint: change.hint,
    }))
    .where('id', '=', keyId)
    .returningAll()
    .executeTakeFirst();
  return row && toKey(row);
}

/** Changes what the owner of a key says about it; what is not given stays. */
export async function updateKey(
  db: Queryable,
  keyId: string,
  change: Partial<Pick<KeyRow, 'label' | 'expiresAtMs' | 'endpointIds'>>,
): Promise<KeyRow | undefined> {
  const row = await db
    .updateTable('keys')
    .set(change)
    .where('id', '=', keyId)
    .returningAll()
    .executeTakeFirst();
  return row && toKey(row);
}

/** Takes a project away from the keys that are bound to that project, and removes keys that were bound to no other. */
export async function removeProjectFromKeys(db: Queryable, projectId: number): Promise<void> {
  for (const { id, projectIds } of await listKeys(db)) {
    if (projectIds === null || !projectIds.includes(projectId)) continue;
    const left = projectIds.filter((each) => each !== projectId);
    if (left.length === 0) await deleteKey(db, id);
    else await db.updateTable('keys').set({ projectIds: left }).where('id', '=', id).execute();
  }
}

export async function recordKeyUse(db: Queryable, keyId: string, usedAtMs: number): Promise<void> {
  await db.updateTable('keys').set({ lastUsedAtMs: usedAtMs }).where('id', '=', keyId).execute();
}

function toKey({ previousSecretHash: secretHash, previousEndsAtMs: endsAtMs, ...key }: KeyTable): KeyRow {
  return { ...key, previous: secretHash === null || endsAtMs === null ? null : { secretHash, endsAtMs } };
}
