import { z } from 'zod';
import { described } from './described.ts';
import { paging } from './page.ts';
import { instant } from './run-log.ts';

const subject = z
  .enum([
    'endpoint',
    'action',
    'cohort',
    'project',
    'capture_token',
    'key',
    'signing_key',
    'property_type',
    'data',
  ])
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
  actor: z
    .string()
    .min(1)
    .max(210)
    .optional()
    .describe('Id or label of the key that did it, with ` (console)` behind the label for sessions'),
  after: instant.optional().describe('Only changes after this ISO instant'),
  before: instant.optional().describe('Only changes before this ISO instant'),
});

export type ActivityQuery = z.output<typeof activityQuerySchema>;

/** One entry of the activity log. */
export const activitySchema = z.strictObject({
  id: described(z.string(), 'Id of the entry', '01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10'),
  at: described(z.string(), 'When, ISO 8601, UTC', '2026-01-05T09:00:00Z'),
  actor: z
    .strictObject({
      key_id: described(z.string(), 'Id of the key that did it', '01999f5e-0000-7cc1-9d52-2f6f6a1f9b10'),
      label: described(z.string(), 'Label that the key had then', 'deployment'),
    })
    .describe('Who did it'),
  activity: z.enum(['created', 'changed', 'deleted', 'restored', 'rolled']).describe('What was done'),
  subject,
  subject_id: described(z.string(), 'Id of the thing', '01999f5e-1111-7cc1-9d52-2f6f6a1f9b10'),
  subject_name: described(
    z.string(),
    'Name that the thing had after the change, or before it was deleted',
    'daily_users',
  ),
  changes: z
    .array(
      z.strictObject({
        member: described(z.string(), 'Name of the member, as in the body of the thing', 'cache_age_seconds'),
        before: z.unknown().describe('Its value before; null when there was none'),
        after: z.unknown().describe('Its value after; null when there is none'),
      }),
    )
    .describe('Members that differ; never secrets'),
});

export type ActivityAnswer = z.output<typeof activitySchema>;
