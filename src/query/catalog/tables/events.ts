import type { DataType } from '../data-type.ts';
import type { ColumnDefinition, StoredTable } from '../table.ts';
import { instant, json, text, uuid } from './column-types.ts';

const texts: DataType = { kind: 'array', nullable: false, element: text };

/** A list taken out of the recorded DOM chain; the expressions are those of the public schema of PostHog's events. */
function chainColumn(name: string, type: DataType, template: string): ColumnDefinition {
  return { name, engineName: 'elements_chain', type, template };
}

function groupColumn(index: number): ColumnDefinition {
  return { name: `$group_${index}`, engineName: `group_${index}`, type: text };
}

export const eventsTable: StoredTable = {
  kind: 'stored',
  name: 'events',
  engineTable: 'events',
  propertyScope: 'event',
  timeColumn: 'timestamp',
  columns: [
    { name: 'uuid', engineName: 'uuid', type: uuid },
    { name: 'event', engineName: 'event', type: text },
    { name: 'properties', engineName: 'properties', type: json },
    { name: 'timestamp', engineName: 'timestamp', type: instant },
    { name: 'distinct_id', engineName: 'distinct_id', type: text },
    { name: 'elements_chain', engineName: 'elements_chain', type: text },
    { name: 'created_at', engineName: 'created_at', type: instant },
    { name: '$session_id', engineName: 'session_id', type: text },
    { name: '$window_id', engineName: 'window_id', type: text },
    { name: 'person_id', engineName: 'person_id', type: uuid },
    { name: 'person_mode', engineName: 'person_mode', type: text },
    ...[0, 1, 2, 3, 4].map(groupColumn),
    {
      name: '$session_id_uuid',
      engineName: 'session_id',
      type: { kind: 'uuid', nullable: true },
      template: 'toUUIDOrNull($1)',
      hidden: true,
    },
    chainColumn('elements_chain_href', text, `extract($1, '(?::|")href="(.*?)"')`),
    chainColumn('elements_chain_texts', texts, `arrayDistinct(extractAll($1, '(?::|")text="(.*?)"'))`),
    chainColumn('elements_chain_ids', texts, `arrayDistinct(extractAll($1, '(?::|")attr_id="(.*?)"'))`),
    chainColumn(
      'elements_chain_elements',
      texts,
      `arrayDistinct(extractAll($1, '(?:^|;)(a|button|form|input|select|textarea|label)(?:[.]|$|:)'))`,
    ),
  ],
  joins: [
    { name: 'person', table: 'persons', from: 'person_id', to: 'id' },
    { name: 'pdi', table: 'person_distinct_ids', from: 'distinct_id', to: 'distinct_id' },
    { name: 'session', table: 'sessions', from: '$session_id', to: 'session_id' },
    ...[0, 1, 2, 3, 4].map((index) => ({
      name: `group_${index}`,
      table: 'groups' as const,
      from: `$group_${index}`,
      to: 'key',
      where: { column: 'index', equals: index },
    })),
  ],
};
