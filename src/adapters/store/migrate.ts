import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartupError } from '../../base/startup-error.ts';
import type { Queryable } from './database.ts';
import { MIGRATIONS } from './migrations/all-migrations.ts';
import { MIGRATION_TABLE, storeObstacle } from './store-build.ts';

interface MigrateOptions {
  /** The schema of the tables, where a database has several; the others in it are not looked at. */
  readonly schema?: string;
  readonly migrations?: Readonly<Record<string, Migration>>;
}

/**
 * Brings the tables up to date: all missing migrations in one transaction, or none. Two replicas may call it at once
 * (PostgreSQL: advisory lock; SQLite: one process by the lock of the data folder).
 * @throws StartupError when the database knows a migration that this program does not
 */
export async function migrate(
  query: Queryable,
  { schema, migrations = MIGRATIONS }: MigrateOptions = {},
): Promise<void> {
  const obstacle = storeObstacle('The metadata store', await appliedMigrations(query, schema), migrations);
  if (obstacle !== null) throw new StartupError(obstacle);
  const migrator = new Migrator({
    // Migrations name things as the database does.
    db: query.withoutPlugins(),
    provider: { getMigrations: async () => ({ ...migrations }) },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Names of the migrations in the book of a database; none when it has no book. Changes nothing. */
export async function appliedMigrations(query: Queryable, schema?: string): Promise<readonly string[]> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true });
  const isBook = (table: (typeof tables)[number]) =>
    table.name === MIGRATION_TABLE && (schema === undefined || table.schema === schema);
  if (!tables.some(isBook)) return [];
  const book: Kysely<{ [MIGRATION_TABLE]: { name: string } }> = query.withTables();
  const rows = await (schema === undefined ? book : book.withSchema(schema))
    .selectFrom(MIGRATION_TABLE)
    .select('name')
    .execute();
  return rows.map((row) => row.name);
}
