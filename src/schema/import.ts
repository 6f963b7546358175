import { z } from 'zod';
import { CSV_DELIMITERS, TEXT_ENCODINGS } from './csv-form.ts';
import { component, count, described, moment, momentOrNull } from './described.ts';
import { eventDeletionAnswerSchema } from './event-deletion.ts';
import { importMappingText } from './import-mapping.ts';
import { truth } from './page.ts';

/** Forms of files that can be imported; docs/import.md describes each. */
export const IMPORT_FORMATS = [
  'posthog',
  'jsonl',
  'csv',
  'parquet',
  'mixpanel',
  'amplitude',
  'segment',
  'ga4',
] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

const format = z.enum(IMPORT_FORMATS).describe('Form of the file; default `posthog`');
const isDryRun = 'true: read the file and count, write nothing; default false';

/** Query string of `POST /imports/`; the body is the file. */
export const importQuerySchema = z.strictObject({
  format: format.default('posthog'),
  mapping: described(
    importMappingText.optional(),
    'What the columns of a `jsonl`, `csv` or `parquet` file mean, as JSON text; default those of `posthog`',
    '{"event":"action","distinct_id":"user.id","timestamp":"at"}',
  ),
  csv_delimiter: z
    .enum(CSV_DELIMITERS)
    .optional()
    .describe('What stands between the columns of a `csv` file; default: found in its first lines'),
  encoding: z
    .enum(TEXT_ENCODINGS)
    .optional()
    .describe(
      'Encoding of a text file; default: found by its first bytes, and refused when they do not tell it',
    ),
  file_name: described(z.string().max(200).default(''), 'Name to know it by', '2026-01.jsonl.gz'),
  on_error: z
    .enum(['skip', 'fail'])
    .default('skip')
    .describe(
      '`skip` leaves out rows that are not events, `fail` then writes nothing at all; default `skip`',
    ),
  dry_run: truth().default(false).describe(isDryRun),
  wait: truth().default(false).describe('true: answer when the import has ended; default false'),
});

export type ImportQuery = z.output<typeof importQuerySchema>;

export const importSchema = component('Import', 'An import and how far it has come', {
  id: described(z.string(), 'Id of the import', '01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10'),
  state: z
    .enum(['running', 'completed', 'failed', 'stopped'])
    .describe(
      '`running` also while it waits for another import to end; `stopped` when it was deleted before its end',
    ),
  file_name: described(z.string(), 'Name it is known by', '2026-01.jsonl.gz'),
  format: format.describe('Form of the file'),
  dry_run: z.boolean().describe('True: nothing is written; `inserted` counts what would be'),
  total: described(z.int().min(0).nullable(), 'Rows of the file; null until they are counted', 40_373),
  read: count('Rows that are done', 40_373),
  inserted: count('Of these: new events', 40_372),
  duplicate: count('Of these: events that the project had, or that came earlier in the file', 1),
  rejected: count('Of these: rows that are not events', 0),
  error: z.string().nullable().describe('Why it failed, else null'),
  sample: z
    .array(z.unknown())
    .nullable()
    .describe('The first rows as events; of a dry run that has ended, else null'),
  undone_at: momentOrNull('When it was undone: the end of the deletion of its events'),
  created_at: moment('When the file was there'),
  updated_at: moment('Last progress'),
});

export type ImportAnswer = z.output<typeof importSchema>;

/** Query string of `DELETE /imports/{id}/`. */
export const undoQuerySchema = z.strictObject({
  dry_run: truth()
    .default(false)
    .describe('true: only say how many events would go and which times they have; default false'),
});

/** Answer of `DELETE /imports/{id}/`. */
export const importUndoSchema = component('ImportUndo', 'What was done to undo an import', {
  import: importSchema,
  deletion: eventDeletionAnswerSchema
    .nullable()
    .describe(
      'The deletion of its events, to be followed by its id; null: the import was running, and only stops',
    ),
});

export type ImportUndo = z.output<typeof importUndoSchema>;
