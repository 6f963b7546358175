import { DatabaseSync } from 'node:sqlite';
import { type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { CatalogChanges } from './catalog-changes.ts';
import { ColumnCodec } from './column-codec.ts';
import type { Database, Queryable } from './database.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { beginSqliteCopy } from './sqlite-copy.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { WriteAheadLog, type WriteAheadLogOptions } from './write-ahead-log.ts';

/** Time to wait for another connection's lock, such as that of a backup tool. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Pages that the writing connection keeps in memory, at most. With the 2 MiB that SQLite takes by itself, saving ten
 * thousands of persons reads and writes the same pages again and again.
 */
const CACHE_KIB = 64 * 1024;
/** Pages (of 4 KB) in the log at which SQLite brings them into the file within a commit: threads did not come to it. */
const MOST_PAGES = 16_000;
const IN_MEMORY = ':memory:';

/**
 * Opens the metadata database in the file `path` (`:memory:` for one that ends with the process) and brings its tables
 * up to date. What a writer was told survives a power cut: commits write to the log, which is synced beside the event
 * loop before the writer is told.
 * @throws StartupError when the file was written by a newer program
 */
export async function openSqliteDatabase(
  path: string,
  options: WriteAheadLogOptions = {},
): Promise<Database> {
  const sqlite = new DatabaseSync(path);
  sqlite.exec(
    `pragma foreign_keys = on; pragma secure_delete = on; pragma busy_timeout = ${BUSY_TIMEOUT_MS};
    pragma synchronous = full; pragma cache_size = -${CACHE_KIB}`,
  );
  const isLogged = sqlite.prepare('pragma journal_mode = wal').get()?.['journal_mode'] === 'wal';
  const catalog = new CatalogChanges();
  let log: WriteAheadLog | null = null;
  const unwatched = openQuery(sqlite, async () => {
    await log?.sync().catch((error: unknown) => {
      // What was committed can be seen, though nobody may be told that it is there to stay.
      catalog.raise();
      throw error;
    });
  });
  const query = unwatched.withPlugin(catalog.watch());
  try {
    await migrate(query);
    // After a crash the log may hold earlier states of what was deleted.
    if (isLogged) sqlite.exec('pragma wal_checkpoint(truncate)');
    if (isLogged) log = await openLog(path, sqlite, options);
  } catch (error) {
    await query.destroy();
    throw error;
  }
  const reading = path === IN_MEMORY ? query : openReading(path);
  return {
    query,
    reading,
    catalog,
    transaction: (work) =>
      catalog.watchTransaction((watched) => unwatched.transaction().execute(watched), work),
    alone: (_name, work) => work(),
    ...(path !== IN_MEMORY && { beginCopy: () => beginSqliteCopy(path) }),
    ...(options.emptyLog !== undefined && { forgetDeleted: options.emptyLog }),
    close: async () => {
      if (reading !== query) await reading.destroy();
      await log?.close();
      await query.destroy();
    },
  };
}

/** From now on commits leave it to the log to wait for the disk, and to bring what it holds into the file. */
async function openLog(
  path: string,
  sqlite: DatabaseSync,
  options: WriteAheadLogOptions,
): Promise<WriteAheadLog> {
  const log = await WriteAheadLog.open(path, options);
  sqlite.exec('pragma synchronous = normal; pragma journal_size_limit = 0');
  if (options.checkpoint !== undefined) sqlite.exec(`pragma wal_autocheckpoint = ${MOST_PAGES}`);
  return log;
}

/** A connection of its own sees what was committed last, while a transaction holds the other one. */
function openReading(path: string): Queryable {
  const sqlite = new DatabaseSync(path, { readOnly: true });
  sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return openQuery(sqlite);
}

function openQuery(sqlite: DatabaseSync, afterCommit?: () => Promise<void>): Queryable {
  return new Kysely<Schema>({ dialect: sqliteDialect(sqlite, afterCommit), plugins: [new ColumnCodec()] });
}

function sqliteDialect(sqlite: DatabaseSync, afterCommit?: () => Promise<void>): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new SqliteDriver(sqlite, afterCommit),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite rolls back DDL like any other statement, which Kysely's own adapter does not make use of. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
