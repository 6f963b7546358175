import { z } from 'zod';
import { type JsonValue, parseJson } from '../base/parse-json.ts';
import { described } from './described.ts';
import { documentedAs } from './documented-as.ts';

const column = described(
  z.string().min(1).max(400),
  'Name of a column, or the path of a member with dots: `user.id`',
  'user.id',
);

const byName = z.record(z.string().min(1).max(200), column);
const list = z
  .array(column)
  .max(1000)
  .refine((names) => new Set(names).size === names.length, 'a column stands here twice');
const members = z.union([z.literal('*'), list, byName]);

/** Formats whose columns a mapping names. */
export const MAPPED_FORMATS: readonly string[] = ['jsonl', 'csv', 'parquet'];

/** How to read dates that may mean two days, such as `03/04/2025`. */
const TIMESTAMP_FORMATS = ['day_first', 'month_first'] as const;

/** What the columns of a file mean. */
export const importMappingSchema = z.strictObject({
  event: z
    .union([column, z.strictObject({ value: z.string().min(1).max(200).describe('Name of all events') })])
    .describe('Column with the name of the event, or `{value: name}`'),
  distinct_id: column.describe('Column with the id of who did it'),
  timestamp: column.describe('Column with the time: ISO 8601, or seconds, ms or µs since 1970'),
  timestamp_format: z
    .enum(TIMESTAMP_FORMATS)
    .optional()
    .describe('How times such as `03/04/2025 17:30` are read, in UTC without zone; absent = refused'),
  decimal: z
    .enum(['point', 'comma'])
    .optional()
    .describe(
      '`comma`: cells such as `9,5` of a `csv` file are numbers; `point`: they are texts; absent = refused',
    ),
  insert_id: column.optional().describe('Column with an id of the event; without, the row is its own id'),
  properties: members
    .default('*')
    .describe('Columns that become properties: `*` = all others, a list, or `{property: column}`'),
  person_properties: members.optional().describe('Columns that become properties of the person'),
  groups: byName.optional().describe('Columns with keys of groups: `{type: column}`'),
});

/** A mapping as JSON text, as it stands in a query string; what it says is checked by `importMappingSchema`. */
export const importMappingText = z
  .string()
  .transform((text, context): JsonValue => {
    try {
      return parseJson(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'must be JSON' });
      return z.NEVER;
    }
  })
  .register(documentedAs, { type: 'string' });

export type ImportMapping = z.output<typeof importMappingSchema>;
export type MappedMembers = z.output<typeof members>;
