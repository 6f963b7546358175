import { z } from 'zod';
import { component, described } from './described.ts';
import { positionSchema } from './error-body.ts';

/**
 * A warning of an answer: something that the caller should know although nothing was refused. Codes are stable; an
 * error code is one that a run would be refused with.
 */
export const warningSchema = component('Warning', 'Something to know about what was accepted', {
  code: described(
    z.string(),
    '`breaking_change`: callers lose something; `answers_change`: the same call answers something else; ' +
      '`empty_filter_removed`; `unknown_event`, `unknown_property`: no such name came in so far; `replaceable_filter`: callers may replace a stored filter; `only_drawn`: the member does not change the answer; or the code of the error that runs answer',
    'breaking_change',
  ),
  detail: described(z.string(), 'The same for people', 'The column "day" is removed.'),
  attr: described(
    z.string().optional(),
    'Path of the member that it is about; absent when it is none',
    'query',
  ),
  position: positionSchema.optional().describe('Place in the SQL text; absent when there is none'),
});

export type Warning = z.output<typeof warningSchema>;

/** `warnings` of a change that endpoints may read. */
export const changeWarnings = z
  .array(warningSchema)
  .describe(
    'Endpoints whose answers change, because their queries read what has changed: at most 100 by name, those that callers ' +
      'lose something with first, and then how many there are',
  );
