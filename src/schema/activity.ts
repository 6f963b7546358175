import { z } from 'zod';
import { paging } from './page.ts';

const subject = z
  .enum(['endpoint', 'action', 'project', 'capture_token', 'key', 'property_type', 'data'])
  .describe(
    'Kind of the thing that was changed; a new version is a change of `query` and `version` of its endpoint',
  );

/** Query string of `GET /activity/`. */
export const activityQuerySchema = z.strictObject({
  ...paging,
  subject: subject.optional(),
  subject_is: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Id or name of the thing, such as `daily_users`'),
});

export type ActivityQuery = z.output<typeof activityQuerySchema>;

/** One entry of the activity log. */
export const activitySchema = z.strictObject({
  id: z.string().describe('Id of the entry'),
  at: z.string().describe('When, ISO 8601, UTC'),
  actor: z.strictObject({
    key_id: z.string().describe('Id of the key that did it'),
    label: z.string().describe('Label that the key had then'),
  }),
  activity: z.enum(['created', 'changed', 'deleted', 'restored', 'rolled']).describe('What was done'),
  subject,
  subject_id: z.string().describe('Id of the thing'),
  subject_name: z.string().describe('Name that the thing had after the change, or before it was deleted'),
  changes: z
    .array(
      z.strictObject({
        member: z.string().describe('Name of the member, as in the body of the thing'),
        before: z.unknown().describe('Its value before; null when there was none'),
        after: z.unknown().describe('Its value after; null when there is none'),
      }),
    )
    .describe('Members that differ; never secrets'),
});

export type ActivityAnswer = z.output<typeof activitySchema>;
