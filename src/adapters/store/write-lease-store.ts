import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { LeaseKey, TakenLease, WantedLease } from './lease-book.ts';
import { SERVER_NOW_MS } from './server-now.ts';
import type { WriteLeaseTable } from './tables/write-tables.ts';

/** Takes a lease that nobody has, or whose time is over. */
export async function takeLease(
  db: Queryable,
  { name, owner, token, termMs }: WantedLease,
): Promise<TakenLease> {
  const { rows } = await sql<{ readonly expiresAtMs: number; readonly leftBy: string | null }>`
    with before as (select owner from write_leases where name = ${name})
    insert into write_leases (name, owner, token, expires_at_ms)
    values (${name}, ${owner}, ${token}, ${SERVER_NOW_MS} + ${termMs}::bigint)
    on conflict (name) do update
      set owner = excluded.owner, token = excluded.token, expires_at_ms = excluded.expires_at_ms
      where write_leases.expires_at_ms <= ${SERVER_NOW_MS}
    returning expires_at_ms, (select owner from before) as left_by`.execute(db);
  const [taken] = rows;
  if (taken !== undefined) return { kind: 'taken', ...taken };
  const held = await db
    .selectFrom('writeLeases')
    .select(sql<number>`expires_at_ms - ${SERVER_NOW_MS}`.as('leftMs'))
    .where('name', '=', name)
    .executeTakeFirst();
  return { kind: 'held', leftMs: Math.max(0, held?.leftMs ?? 0) };
}

/** @returns the new end; undefined when the lease is lost */
export async function renewLease(
  db: Queryable,
  { name, token }: LeaseKey,
  termMs: number,
): Promise<number | undefined> {
  const row = await db
    .updateTable('writeLeases')
    .set({ expiresAtMs: sql<number>`${SERVER_NOW_MS} + ${termMs}::bigint` })
    .where('name', '=', name)
    .where('token', '=', token)
    .where('expiresAtMs', '>', SERVER_NOW_MS)
    .returning('expiresAtMs')
    .executeTakeFirst();
  return row?.expiresAtMs;
}

/** Keeps others from taking the lease until the transaction ends. @returns false when the lease is lost */
export async function keepLease(db: Queryable, { name, token }: LeaseKey): Promise<boolean> {
  const row = await db
    .selectFrom('writeLeases')
    .select('name')
    .where('name', '=', name)
    .where('token', '=', token)
    .where('expiresAtMs', '>', SERVER_NOW_MS)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a lease back. */
export async function endLease(db: Queryable, { name, token }: LeaseKey): Promise<void> {
  await db.deleteFrom('writeLeases').where('name', '=', name).where('token', '=', token).execute();
}

/** Lets go of a lease whose owner has left something undone: the next one is told. */
export async function leaveLease(
  db: Queryable,
  { name, token, owner }: LeaseKey & Pick<WriteLeaseTable, 'owner'>,
): Promise<void> {
  await db
    .updateTable('writeLeases')
    .set({ expiresAtMs: 0, owner })
    .where('name', '=', name)
    .where('token', '=', token)
    .execute();
}

/** How many lanes of writers there are. */
export async function countLanes(db: Queryable): Promise<number> {
  const { lanes } = await db.selectFrom('writeLanes').select('lanes').executeTakeFirstOrThrow();
  return lanes;
}

/** To be called while nobody writes. */
export async function setLanes(db: Queryable, lanes: number): Promise<void> {
  await db.updateTable('writeLanes').set({ lanes }).execute();
}
