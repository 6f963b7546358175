import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartupError } from '../../base/startup-error.ts';
import type { Queryable } from './database.ts';
import { MIGRATIONS } from './migrations/all-migrations.ts';

/**
 * Brings the tables up to date: all missing migrations in one transaction, or none. Two replicas may call it at once
 * (PostgreSQL: advisory lock; SQLite: one process by the lock of the data folder).
 * @throws StartupError when the database knows a migration that this program does not
 */
export async function migrate(
  query: Queryable,
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<void> {
  await refuseNewerSchema(query, migrations);
  const migrator = new Migrator({ db: query, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function refuseNewerSchema(
  query: Queryable,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === MIGRATION_TABLE)) return;
  const applied = await withMigrationTable(query).selectFrom(MIGRATION_TABLE).select('name').execute();
  const unknown = applied.map((row) => row.name).filter((name) => !(name in migrations));
  if (unknown.length === 0) return;
  throw new StartupError(
    `The metadata store was written by a newer version of this program (unknown migration ${unknown.join(', ')}). ` +
      'Start that version, or restore a backup made before the upgrade.',
  );
}

/** The book of the migrator; its name is Kysely's default. */
const MIGRATION_TABLE = 'kysely_migration';

function withMigrationTable(query: Queryable): Kysely<{ [MIGRATION_TABLE]: { name: string } }> {
  return query.withTables<{ [MIGRATION_TABLE]: { name: string } }>();
}
