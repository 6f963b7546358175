import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { EngineSchemaTable } from './tables/shared-engine-tables.ts';

export type EngineFormName = EngineSchemaTable['form'];

/** The engine that a store works with. */
export interface KnownEngine {
  readonly engineId: string;
  readonly form: EngineFormName;
  /** The last step of its schema that was taken; 0 = none. */
  readonly version: number;
}

/** The engine whose events the store knows; undefined when it has worked with none that services share. */
export async function findKnownEngine(db: Queryable): Promise<KnownEngine | undefined> {
  return db
    .selectFrom('engineSchema')
    .select(['engineId', 'form', 'version'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Records that a step was taken. */
export async function recordEngineSchema(
  db: Queryable,
  { engineId, form, version }: KnownEngine,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('engineSchema')
    .values({ engineId, form, version, appliedAtMs: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Any number that no other program on the database uses for its advisory locks. */
const ENGINE_SCHEMA_LOCK = 7_302_019_052;

/** Lets one service at a time change the schema of the engine, until the transaction ends. PostgreSQL only. */
export async function tryToLockEngineSchema(transaction: Queryable): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${ENGINE_SCHEMA_LOCK}) as held`.execute(transaction);
  return rows[0]?.held === true;
}
