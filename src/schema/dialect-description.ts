import { z } from 'zod';
import { component, described } from './described.ts';

const name = described(z.string(), 'As a query names it', 'timestamp');

const columnSchema = component('DialectColumn', 'A column of a table', {
  name,
  type: described(
    z.string(),
    'The engine’s name of its type; a time has no zone, because its zone is that of the project. `JSON` has members ' +
      'behind a dot',
    'DateTime64(6)',
  ),
  is_hidden: z.boolean().describe('`*` leaves it out'),
});

const joinSchema = component('DialectJoin', 'A table whose columns stand behind a name of this table', {
  name: described(z.string(), 'What stands before the dot', 'person'),
  table: described(z.string(), 'The table behind it', 'persons'),
  from: described(z.string(), 'Column of this table', 'person_id'),
  to: described(z.string(), 'Column of the other table that equals `from`', 'id'),
});

const tableSchema = component('DialectTable', 'A table that FROM can name', {
  name: described(z.string(), 'As FROM names it', 'events'),
  kind: z
    .enum(['data', 'system', 'function'])
    .describe('Rows of the project, lists of what there is, or rows that a function makes'),
  columns: z.array(columnSchema).describe('In the order of `*`'),
  joins: z.array(joinSchema).describe('Joins that need no JOIN'),
});

const functionSchema = component('DialectFunction', 'A function that a query may call', {
  name: described(z.string(), 'Its name, which may be written in any case', 'dateDiff'),
  family: described(z.string(), 'Chapter of docs/functions.md', 'Dates'),
  kind: z.enum(['scalar', 'aggregate', 'window']).describe('Where it may stand'),
  signature: described(
    z.string(),
    'How it is called: `[x]` may be left out, `...` may be repeated',
    'lower(string)',
  ),
  answers: described(
    z.string().nullable(),
    'The engine’s type of the answer; null when it follows the arguments',
    'String',
  ),
  sentence: described(z.string(), 'What it is, for readers', 'Function that answers String.'),
});

const placeholderSchema = component('DialectPlaceholder', 'What may stand in braces', {
  text: described(z.string(), 'As it is written', '{filters}'),
  sentence: described(z.string(), 'What it stands for', 'The filters of the query and of the run.'),
});

/** Answer of `GET /api/dialect`. */
export const dialectDescriptionSchema = component(
  'Dialect',
  'Everything that a query can name, for editors',
  {
    tables: z.array(tableSchema).describe('Tables, those with data first'),
    functions: z
      .array(functionSchema)
      .describe('Every function; any other is refused with `unknown_function`'),
    keywords: z
      .array(z.string())
      .describe(
        'Words that are no bare names, in upper case; as names they are written in back-ticks or behind AS',
      ),
    placeholders: z.array(placeholderSchema).describe('What a query may leave to its runs'),
  },
);
