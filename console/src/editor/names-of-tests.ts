import type { QueryNames } from './query-names.ts';

const column = (name: string, type = 'String') => ({ name, type, is_hidden: false });

/** Names of a small project, for tests of the editor. */
export const SOME_NAMES: QueryNames = {
  tables: [
    {
      name: 'events',
      kind: 'data',
      columns: [
        column('timestamp', 'DateTime64(6)'),
        column('event'),
        column('$group_0'),
        column('properties', 'JSON'),
      ],
      joins: [{ name: 'person', table: 'persons' }],
    },
    {
      name: 'persons',
      kind: 'data',
      columns: [column('id'), column('is_identified', 'Bool'), column('properties', 'JSON')],
      joins: [],
    },
    { name: 'numbers', kind: 'function', columns: [column('number', 'UInt64')], joins: [] },
  ],
  functions: [{ name: 'count', signature: 'count([x])', sentence: 'Counts rows.', kind: 'aggregate' }],
  keywords: ['SELECT', 'FROM'],
  placeholders: [
    { text: '{filters}', sentence: 'The filters of the run.' },
    { text: '{variables.<name>}', sentence: 'A variable.' },
  ],
  events: [
    { name: '$pageview', volume: 1000 },
    { name: "it's", volume: 5 },
  ],
  properties: [
    { name: '$browser', volume: 900, type: 'String' },
    { name: 'plan', volume: 40, type: 'String' },
    { name: 'a "b` c', volume: 1, type: 'String' },
  ],
  personProperties: [{ name: 'email', volume: 10, type: 'String' }],
  variables: ['organization'],
  isComplete: true,
};
