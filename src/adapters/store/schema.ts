import type { ColumnType } from 'kysely';
import type {
  EventDefinitionTable,
  PropertyCountTable,
  PropertyDefinitionTable,
  PropertyReadTable,
} from './definition-tables.ts';
import type { EndpointJudgementTable } from './judgement-table.ts';
import type { PersonFoldTable } from './person-fold-table.ts';

/**
 * The tables of the metadata store as Kysely sees them. Only types that SQLite and PostgreSQL share: text, integer and
 * bigint. Flags are 0 and 1, instants milliseconds since 1970 (`..._ms`), lists and objects JSON text.
 */
export interface Schema {
  readonly counters: CounterTable;
  readonly projects: ProjectTable;
  readonly group_types: GroupTypeTable;
  readonly event_definitions: EventDefinitionTable;
  readonly property_definitions: PropertyDefinitionTable;
  readonly property_counts: PropertyCountTable;
  readonly ingestion_warnings: IngestionWarningTable;
  readonly keys: KeyTable;
  readonly endpoints: EndpointTable;
  readonly endpoint_tags: EndpointTagTable;
  readonly endpoint_uses: EndpointUseTable;
  readonly endpoint_versions: EndpointVersionTable;
  readonly endpoint_judgements: EndpointJudgementTable;
  readonly persons: PersonTable;
  readonly person_distinct_ids: PersonDistinctIdTable;
  readonly person_overrides: PersonOverrideTable;
  readonly person_folds: PersonFoldTable;
  readonly groups: GroupTable;
  readonly capture_progress: CaptureProgressTable;
  readonly projection_progress: ProjectionProgressTable;
  readonly imports: ImportTable;
  readonly deletions: DeletionTable;
  readonly actions: ActionTable;
  readonly run_log: RunLogTable;
  readonly activity: ActivityTable;
  readonly endpoint_usage: EndpointUsageTable;
  readonly property_reads: PropertyReadTable;
  readonly materializations: MaterializationTable;
  readonly builds: BuildTable;
  readonly snapshots: SnapshotTable;
}

export type Flag = 0 | 1;

/** Numbers that are never given twice, even after a delete. */
interface CounterTable {
  readonly name: string;
  readonly value: number;
}

export interface ProjectTable {
  readonly id: number;
  readonly name: string;
  readonly timezone: string;
  readonly week_start_day: number;
  readonly test_account_filters: string;
  readonly path_cleaning_filters: string;
  /** Public by nature: it stands in web pages. Hence in clear, to be shown again. */
  readonly capture_token: string;
  readonly has_person_overrides: Flag;
  /** Raised by every change that a compiled query can see: settings, group and property types, overrides, actions. */
  readonly context_revision: number;
  /** Raised by deletions of events or persons; part of every cache key. */
  readonly data_epoch: number;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly deleted_at_ms: number | null;
  /** When the last of its data was removed; null while it is live or something is left. */
  readonly purged_at_ms: number | null;
}

interface GroupTypeTable {
  readonly project_id: number;
  /** 0..4, in order of first use. */
  readonly group_type_index: number;
  readonly name: string;
}

interface IngestionWarningTable {
  readonly id: string;
  readonly project_id: number;
  readonly reason: string;
  readonly details: string;
  readonly created_at_ms: number;
}

export interface KeyTable {
  readonly id: string;
  readonly label: string;
  /** SHA-256 of the whole key in hex. The key itself is nowhere. */
  readonly secret_hash: string;
  /** The secret before the last roll, and when it stops working. */
  readonly previous_secret_hash: string | null;
  readonly previous_ends_at_ms: number | null;
  /** Its first and last letters, to recognise it by. */
  readonly hint: string;
  readonly scopes: string;
  /** JSON list of project ids, or null for every project. */
  readonly project_ids: string | null;
  readonly created_by: string | null;
  readonly created_at_ms: number;
  readonly expires_at_ms: number | null;
  readonly last_used_at_ms: number | null;
}

export interface EndpointTable {
  readonly id: string;
  readonly project_id: number;
  readonly name: string;
  readonly description: string;
  readonly is_active: Flag;
  readonly cache_age_seconds: number | null;
  readonly stale_while_revalidate_seconds: number;
  readonly stale_if_error_seconds: number;
  readonly is_materialized: Flag;
  readonly sync_frequency: string;
  readonly allowed_overrides: string | null;
  readonly limits: string;
  readonly current_version: number;
  readonly revision: number;
  readonly created_by_key_id: string;
  readonly created_by_label: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly deleted_at_ms: number | null;
}

