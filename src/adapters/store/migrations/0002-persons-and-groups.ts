import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const personsAndGroups: Migration = {
  async up(db) {
    await createPersons(db);
    await createDistinctIds(db);
    await createOverrides(db);
    await createGroups(db);
    await createProgress(db);
  },
};

async function createPersons(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('persons')
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('created_at_us', 'bigint', (column) => column.notNull())
    .addColumn('properties', 'text', (column) => column.notNull())
    .addColumn('is_identified', 'integer', (column) => column.notNull())
    .addColumn('is_deleted', 'integer', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('persons_pk', ['project_id', 'id'])
    .execute();
  await db.schema.createIndex('persons_by_version').on('persons').column('version').execute();
}

async function createDistinctIds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('person_distinct_ids')
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('distinct_id', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('is_deleted', 'integer', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('person_distinct_ids_pk', ['project_id', 'distinct_id'])
    .execute();
  await db.schema
    .createIndex('person_distinct_ids_by_person')
    .on('person_distinct_ids')
    .columns(['project_id', 'person_id'])
    .execute();
  await db.schema
    .createIndex('person_distinct_ids_by_version')
    .on('person_distinct_ids')
    .column('version')
    .execute();
}

async function createOverrides(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('person_overrides')
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('old_person_id', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('is_deleted', 'integer', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('person_overrides_pk', ['project_id', 'old_person_id'])
    .execute();
  await db.schema
    .createIndex('person_overrides_by_person')
    .on('person_overrides')
    .columns(['project_id', 'person_id'])
    .execute();
  await db.schema
    .createIndex('person_overrides_by_version')
    .on('person_overrides')
    .column('version')
    .execute();
}

async function createGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('groups')
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('group_type_index', 'integer', (column) => column.notNull())
    .addColumn('group_key', 'text', (column) => column.notNull())
    .addColumn('created_at_us', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_us', 'bigint', (column) => column.notNull())
    .addColumn('properties', 'text', (column) => column.notNull())
    .addColumn('is_deleted', 'integer', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('groups_pk', ['project_id', 'group_type_index', 'group_key'])
    .execute();
  await db.schema.createIndex('groups_by_version').on('groups').column('version').execute();
}

async function createProgress(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('capture_progress')
    .addColumn('spool_name', 'text', (column) => column.primaryKey())
    .addColumn('spool_id', 'text', (column) => column.notNull())
    .addColumn('applied_to', 'bigint', (column) => column.notNull())
    .addColumn('written_to', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('projection_progress')
    .addColumn('table_name', 'text', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute();
}
