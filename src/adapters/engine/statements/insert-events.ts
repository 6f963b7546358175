import type { Engine } from '../engine.ts';

/** Columns of an event row, in the order in which `insertEvents` takes them. */
export const EVENT_COLUMNS = [
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
] as const;

/**
 * Inserts events given as EVENT_COLUMNS in RowBinary. One token names one set of rows for ever: a second insert with it
 * does nothing, also after a crash in the middle of the first.
 */
export async function insertEvents(engine: Engine, rows: Uint8Array, token: string): Promise<void> {
  await engine.insert({
    table: 'events',
    columns: EVENT_COLUMNS,
    format: 'RowBinary',
    body: rows,
    deduplicationToken: token,
  });
}

/**
 * Records events as seen. To be called when they are inserted: from then on `findKnownEventIds` finds them.
 * @param rows project and uuid of each, in RowBinary
 */
export async function insertEventIds(engine: Engine, rows: Uint8Array, token: string): Promise<void> {
  await engine.insert({
    table: 'event_ids',
    columns: ['project_id', 'uuid'],
    format: 'RowBinary',
    body: rows,
    deduplicationToken: token,
  });
}