interface EndpointTagTable {
  readonly endpoint_id: string;
  readonly position: number;
  readonly tag: string;
}

/** Beside the endpoint, because it changes with every run and nothing that answers are made from does. */
interface EndpointUseTable {
  readonly endpoint_id: string;
  readonly last_executed_at_ms: number;
  /** What the last run that was computed directly read; null = none was. */
  readonly rows_read: ColumnType<number | null, number | undefined, number>;
  readonly bytes_read: ColumnType<number | null, number | undefined, number>;
}

export interface EndpointVersionTable {
  readonly endpoint_id: string;
  readonly version: number;
  readonly query: string;
  /** Declarations of variables by name. */
  readonly variables: string;
  /** The canonical query and declarations; equal texts are one version. */
  readonly fingerprint: string;
  /** Output columns `[{name, type}]`; null where only a run can tell. */
  readonly columns: string | null;
  /** Why it cannot be materialized; null when it can. */
  readonly not_materializable: string | null;
  readonly created_by_key_id: string;
  readonly created_by_label: string;
  readonly created_at_ms: number;
}

/** The truth about persons; the engine's table of the same name is copied from it. Instants are microseconds. */
export interface PersonTable {
  readonly project_id: number;
  readonly id: string;
  readonly created_at_us: number;
  readonly properties: string;
  readonly is_identified: Flag;
  readonly is_deleted: Flag;
  /** Number of the transaction that changed the row last; grows. */
  readonly version: number;
}

export interface PersonDistinctIdTable {
  readonly project_id: number;
  readonly distinct_id: string;
  readonly person_id: string;
  readonly is_deleted: Flag;
  readonly version: number;
}

/** Events stored under `old_person_id` belong to `person_id`. Flat: no person_id is somebody's old id. */
export interface PersonOverrideTable {
  readonly project_id: number;
  readonly old_person_id: string;
  readonly person_id: string;
  readonly is_deleted: Flag;
  readonly version: number;
}

export interface GroupTable {
  readonly project_id: number;
  readonly group_type_index: number;
  readonly group_key: string;
  readonly created_at_us: number;
  readonly updated_at_us: number;
  readonly properties: string;
  readonly is_deleted: Flag;
  readonly version: number;
}

/** How far a spool has come. Positions are bytes of its endless log. */
export interface CaptureProgressTable {
  readonly spool_name: string;
  /** Random: tokens of its blocks never repeat those of another spool. */
  readonly spool_id: string;
  /** Persons, groups and definitions of everything before it are in this database. */
  readonly applied_to: number;
  /** Events of everything before it are in the engine. Behind `applied_to` only while a block is being written. */
  readonly written_to: number;
}

/** Rows of `table_name` up to this version are in the engine. */
export interface ProjectionProgressTable {
  readonly table_name: string;
  readonly version: number;
}

