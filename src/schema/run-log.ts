import { z } from 'zod';
import { wholeNumber } from './page.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** Query string of `GET /endpoints/{name}/logs/`. */
export const runLogQuerySchema = z.strictObject({
  after: instant.optional().describe('Only runs that began after this ISO instant'),
  before: instant.optional().describe('Only runs that began before this ISO instant'),
  level: z.enum(['info', 'error']).optional().describe('error: only runs that were refused or failed'),
  limit: wholeNumber(1, 500).default(50).describe('Most entries, 1..500; default 50'),
  search: z.string().min(1).max(200).optional().describe('Text in any member of an entry, in any case'),
});

export type RunLogQuery = z.output<typeof runLogQuerySchema>;

/** Body of `POST /endpoints/last_execution_times/`. */
export const lastExecutionTimesSchema = z.strictObject({
  names: z.array(z.string().max(128)).max(1_000).describe('Names of endpoints'),
});
