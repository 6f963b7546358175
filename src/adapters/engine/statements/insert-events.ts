import type { EventColumn } from '../ddl/event-columns.ts';
import type { Engine } from '../engine.ts';

/** Columns of an event row, in the order in which `insertEvents` takes them. */
export const EVENT_COLUMNS: readonly EventColumn[] = [
  'project_id',
  'person_id',
  'created_at',
  'group_0',
  'group_1',
  'group_2',
  'group_3',
  'group_4',
  'uuid',
  'event',
  'distinct_id',
  'timestamp',
  'properties',
  'session_id',
  'window_id',
  'elements_chain',
  'person_mode',
];

/**
 * Inserts events given as EVENT_COLUMNS in RowBinary. An insert that is cut off has added the rows of some months, or
 * of none: before a repetition `findStoredEvents` tells which.
 */
export async function insertEvents(engine: Engine, rows: Uint8Array): Promise<void> {
  await engine.insert({
    table: 'events',
    columns: EVENT_COLUMNS,
    format: 'RowBinary',
    body: rows,
  });
}

/**
 * Records events as seen. To be called after their insert: from then on `findKnownEventIds` finds the events.
 * @param rows project, uuid and source of each, in RowBinary
 */
export async function insertEventIds(engine: Engine, rows: Uint8Array): Promise<void> {
  await engine.insert({
    table: 'event_ids',
    columns: ['project_id', 'uuid', 'source'],
    format: 'RowBinary',
    body: rows,
  });
}
