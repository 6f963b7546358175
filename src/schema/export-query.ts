import { z } from 'zod';
import { described } from './described.ts';
import { EXPORT_FORMATS } from './output-format.ts';

/** Digits behind the milliseconds that say something. */
const FINER = /\.\d{3}\d*[1-9]/;

/** A bound of time, which is exact: what is finer than it can be is refused. @param sentence which events it lets in */
export function time(sentence: string) {
  return described(
    z.iso
      .datetime({ offset: true })
      .refine((text) => !FINER.test(text), 'Times go to the millisecond; leave out the digits behind it')
      .transform((text) => Date.parse(text))
      .pipe(z.int())
      .optional(),
    `${sentence}, ISO 8601 with offset or \`Z\`, to the millisecond`,
    '2026-01-01T00:00:00Z',
  );
}

/** Query string of `GET /export/`. */
export const exportQuerySchema = z.strictObject({
  format: z.enum(EXPORT_FORMATS).default('ndjson').describe('JSON lines or Parquet; default `ndjson`'),
  after: time('From this time on; default from the first event'),
  before: time('Before this time; default to the last event'),
  event: described(
    z.string().min(1).max(200).optional(),
    'Only events of this name; default all',
    'note created',
  ),
});

export type ExportQuery = z.output<typeof exportQuerySchema>;
