import { z } from 'zod';
import { parseJson } from '../base/parse-json.ts';
import { described } from './described.ts';
import { documentedAs } from './documented-as.ts';

const column = described(
  z.string().min(1).max(400),
  'Name of a column, or the path of a member with dots: `user.id`',
  'user.id',
);

const byName = z.record(z.string().min(1).max(200), column);
const members = z.union([z.literal('*'), z.array(column).max(1000), byName]);

/** What the columns of a file mean. */
export const importMappingSchema = z.strictObject({
  event: z
    .union([column, z.strictObject({ value: z.string().min(1).max(200).describe('Name of all events') })])
    .describe('Column with the name of the event, or `{value: name}`'),
  distinct_id: column.describe('Column with the id of who did it'),
  timestamp: column.describe('Column with the time: ISO 8601, or seconds, ms or µs since 1970'),
  insert_id: column.optional().describe('Column with an id of the event; without, the row is its own id'),
  properties: members
    .default('*')
    .describe('Columns that become properties: `*` = all others, a list, or `{property: column}`'),
  person_properties: members.optional().describe('Columns that become properties of the person'),
  groups: byName.optional().describe('Columns with keys of groups: `{type: column}`'),
});

/** A mapping as JSON text, as it stands in a query string. */
export const importMappingText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return parseJson(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.unknown().pipe(importMappingSchema))
  .register(documentedAs, { type: 'string' });

export type ImportMapping = z.output<typeof importMappingSchema>;
export type MappedMembers = z.output<typeof members>;
