import { z } from 'zod';
import { strictMembers } from '../strict-members.ts';

/** Adds an earlier period to the result. */
export const compareFilterSchema = strictMembers({
  compare: z.boolean().optional().describe('Add the results of an earlier period. Default false.'),
  compare_to: z
    .string()
    .optional()
    .describe('How far back that period starts; absent = the period directly before.')
    .meta({ examples: ['-1y', '-14d'] }),
})
  .describe('Adds the results of an earlier period.')
  .meta({ id: 'CompareFilter' });
