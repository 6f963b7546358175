/** The tables whose rows are events: what changes events changes both. */
export const TABLES_OF_EVENTS = ['events', 'lookups'] as const;

/** Columns of `events` in the order of the table, each with its type. `lookups` has them all. */
export const EVENT_COLUMN_TYPES = {
  project_id: 'UInt64',
  uuid: 'UUID',
  event: 'LowCardinality(String)',
  distinct_id: 'String',
  person_id: 'UUID',
  timestamp: "DateTime64(6, 'UTC')",
  created_at: "DateTime64(6, 'UTC')",
  properties: 'String',
  session_id: 'String',
  window_id: 'String',
  group_0: 'String',
  group_1: 'String',
  group_2: 'String',
  group_3: 'String',
  group_4: 'String',
  elements_chain: 'String',
  person_mode: 'LowCardinality(String)',
} as const;

export type EventColumn = keyof typeof EVENT_COLUMN_TYPES;

/** Long texts, packed better than the others. */
const PACKED: ReadonlySet<string> = new Set<EventColumn>(['properties', 'elements_chain']);

/** The columns as a definition of a table lists them. */
export function eventColumnDefinitions(): string {
  return Object.entries(EVENT_COLUMN_TYPES)
    .map(([name, type]) => `${name} ${type}${PACKED.has(name) ? ' CODEC(ZSTD(1))' : ''}`)
    .join(',\n      ');
}
