import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { StartupError } from '../../base/startup-error.ts';
import { CatalogChanges } from './catalog-changes.ts';
import { BOOKS, CATALOG_TABLES, KEYS } from './catalog-write.ts';
import { ColumnCodec } from './column-codec.ts';
import type { Database, Queryable } from './database.ts';
import { appliedMigrations, migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/all-migrations.ts';
import { isConflict } from './postgres-error.ts';
import { postgresLeaseBook } from './postgres-lease-book.ts';
import { PostgresLine } from './postgres-line.ts';
import { CATALOG_CHANNEL, PostgresListener } from './postgres-listener.ts';
import { PostgresPeers } from './postgres-peers.ts';
import { openPostgresPool } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { storeObstacle } from './store-build.ts';
import { unusableServer } from './unusable-server.ts';
import { workAlone } from './work-alone.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Most connections at once, 1.. ; one more listens for changes of others. */
  readonly maxConnections: number;
  /** Longest time of one statement. */
  readonly statementTimeoutMs: number;
  /** Longest wait for a free connection. Default 10,000. */
  readonly connectTimeoutMs?: number;
}

/** As the server tells it: 12. */
const OLDEST_VERSION = 120_000;
/** Times that a transaction is run when PostgreSQL ends it to solve a conflict with another one. */
const MAX_ATTEMPTS = 5;
/** Of a command beside the services. */
const STATEMENT_TIMEOUT_MS = 15_000;

/**
 * Opens the metadata database on a PostgreSQL server and brings its tables up to date. Replicas may do so at once.
 * @throws StartupError when the server cannot be used or the tables were made by a newer program
 */
export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  await prepare(options.url);
  const catalog = new CatalogChanges(() => listener.isCurrent);
  const unwatched = openQuery(openPostgresPool(options));
  const query = unwatched.withPlugin(catalog.watch());
  const peers = new PostgresPeers(query);
  const listener = new PostgresListener(options.url, catalog, peers);
  const line = new PostgresLine(options.url);
  return {
    query,
    reading: query,
    catalog,
    peers,
    alone: (name, work) => workAlone(options.url, name, work),
    transaction: (work) => catalog.watchTransaction((watched) => runTransaction(unwatched, watched), work),
    leases: postgresLeaseBook(query, line),
    close: async () => {
      await line.close();
      await listener.close();
      await query.destroy();
    },
  };
}

function openQuery(pool: PostgresPool): Queryable {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [new ColumnCodec()] });
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
  const query = openQuery(pool);
  try {
    const { schema } = await checkUsable(query);
    await migrate(query, { schema });
    await addChangeTriggers(query);
  } finally {
    await query.destroy();
  }
}

/**
 * Asks a server whether it can hold the metadata store of this build, and changes nothing.
 * @returns its version, such as `15.14`
 * @throws StartupError saying why not
 */
export async function checkPostgres(url: string): Promise<string> {
  const query = openQuery(openPostgresPool({ url, maxConnections: 1, statementTimeoutMs: 0 }));
  try {
    const { shown, schema } = await checkUsable(query);
    const what = 'The PostgreSQL database of SLUICE_DATABASE_URL';
    const obstacle = storeObstacle(what, await appliedMigrations(query, schema));
    if (obstacle !== null) throw new StartupError(obstacle);
    return shown;
  } finally {
    await query.destroy();
  }
}

/**
 * Works on the tables of a server as they are, beside the services that use them.
 * @throws StartupError when the server cannot be used or its tables are those of another build
 */
export async function withPostgres<T>(url: string, work: (query: Queryable) => Promise<T>): Promise<T> {
  const pool = openPostgresPool({ url, maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const query = openQuery(pool);
  try {
    const { schema } = await checkUsable(query);
    const what = 'The PostgreSQL database of SLUICE_DATABASE_URL';
    const applied = await appliedMigrations(query, schema);
    const obstacle = storeObstacle(what, applied);
    if (obstacle !== null) throw new StartupError(obstacle);
    if (Object.keys(MIGRATIONS).some((name) => !applied.includes(name)))
      throw new StartupError(`${what} was not brought up to date: start a service of this version first.`);
    return await work(query);
  } finally {
    await query.destroy();
  }
}

/** @throws StartupError saying in a sentence what is wrong with the server */
async function checkUsable(query: Queryable): Promise<{ readonly shown: string; readonly schema: string }> {
  try {
    const { rows } = await sql<{ version: number; shown: string; schema: string; canCreate: boolean }>`
      select current_setting('server_version_num')::integer as version, current_setting('server_version') as shown,
        current_schema() as schema, has_schema_privilege(current_schema(), 'create') as can_create`.execute(
      query,
    );
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION) throw new Error('the server is older than PostgreSQL 12');
    if (rows[0]?.canCreate !== true) throw new Error('the user may not create tables in the current schema');
    return rows[0];
  } catch (error) {
    throw unusableServer(error);
  }
}

/** Any number that no other program on the database uses for its advisory locks. */
const TRIGGER_LOCK = 7_302_019_051;

/**
 * Lets the database tell every process of each commit that wrote to a catalogue table, and whose rows it wrote, whoever
 * wrote: a process that dies after its commit, and a hand at psql too.
 */
async function addChangeTriggers(query: Queryable): Promise<void> {
  await query.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${TRIGGER_LOCK})`.execute(transaction);
    await sql`create or replace function sluice_tell_change() returns trigger language plpgsql as
      ${sql.lit(TELL_CHANGE)}`.execute(transaction);
    for (const table of await tablesWithoutTrigger(transaction)) {
      await sql`create trigger sluice_tell_change after insert or update or delete
        on ${sql.table(table)} for each row execute function sluice_tell_change()`.execute(transaction);
      await sql`create trigger sluice_tell_truncate after truncate
        on ${sql.table(table)} for each statement execute function sluice_tell_change()`.execute(transaction);
    }
  });
}

/**
 * Sends what `PostgresListener` reads: equal messages of one transaction are sent once. Bookkeeping is no change.
 */
const TELL_CHANGE = `
  declare
    books constant text[] := array[${BOOKS.map((name) => `'${name}'`).join(', ')}];
    written jsonb;
    project text;
  begin
    if tg_op = 'TRUNCATE' then
      perform pg_notify('${CATALOG_CHANNEL}', '');
      return null;
    end if;
    if tg_op = 'UPDATE' and to_jsonb(new) - books = to_jsonb(old) - books then
      return null;
    end if;
    written := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    if tg_table_name = 'property_definitions' and tg_op = 'INSERT' and written->>'is_pinned' = '0' then
      perform pg_notify('${CATALOG_CHANNEL}', (written - 'is_pinned' - 'updated_at_ms')::text);
      return null;
    end if;
    project := case tg_table_name
      when 'keys' then '${KEYS}'
      when 'console_sessions' then '${KEYS}'
      when 'projects' then written->>'id'
      when 'endpoint_versions' then (select project_id::text from endpoints where id = written->>'endpoint_id')
      else written->>'project_id'
    end;
    perform pg_notify('${CATALOG_CHANNEL}', coalesce('{"project_id":' || project || '}', ''));
    return null;
  end`;

async function tablesWithoutTrigger(transaction: Queryable): Promise<readonly string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'sluice_tell_change' and relnamespace = current_schema()::regnamespace`.execute(
    transaction,
  );
  const present = new Set(rows.map((row) => row.relname));
  return [...CATALOG_TABLES.keys()].filter((table) => !present.has(table));
}
