import { z } from 'zod';
import { described } from '../described.ts';
import { strictMembers } from '../strict-members.ts';

/** Adds an earlier period to the result. */
export const compareFilterSchema = strictMembers({
  compare: z.boolean().optional().describe('Add the results of an earlier period. Default false.'),
  compare_to: described(
    z.string().optional(),
    'How far back that period starts; absent = the period directly before.',
    '-1y',
    '-14d',
  ),
})
  .describe('Adds the results of an earlier period.')
  .meta({ id: 'CompareFilter' });
