import { eventColumnDefinitions } from './event-columns.ts';

/**
 * The engine's tables. Names are physical: no `$`, and `project_id` first in every key so that a tenant reads only
 * its own granules. All live in the database `app`; `query/catalog/tables` says what users see.
 */

export const DATABASE = 'app';

/** A table, from which its definition in every form of an engine is made, its policy, its grants and its removal. */
export interface EngineTable {
  readonly name: string;
  readonly columns: string;
  /** The engine on one node, such as `ReplacingMergeTree(version, is_deleted)`. */
  readonly engine: string;
  /** `PARTITION BY` and `ORDER BY`. */
  readonly order: string;
  readonly settings: string;
  /** True when readers may select from the table; a row policy shows them the rows of their project. */
  readonly tenant: boolean;
  readonly onCluster: PlaceOnCluster;
}

/**
 * Where the rows of a table lie on a cluster (decision 0060). `sharded`: in `<name>_local` on the shard that the
 * expression names, behind a Distributed table of the name. `whole`: all of them on every node, so that a join reads
 * them there.
 */
export type PlaceOnCluster =
  | {
      readonly kind: 'sharded';
      readonly by: string;
      /** A table that takes inserts for it: one without the columns that the rows' own table computes. */
      readonly writtenTo?: string;
    }
  | { readonly kind: 'whole' };

const WHOLE: PlaceOnCluster = { kind: 'whole' };

/** Makes an insert answer only when its rows are on disk. */
export const DURABILITY = `fsync_after_insert = 1, fsync_part_directory = 1`;

/**
 * Seconds that the engine keeps parts which it has rewritten; it looks every five minutes at the latest. What was
 * deleted is off the disk within ten minutes ([CAP-9.6]).
 */
export const OLD_PARTS_SECONDS = 240;

export const ENGINE_TABLES: readonly EngineTable[] = [
  {
    name: 'events',
    tenant: true,
    columns: eventColumnDefinitions(),
    engine: 'MergeTree',
    // No raw `timestamp` in the key: beside toDate(timestamp) a range would bind to the raw column and a whole month
    // would be read (measured: 7-day lookup 24.4 ms with it, 12.3 ms without).
    order: `PARTITION BY toYYYYMM(timestamp)
    ORDER BY (project_id, event, toDate(timestamp), cityHash64(distinct_id))`,
    settings: 'index_granularity = 8192, allow_nullable_key = 1',
    onCluster: { kind: 'sharded', by: 'cityHash64(person_id)', writtenTo: 'events_write' },
  },
  {
    name: 'lookups',
    tenant: true,
    // Events again, ordered by a value that queries ask for: `services/lookups`. By year, because a deletion or a fold
    // rewrites the parts that hold its rows, while a reader of all years opens a part or two for each.
    columns: `lookup UInt32,
      value String,
      ${eventColumnDefinitions()}`,
    engine: 'MergeTree',
    order: `PARTITION BY toYear(timestamp)
    ORDER BY (project_id, lookup, value, timestamp)`,
    settings: 'index_granularity = 1024',
    onCluster: { kind: 'sharded', by: 'cityHash64(value)' },
  },
  {
    name: 'event_ids',
    tenant: false,
    // An id has a row for each source that brought the event: 0 = captured, or brought before sources were kept; else
    // the number of the import.
    columns: `project_id UInt64,
      uuid UUID,
      source UInt32`,
    engine: 'MergeTree',
    // By the bytes as they are written. The engine orders UUID by its second half, which is the hash or the random
    // part of an id, so that the ids of an hour would lie all over the table. `uuid IN (...)` uses this key as it is.
    order: 'ORDER BY (project_id, toUInt128(uuid))',
    settings: 'index_granularity = 256',
    onCluster: { kind: 'sharded', by: 'cityHash64(uuid)' },
  },
  {
    name: 'persons',
    tenant: true,
    columns: `project_id UInt64,
      id UUID,
      created_at DateTime64(6, 'UTC'),
      properties String CODEC(ZSTD(1)),
      is_identified Bool,
      is_deleted UInt8,
      version UInt64`,
    engine: 'ReplacingMergeTree(version, is_deleted)',
    order: 'ORDER BY (project_id, id)',
    settings: 'index_granularity = 8192',
    onCluster: WHOLE,
  },
  {
    name: 'person_distinct_ids',
    tenant: true,
    columns: `project_id UInt64,
      distinct_id String,
      person_id UUID,
      is_deleted UInt8,
      version UInt64`,
    engine: 'ReplacingMergeTree(version, is_deleted)',
    order: 'ORDER BY (project_id, distinct_id)',
    settings: 'index_granularity = 8192',
    onCluster: WHOLE,
  },
  {
    name: 'person_overrides',
    tenant: true,
    // Flattened: old_person_id never appears as somebody's person_id.
    columns: `project_id UInt64,
      old_person_id UUID,
      person_id UUID,
      is_deleted UInt8,
      version UInt64`,
    engine: 'ReplacingMergeTree(version, is_deleted)',
    order: 'ORDER BY (project_id, old_person_id)',
    settings: 'index_granularity = 8192',
    onCluster: WHOLE,
  },
  {
    name: 'cohort_members',
    tenant: true,
    // A member is one of the distinct ids of a person, so that the person is found behind it after any merge.
    columns: `project_id UInt64,
      cohort_id UInt64,
      distinct_id String`,
    engine: 'ReplacingMergeTree',
    order: 'ORDER BY (project_id, cohort_id, distinct_id)',
    settings: 'index_granularity = 8192',
    onCluster: WHOLE,
  },
  {
    name: 'groups',
    tenant: true,
    columns: `project_id UInt64,
      group_type_index UInt8,
      group_key String,
      created_at DateTime64(6, 'UTC'),
      updated_at DateTime64(6, 'UTC'),
      properties String CODEC(ZSTD(1)),
      is_deleted UInt8,
      version UInt64`,
    engine: 'ReplacingMergeTree(version, is_deleted)',
    order: 'ORDER BY (project_id, group_type_index, group_key)',
    settings: 'index_granularity = 8192',
    onCluster: WHOLE,
  },
];
