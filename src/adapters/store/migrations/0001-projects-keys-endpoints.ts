import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const projectsKeysEndpoints: Migration = {
  async up(db) {
    await createCounters(db);
    await createProjects(db);
    await createDefinitions(db);
    await createKeys(db);
    await createEndpoints(db);
    await createVersions(db);
  },
};

async function createCounters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .execute();
}

async function createProjects(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('projects')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('timezone', 'text', (column) => column.notNull())
    .addColumn('week_start_day', 'integer', (column) => column.notNull())
    .addColumn('test_account_filters', 'text', (column) => column.notNull())
    .addColumn('path_cleaning_filters', 'text', (column) => column.notNull())
    .addColumn('capture_token', 'text', (column) => column.notNull().unique())
    .addColumn('has_person_overrides', 'integer', (column) => column.notNull())
    .addColumn('context_revision', 'bigint', (column) => column.notNull())
    .addColumn('data_epoch', 'bigint', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at_ms', 'bigint')
    .execute();
}

async function createDefinitions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('group_types')
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('group_type_index', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('group_types_pk', ['project_id', 'group_type_index'])
    .addUniqueConstraint('group_types_name', ['project_id', 'name'])
    .execute();
  await db.schema
    .createTable('event_definitions')
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_definitions_pk', ['project_id', 'name'])
    .execute();
  await db.schema
    .createTable('property_definitions')
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('property_type', 'text', (column) => column.notNull())
    .addColumn('is_pinned', 'integer', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('property_definitions_pk', ['project_id', 'type', 'name'])
    .execute();
  await db.schema
    .createTable('ingestion_warnings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('ingestion_warnings_by_time')
    .on('ingestion_warnings')
    .columns(['project_id', 'created_at_ms'])
    .execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('previous_secret_hash', 'text', (column) => column.unique())
    .addColumn('previous_ends_at_ms', 'bigint')
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('project_ids', 'text')
    .addColumn('created_by', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint')
    .addColumn('last_used_at_ms', 'bigint')
    .execute();
}

async function createEndpoints(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('endpoints')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('cache_age_seconds', 'integer')
    .addColumn('stale_while_revalidate_seconds', 'integer', (column) => column.notNull())
    .addColumn('stale_if_error_seconds', 'integer', (column) => column.notNull())
    .addColumn('is_materialized', 'integer', (column) => column.notNull())
    .addColumn('sync_frequency', 'text', (column) => column.notNull())
    .addColumn('allowed_overrides', 'text')
    .addColumn('limits', 'text', (column) => column.notNull())
    .addColumn('current_version', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_by_key_id', 'text', (column) => column.notNull())
    .addColumn('created_by_label', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at_ms', 'bigint')
    .execute();
  // A deleted endpoint frees its name, so only live ones are unique.
  await db.schema
    .createIndex('endpoints_live_name')
    .unique()
    .on('endpoints')
    .columns(['project_id', 'name'])
    .where(sql`deleted_at_ms`, 'is', null)
    .execute();
  await db.schema
    .createIndex('endpoints_by_project')
    .on('endpoints')
    .columns(['project_id', 'created_at_ms'])
    .execute();
  await db.schema
    .createTable('endpoint_tags')
    .addColumn('endpoint_id', 'text', (column) => column.notNull().references('endpoints.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('endpoint_tags_pk', ['endpoint_id', 'position'])
    .execute();
  await db.schema
    .createTable('endpoint_uses')
    .addColumn('endpoint_id', 'text', (column) => column.primaryKey().references('endpoints.id'))
    .addColumn('last_executed_at_ms', 'bigint', (column) => column.notNull())
    .execute();
}

async function createVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('endpoint_versions')
    .addColumn('endpoint_id', 'text', (column) => column.notNull().references('endpoints.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('variables', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('columns', 'text')
    .addColumn('not_materializable', 'text')
    .addColumn('created_by_key_id', 'text', (column) => column.notNull())
    .addColumn('created_by_label', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('endpoint_versions_pk', ['endpoint_id', 'version'])
    .execute();
}
