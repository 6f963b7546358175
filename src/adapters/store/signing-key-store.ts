import type { Queryable } from './database.ts';
import type { SigningKeyTable, TokenRevocationTable } from './tables/signing-key-tables.ts';

export type SigningKeyRow = SigningKeyTable;
export type TokenRevocationRow = TokenRevocationTable;

/** A signing key with the revocations of its tokens. */
export interface SigningKeyWithRevocations {
  readonly key: SigningKeyRow;
  readonly revocations: readonly TokenRevocationRow[];
}

/** Most signing keys of a project, and most revocations of a key. */
export const MOST_SIGNING_KEYS = 100;
export const MOST_REVOCATIONS = 10_000;

export async function insertSigningKey(db: Queryable, key: SigningKeyRow): Promise<void> {
  await db.insertInto('signingKeys').values(key).execute();
}

/** The signing keys of a project, oldest first. */
export async function listSigningKeys(db: Queryable, projectId: number): Promise<readonly SigningKeyRow[]> {
  return db
    .selectFrom('signingKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAtMs')
    .orderBy('id')
    .limit(MOST_SIGNING_KEYS)
    .execute();
}

export async function findSigningKey(
  db: Queryable,
  projectId: number,
  id: string,
): Promise<SigningKeyRow | undefined> {
  return db
    .selectFrom('signingKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The key and all revocations of its tokens that may still count at `nowMs`. */
export async function findSigningKeyWithRevocations(
  db: Queryable,
  projectId: number,
  id: string,
): Promise<SigningKeyWithRevocations | undefined> {
  const key = await findSigningKey(db, projectId, id);
  return key && { key, revocations: await listRevocations(db, projectId, id) };
}

/** Changes what its owner says of a key; what is not given stays. */
export async function updateSigningKey(
  db: Queryable,
  projectId: number,
  id: string,
  change: Partial<Omit<SigningKeyRow, 'id' | 'projectId' | 'algorithm' | 'publicKey'>>,
): Promise<SigningKeyRow | undefined> {
  return db
    .updateTable('signingKeys')
    .set(change)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Removes a signing key with its revocations. */
export async function deleteSigningKey(db: Queryable, projectId: number, id: string): Promise<void> {
  await db
    .deleteFrom('tokenRevocations')
    .where('projectId', '=', projectId)
    .where('signingKeyId', '=', id)
    .execute();
  await db.deleteFrom('signingKeys').where('projectId', '=', projectId).where('id', '=', id).execute();
}

/** Revocations of the tokens of a key, the newest first. */
export async function listRevocations(
  db: Queryable,
  projectId: number,
  signingKeyId: string,
): Promise<readonly TokenRevocationRow[]> {
  return db
    .selectFrom('tokenRevocations')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('signingKeyId', '=', signingKeyId)
    .orderBy('madeAtMs', 'desc')
    .orderBy('id')
    .limit(MOST_REVOCATIONS)
    .execute();
}

/** Adds a revocation, and forgets those of the key that have run out. @returns false when the key has too many */
export async function insertRevocation(db: Queryable, revocation: TokenRevocationRow): Promise<boolean> {
  const { projectId, signingKeyId, madeAtMs } = revocation;
  await db
    .deleteFrom('tokenRevocations')
    .where('projectId', '=', projectId)
    .where('signingKeyId', '=', signingKeyId)
    .where('untilMs', '<=', madeAtMs)
    .execute();
  const { count } = await db
    .selectFrom('tokenRevocations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('signingKeyId', '=', signingKeyId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_REVOCATIONS) return false;
  await db.insertInto('tokenRevocations').values(revocation).execute();
  return true;
}

/** Takes a revocation back. @returns false when there was none */
export async function deleteRevocation(
  db: Queryable,
  projectId: number,
  { signingKeyId, id }: { readonly signingKeyId: string; readonly id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tokenRevocations')
    .where('projectId', '=', projectId)
    .where('signingKeyId', '=', signingKeyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