/** One import of a file. */
export interface ImportTable {
  readonly id: string;
  readonly project_id: number;
  /** The replica that runs it. */
  readonly replica: string;
  readonly file_name: string;
  readonly state: 'running' | 'completed' | 'failed';
  /** JSON of what it was asked to do; null for an import of an earlier version. */
  readonly order_json: string | null;
  /** How it ends: set before its tables and file are removed, `state` after that. */
  readonly outcome: 'completed' | 'failed' | null;
  /** Why it failed. */
  readonly error: string | null;
  /** JSON list of the first events as they are read; of a dry run only. */
  readonly sample: string | null;
  /** Rows of the file; null until they are known. */
  readonly rows_total: number | null;
  /** The first chunk that is not completely in the engine. */
  readonly next_chunk: number;
  /** Number of the last row that was judged one by one; -1 = none. */
  readonly odd_after: number;
  /** JSON of what the rows add that are being written one by one. */
  readonly pending_odd: string | null;
  /** Length of the reject file. */
  readonly reject_bytes: number;
  /** The chunk whose persons are applied and whose events may be only partly in the engine. */
  readonly pending_chunk: number | null;
  readonly rows_read: number;
  readonly rows_inserted: number;
  readonly rows_duplicate: number;
  readonly rows_rejected: number;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** A deletion of events that its replica has to complete in the engine. */
export interface DeletionTable {
  readonly id: string;
  readonly project_id: number;
  readonly replica: string;
  /** JSON of which events go. */
  readonly condition_json: string;
  readonly created_at_ms: number;
}

/** One run of an endpoint. No reference to the endpoint: the log of a deleted one stays until it is old. */
export interface RunLogTable {
  readonly id: string;
  readonly project_id: number;
  readonly endpoint_id: string;
  readonly started_at_ms: number;
  readonly level: string;
  readonly facts: string;
}

/** A stored, named filter of events. */
export interface ActionTable {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly description: string;
  readonly steps: string;
  readonly revision: number;
  readonly created_by_key_id: string;
  readonly created_by_label: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

export type BuildState = 'Pending' | 'Running' | 'Completed' | 'Failed';

/**
 * Where building an endpoint stands. The row is made when materialization is first switched on and stays, because its
 * fencing token never goes back.
 */
export interface MaterializationTable {
  readonly endpoint_id: string;
  readonly project_id: number;
  readonly state: BuildState;
  /** The version to build: the current one. */
  readonly version: number;
  readonly interval_ms: number;
  /** When the next build is due; null = building is off. */
  readonly next_run_at_ms: number | null;
  /** A build that somebody asked for and that has not begun. */
  readonly queued_build_id: string | null;
  readonly running_build_id: string | null;
  /** The process that runs it, and until when it may be silent. */
  readonly lease_owner: string | null;
  readonly lease_expires_at_ms: number | null;
  /** Grows with every build. */
  readonly fencing_token: number;
  readonly last_started_at_ms: number | null;
  readonly failures_in_a_row: number;
  readonly last_error: string | null;
}

/** One build, for the history. */
export interface BuildTable {
  readonly id: string;
  readonly endpoint_id: string;
  readonly project_id: number;
  readonly version: number;
  /** Why it was made: the schedule, a caller who asked, or a change of the endpoint. */
  readonly cause: 'schedule' | 'request' | 'change' | 'repair';
  readonly state: BuildState;
  readonly created_at_ms: number;
  readonly started_at_ms: number | null;
  readonly ended_at_ms: number | null;
  readonly duration_ms: number | null;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly verified: Flag | null;
  readonly error: string | null;
}

/** A good snapshot: the current one of its endpoint, or a retired one whose objects are still to be deleted. */
export interface SnapshotTable {
  readonly build_id: string;
  readonly endpoint_id: string;
  readonly project_id: number;
  readonly version: number;
  readonly fencing_token: number;
  readonly object_prefix: string;
  readonly built_at_ms: number;
  readonly data_time_ms: number;
  readonly conditions: string;
  /** `[{name, type}]`; null for insights. */
  readonly columns: string | null;
  readonly rows: number;
  readonly bytes: number;
  readonly duration_ms: number;
  readonly verified: Flag | null;
  readonly mismatches_in_a_row: number;
  /** When a reader found it missing, corrupt or outdated; a build was queued then. */
  readonly unusable_at_ms: number | null;
  /** Null = current. */
  readonly retired_at_ms: number | null;
}

/** Who changed what. */
export interface ActivityTable {
  readonly id: string;
  /** Null = it concerns every project. */
  readonly project_id: number | null;
  readonly at_ms: number;
  readonly actor_key_id: string;
  readonly actor_label: string;
  readonly activity: 'created' | 'changed' | 'deleted' | 'restored' | 'rolled';
  readonly subject: 'endpoint' | 'action' | 'project' | 'capture_token' | 'key' | 'property_type' | 'data';
  readonly subject_id: string;
  readonly subject_name: string;
  /** `[{member, before, after}]`, never secrets. */
  readonly changes: string;
}

/** Runs of an endpoint in a span of time whose durations were alike. Sums that any number of processes add to. */
export interface EndpointUsageTable {
  readonly endpoint_id: string;
  readonly project_id: number;
  /** Length of the span: a minute or an hour. */
  readonly span_ms: number;
  readonly start_ms: number;
  /** n = durations of about 1.1^n milliseconds. */
  readonly duration_class: number;
  readonly runs: number;
  readonly errors: number;
  readonly hits: number;
  /** Rows answered. */
  readonly rows: number;
  readonly rows_read: number;
  readonly bytes_read: number;
}
