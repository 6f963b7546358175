import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** All tables as the first release has them. Statements that SQLite and PostgreSQL both understand. */
export const firstRelease: Migration = {
  async up(db) {
    for (const statement of TABLES.split(';\n')) await sql.raw(statement).execute(db);
  },
};

const TABLES = `
create table counters (
  name text primary key,
  value bigint not null
);

create table projects (
  id integer primary key,
  name text not null,
  timezone text not null,
  week_start_day integer not null,
  test_account_filters text not null,
  path_cleaning_filters text not null,
  capture_token text not null unique,
  has_person_overrides integer not null,
  context_revision bigint not null,
  data_epoch bigint not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  deleted_at_ms bigint,
  purged_at_ms bigint
);

create table keys (
  id text primary key,
  label text not null,
  secret_hash text not null unique,
  previous_secret_hash text unique,
  previous_ends_at_ms bigint,
  hint text not null,
  scopes text not null,
  project_ids text,
  created_by text,
  created_at_ms bigint not null,
  expires_at_ms bigint,
  last_used_at_ms bigint
);

create table activity (
  id text primary key,
  project_id integer,
  at_ms bigint not null,
  actor_key_id text not null,
  actor_label text not null,
  activity text not null,
  subject text not null,
  subject_id text not null,
  subject_name text not null,
  changes text not null
);
create index activity_by_project on activity (project_id, at_ms);

create table group_types (
  project_id integer not null references projects,
  group_type_index integer not null,
  name text not null,
  primary key (project_id, group_type_index),
  unique (project_id, name)
);

create table ingestion_warnings (
  id text primary key,
  project_id integer not null references projects,
  reason text not null,
  details text not null,
  created_at_ms bigint not null
);
create index ingestion_warnings_by_time on ingestion_warnings (project_id, created_at_ms);

create table event_definitions (
  project_id integer not null references projects,
  name text not null,
  created_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  volume bigint not null,
  primary key (project_id, name)
);

create table property_definitions (
  project_id integer not null references projects,
  type text not null,
  name text not null,
  property_type text not null,
  is_pinned integer not null,
  updated_at_ms bigint not null,
  primary key (project_id, type, name)
);

-- Beside the definitions: every block of events writes here, and answers are made from those.
create table property_counts (
  project_id integer not null references projects,
  type text not null,
  name text not null,
  volume bigint not null,
  seen_types integer not null,
  last_seen_at_ms bigint not null,
  primary key (project_id, type, name)
);

create table property_reads (
  project_id integer not null references projects,
  name text not null,
  day_ms bigint not null,
  rows_read bigint not null,
  primary key (project_id, name, day_ms)
);

create table endpoints (
  id text primary key,
  project_id integer not null references projects,
  name text not null,
  description text not null,
  is_active integer not null,
  cache_age_seconds integer,
  stale_while_revalidate_seconds integer not null,
  stale_if_error_seconds integer not null,
  is_materialized integer not null,
  sync_frequency text not null,
  allowed_overrides text,
  limits text not null,
  current_version integer not null,
  revision integer not null,
  created_by_key_id text not null,
  created_by_label text not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  deleted_at_ms bigint
);
-- A deleted endpoint frees its name.
create unique index endpoints_live_name on endpoints (project_id, name) where deleted_at_ms is null;
-- A page of the list is read without sorting them all.
create index endpoints_live_by_age on endpoints (project_id, created_at_ms, id) where deleted_at_ms is null;
-- What is not live is looked for by project too.
create index endpoints_by_project on endpoints (project_id, name);

create table endpoint_tags (
  endpoint_id text not null references endpoints,
  position integer not null,
  tag text not null,
  primary key (endpoint_id, position)
);

create table endpoint_versions (
  endpoint_id text not null references endpoints,
  version integer not null,
  query text not null,
  variables text not null,
  fingerprint text not null,
  columns text,
  not_materializable text,
  created_by_key_id text not null,
  created_by_label text not null,
  created_at_ms bigint not null,
  primary key (endpoint_id, version)
);

create table endpoint_judgements (
  endpoint_id text primary key references endpoints,
  version integer not null,
  reads text,
  refusal text
);

create table endpoint_uses (
  endpoint_id text primary key references endpoints,
  last_executed_at_ms bigint not null,
  rows_read bigint,
  bytes_read bigint
);

create table endpoint_usage (
  endpoint_id text not null,
  project_id integer not null,
  span_ms bigint not null,
  start_ms bigint not null,
  duration_class integer not null,
  runs bigint not null,
  errors bigint not null,
  hits bigint not null,
  rows bigint not null,
  rows_read bigint not null,
  bytes_read bigint not null,
  primary key (endpoint_id, span_ms, start_ms, duration_class)
);
create index endpoint_usage_by_time on endpoint_usage (span_ms, start_ms);

-- No reference to the endpoint: the log of a deleted one stays until it is old.
create table run_log (
  id text primary key,
  project_id integer not null,
  endpoint_id text not null,
  started_at_ms bigint not null,
  level text not null,
  facts text not null
);
create index run_log_by_endpoint on run_log (project_id, endpoint_id, started_at_ms);
create index run_log_by_time on run_log (started_at_ms);

create table actions (
  id integer primary key,
  project_id integer not null references projects,
  name text not null,
  description text not null,
  steps text not null,
  revision integer not null,
  created_by_key_id text not null,
  created_by_label text not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  unique (project_id, name)
);

create table materializations (
  endpoint_id text primary key references endpoints,
  project_id integer not null references projects,
  state text not null,
  version integer not null,
  interval_ms bigint not null,
  next_run_at_ms bigint,
  queued_build_id text,
  running_build_id text,
  lease_owner text,
  lease_expires_at_ms bigint,
  fencing_token bigint not null,
  last_started_at_ms bigint,
  failures_in_a_row integer not null,
  last_error text
);
create index materializations_due on materializations (next_run_at_ms) where next_run_at_ms is not null;
create index materializations_leased on materializations (lease_expires_at_ms) where lease_expires_at_ms is not null;

create table builds (
  id text primary key,
  endpoint_id text not null references endpoints,
  project_id integer not null references projects,
  version integer not null,
  cause text not null,
  state text not null,
  created_at_ms bigint not null,
  started_at_ms bigint,
  ended_at_ms bigint,
  duration_ms bigint,
  rows bigint,
  bytes bigint,
  verified integer,
  error text
);
create index builds_by_endpoint on builds (endpoint_id, created_at_ms);

create table snapshots (
  build_id text primary key,
  endpoint_id text not null references endpoints,
  project_id integer not null references projects,
  version integer not null,
  fencing_token bigint not null,
  object_prefix text not null,
  built_at_ms bigint not null,
  data_time_ms bigint not null,
  conditions text not null,
  columns text,
  rows bigint not null,
  bytes bigint not null,
  duration_ms bigint not null,
  verified integer,
  mismatches_in_a_row integer not null,
  unusable_at_ms bigint,
  retired_at_ms bigint
);
-- The pointer: one snapshot of an endpoint is current.
create unique index snapshots_current on snapshots (endpoint_id) where retired_at_ms is null;
create index snapshots_retired on snapshots (retired_at_ms) where retired_at_ms is not null;

create table persons (
  project_id integer not null references projects,
  id text not null,
  created_at_us bigint not null,
  properties text not null,
  is_identified integer not null,
  is_deleted integer not null,
  version bigint not null,
  primary key (project_id, id)
);
create index persons_by_version on persons (version);

create table person_distinct_ids (
  project_id integer not null references projects,
  distinct_id text not null,
  person_id text not null,
  is_deleted integer not null,
  version bigint not null,
  primary key (project_id, distinct_id)
);
create index person_distinct_ids_by_person on person_distinct_ids (project_id, person_id);
create index person_distinct_ids_by_version on person_distinct_ids (version);

create table person_overrides (
  project_id integer not null references projects,
  old_person_id text not null,
  person_id text not null,
  is_deleted integer not null,
  version bigint not null,
  primary key (project_id, old_person_id)
);
create index person_overrides_by_person on person_overrides (project_id, person_id);
create index person_overrides_by_version on person_overrides (version);

create table person_folds (
  project_id integer primary key references projects,
  phase text not null,
  since_ms bigint not null,
  version bigint not null,
  in_flight text not null,
  lease_owner text,
  lease_expires_at_ms bigint
);

create table groups (
  project_id integer not null references projects,
  group_type_index integer not null,
  group_key text not null,
  created_at_us bigint not null,
  updated_at_us bigint not null,
  properties text not null,
  is_deleted integer not null,
  version bigint not null,
  primary key (project_id, group_type_index, group_key)
);
create index groups_by_version on groups (version);

create table capture_progress (
  spool_name text primary key,
  spool_id text not null,
  applied_to bigint not null,
  written_to bigint not null
);

create table projection_progress (
  table_name text primary key,
  version bigint not null
);

create table imports (
  id text primary key,
  project_id integer not null references projects,
  file_name text not null,
  state text not null,
  pending_chunk integer,
  read bigint not null,
  inserted bigint not null,
  duplicate bigint not null,
  rejected bigint not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  replica text not null,
  "order" text not null,
  outcome text,
  error text,
  sample text,
  total bigint,
  next_chunk integer not null,
  odd_after bigint not null,
  pending_odd text,
  reject_bytes bigint not null
);
create index imports_by_project on imports (project_id, created_at_ms);

create table deletions (
  id text primary key,
  project_id integer not null references projects,
  replica text not null,
  events text not null,
  created_at_ms bigint not null
)
`;
