import { z } from 'zod';
import { described } from './described.ts';
import { strictMembers } from './strict-members.ts';

/** A bound of a range; the empty text, which date pickers send, is none ([D-23]). */
export const dateText = z
  .string()
  .max(64)
  .transform((text) => text || undefined)
  .optional();

/** The period of an insight. Absent bounds: from the start of the day 7 days ago, to now. */
export const dateRangeSchema = strictMembers({
  date_from: described(
    dateText,
    'Start, inclusive: ISO date or datetime, relative date such as `-7d`, or `all`. Default `-7d`.',
    '-30d',
    '2024-06-05',
    'mStart',
    'all',
  ),
  date_to: described(
    dateText,
    'End, inclusive: ISO date or datetime, or relative date, not `all`. A date alone is the whole day. Default now.',
    '-1dEnd',
    '2024-06-11',
  ),
  explicitDate: z
    .boolean()
    .optional()
    .describe(
      'Use the bounds exactly, without rounding the end up to the end of its day or hour. Default false.',
    ),
  excludeIncompletePeriods: z
    .boolean()
    .optional()
    .describe('Leave out the bucket that contains now. Default false.'),
})
  .describe('The period of the query, in the time zone of the project.')
  .meta({ id: 'DateRange' });

export type DateRange = Readonly<z.infer<typeof dateRangeSchema>>;
