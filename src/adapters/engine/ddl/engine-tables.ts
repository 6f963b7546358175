import { eventColumnDefinitions } from './event-columns.ts';

/**
 * The engine's tables. Names are physical: no `$`, and `project_id` first in every key so that a tenant reads only
 * its own granules. All live in the database `app`; `query/catalog/tables` says what users see.
 */

export const DATABASE = 'app';

interface EngineTable {
  readonly name: string;
  /** Everything after `CREATE TABLE IF NOT EXISTS app.<name>`. */
  readonly definition: string;
  /** True when readers may select from the table; a row policy shows them the rows of their project. */
  readonly tenant: boolean;
}

/** Makes an insert answer only when its rows are on disk. */
const DURABILITY = `fsync_after_insert = 1, fsync_part_directory = 1`;

/**
 * Seconds that the engine keeps parts which it has rewritten; it looks every five minutes at the latest. What was
 * deleted is off the disk within ten minutes ([CAP-9.6]).
 */
export const OLD_PARTS_SECONDS = 240;

export const ENGINE_TABLES: readonly EngineTable[] = [
  {
    name: 'events',
    tenant: true,
    // No raw `timestamp` in the key: beside toDate(timestamp) a range would bind to the raw column and a whole month
    // would be read (measured: 7-day lookup 24.4 ms with it, 12.3 ms without).
    definition: `(
      ${eventColumnDefinitions()}
    )
    ENGINE = MergeTree
    PARTITION BY toYYYYMM(timestamp)
    ORDER BY (project_id, event, toDate(timestamp), cityHash64(distinct_id))
    SETTINGS index_granularity = 8192, allow_nullable_key = 1, ${DURABILITY}`,
  },
  {
    name: 'lookups',
    tenant: true,
    // Events again, ordered by a value that queries ask for: `services/lookups`. By year, because a deletion or a fold
    // rewrites the parts that hold its rows, while a reader of all years opens a part or two for each.
    definition: `(
      lookup UInt32,
      value String,
      ${eventColumnDefinitions()}
    )
    ENGINE = MergeTree
    PARTITION BY toYear(timestamp)
    ORDER BY (project_id, lookup, value, timestamp)
    SETTINGS index_granularity = 1024, ${DURABILITY}`,
  },
  {
    name: 'event_ids',
    tenant: false,
    // By the bytes as they are written. The engine orders UUID by its second half, which is the hash or the random
    // part of an id, so that the ids of an hour would lie all over the table. `uuid IN (...)` uses this key as it is.
    // An id has a row for each source that brought the event: 0 = captured, or brought before sources were kept; else
    // the number of the import.
    definition: `(
      project_id UInt64,
      uuid UUID,
      source UInt32
    )
    ENGINE = MergeTree
    ORDER BY (project_id, toUInt128(uuid))
    SETTINGS index_granularity = 256, ${DURABILITY}`,
  },
  {
    name: 'persons',
    tenant: true,
    definition: `(
      project_id UInt64,
      id UUID,
      created_at DateTime64(6, 'UTC'),
      properties String CODEC(ZSTD(1)),
      is_identified Bool,
      is_deleted UInt8,
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version, is_deleted)
    ORDER BY (project_id, id)
    SETTINGS index_granularity = 8192, ${DURABILITY}`,
  },
  {
    name: 'person_distinct_ids',
    tenant: true,
    definition: `(
      project_id UInt64,
      distinct_id String,
      person_id UUID,
      is_deleted UInt8,
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version, is_deleted)
    ORDER BY (project_id, distinct_id)
    SETTINGS index_granularity = 8192, ${DURABILITY}`,
  },
  {
    name: 'person_overrides',
    tenant: true,
    // Flattened: old_person_id never appears as somebody's person_id.
    definition: `(
      project_id UInt64,
      old_person_id UUID,
      person_id UUID,
      is_deleted UInt8,
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version, is_deleted)
    ORDER BY (project_id, old_person_id)
    SETTINGS index_granularity = 8192, ${DURABILITY}`,
  },
  {
    name: 'cohort_members',
    tenant: true,
    // A member is one of the distinct ids of a person, so that the person is found behind it after any merge.
    definition: `(
      project_id UInt64,
      cohort_id UInt64,
      distinct_id String
    )
    ENGINE = ReplacingMergeTree
    ORDER BY (project_id, cohort_id, distinct_id)
    SETTINGS index_granularity = 8192, ${DURABILITY}`,
  },
  {
    name: 'groups',
    tenant: true,
    definition: `(
      project_id UInt64,
      group_type_index UInt8,
      group_key String,
      created_at DateTime64(6, 'UTC'),
      updated_at DateTime64(6, 'UTC'),
      properties String CODEC(ZSTD(1)),
      is_deleted UInt8,
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version, is_deleted)
    ORDER BY (project_id, group_type_index, group_key)
    SETTINGS index_granularity = 8192, ${DURABILITY}`,
  },
];
