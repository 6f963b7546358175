import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { CATALOG_TABLES, CatalogRevision } from './catalog-revision.ts';
import { ColumnCodec } from './column-codec.ts';
import type { Database, Queryable } from './database.ts';
import { migrate } from './migrate.ts';
import { isConflict } from './postgres-error.ts';
import { CATALOG_CHANNEL, PostgresListener } from './postgres-listener.ts';
import { openPostgresPool } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { unusableServer } from './unusable-server.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Most connections at once, 1.. ; one more listens for changes of others. */
  readonly maxConnections: number;
  /** Longest time of one statement. */
  readonly statementTimeoutMs: number;
}

/** As the server tells it: 12. */
const OLDEST_VERSION = 120_000;
/** Times that a transaction is run when PostgreSQL ends it to solve a conflict with another one. */
const MAX_ATTEMPTS = 5;

/**
 * Opens the metadata database on a PostgreSQL server and brings its tables up to date. Replicas may do so at once.
 * @throws StartupError when the server cannot be used or the tables were made by a newer program
 */
export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  await prepare(options.url);
  const catalog = new CatalogRevision();
  const query = openQuery(openPostgresPool(options), catalog);
  const listener = new PostgresListener(options.url, () => catalog.raise());
  return {
    query,
    get catalogRevision() {
      if (!listener.isCurrent) catalog.raise();
      return catalog.current;
    },
    transaction: (work) => catalog.watchTransaction((watched) => runTransaction(query, watched), work),
    close: async () => {
      await listener.close();
      await query.destroy();
    },
  };
}

function openQuery(pool: PostgresPool, catalog: CatalogRevision): Queryable {
  const plugins = [new ColumnCodec(), catalog.watch()];
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins });
}

/** READ COMMITTED: writers lock the row that they decide on, and every statement sees what was committed before it. */
async function runTransaction<T>(query: Queryable, work: (transaction: Queryable) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await query.transaction().execute(work);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}

/** Migrates on connections without a statement timeout: a replica waits here while another one migrates. */
async function prepare(url: string): Promise<void> {
  const pool = openPostgresPool({ url, maxConnections: 2, statementTimeoutMs: 0 });
  const query = openQuery(pool, new CatalogRevision());
  try {
    await checkUsable(query);
    await migrate(query);
    await addChangeTriggers(query);
  } finally {
    await query.destroy();
  }
}

/**
 * Asks a server whether it can hold the metadata store, and changes nothing.
 * @returns its version, such as `15.14`
 * @throws StartupError saying why not
 */
export async function checkPostgres(url: string): Promise<string> {
  const query = openQuery(
    openPostgresPool({ url, maxConnections: 1, statementTimeoutMs: 0 }),
    new CatalogRevision(),
  );
  try {
    return await checkUsable(query);
  } finally {
    await query.destroy();
  }
}

/** @throws StartupError saying in a sentence what is wrong with the server */
async function checkUsable(query: Queryable): Promise<string> {
  try {
    const { rows } = await sql<{ version: number; shown: string; canCreate: boolean }>`
      select current_setting('server_version_num')::integer as version, current_setting('server_version') as shown,
        has_schema_privilege(current_schema(), 'create') as can_create`.execute(query);
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION) throw new Error('the server is older than PostgreSQL 12');
    if (rows[0]?.canCreate !== true) throw new Error('the user may not create tables in the current schema');
    return rows[0].shown;
  } catch (error) {
    throw unusableServer(error);
  }
}

/** Any number that no other program on the database uses for its advisory locks. */
const TRIGGER_LOCK = 7_302_019_051;

/**
 * Lets the database tell every process of each commit that wrote to a catalog table, whoever wrote: a process that
 * dies after its commit, and a hand at psql too.
 */
async function addChangeTriggers(query: Queryable): Promise<void> {
  await query.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${TRIGGER_LOCK})`.execute(transaction);
    await sql`create or replace function sluice_tell_change() returns trigger language plpgsql as
      ${sql.lit(`begin perform pg_notify('${CATALOG_CHANNEL}', ''); return null; end`)}`.execute(transaction);
    for (const table of await tablesWithoutTrigger(transaction))
      await sql`create trigger sluice_tell_change after insert or update or delete or truncate
        on ${sql.table(table)} for each statement execute function sluice_tell_change()`.execute(transaction);
  });
}

async function tablesWithoutTrigger(transaction: Queryable): Promise<readonly string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'sluice_tell_change' and relnamespace = current_schema()::regnamespace`.execute(
    transaction,
  );
  const present = new Set(rows.map((row) => row.relname));
  return [...CATALOG_TABLES].filter((table) => !present.has(table));
}
