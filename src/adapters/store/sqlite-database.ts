import { DatabaseSync } from 'node:sqlite';
import { type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { CatalogChanges } from './catalog-changes.ts';
import { ColumnCodec } from './column-codec.ts';
import type { Database, Queryable } from './database.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { beginSqliteCopy } from './sqlite-copy.ts';
import { SqliteDriver } from './sqlite-driver.ts';

/** Time to wait for another connection's lock, such as that of a backup tool. */
const BUSY_TIMEOUT_MS = 5000;
const IN_MEMORY = ':memory:';

/**
 * Opens the metadata database in the file `path` (`:memory:` for one that ends with the process) and brings its tables
 * up to date. Committed data survives a power cut: WAL with synchronous=FULL.
 * @throws StartupError when the file was written by a newer program
 */
export async function openSqliteDatabase(path: string): Promise<Database> {
  const sqlite = new DatabaseSync(path);
  sqlite.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const catalog = new CatalogChanges();
  const unwatched = openQuery(sqlite);
  const query = unwatched.withPlugin(catalog.watch());
  try {
    await migrate(query);
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
    ...(path !== IN_MEMORY && { beginCopy: () => beginSqliteCopy(path) }),
    close: async () => {
      if (reading !== query) await reading.destroy();
      await query.destroy();
    },
  };
}

/** A connection of its own sees what was committed last, while a transaction holds the other one. */
function openReading(path: string): Queryable {
  const sqlite = new DatabaseSync(path, { readOnly: true });
  sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return openQuery(sqlite);
}

function openQuery(sqlite: DatabaseSync): Queryable {
  return new Kysely<Schema>({ dialect: sqliteDialect(sqlite), plugins: [new ColumnCodec()] });
}

function sqliteDialect(sqlite: DatabaseSync): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new SqliteDriver(sqlite),
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
