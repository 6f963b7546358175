import { z } from 'zod';

const STATES = ['Pending', 'Running', 'Completed', 'Failed'] as const;

/** Whether a query can be computed on a schedule. */
export const materializability = {
  materializable: z.boolean().describe('true: it can be computed on a schedule'),
  reason: z.string().nullable().describe('Why not; null when it can'),
};

const seconds = z.number().nullable();

/** What an endpoint says of its materialization. */
export const materializationSchema = z.strictObject({
  ...materializability,
  state: z
    .enum(STATES)
    .nullable()
    .describe(
      'Pending: a build waits; Running; Completed, Failed: how the last one ended; null = switched off',
    ),
  last_materialized_at: z.string().nullable().describe('When the snapshot was built, ISO 8601, UTC'),
  last_error: z.string().nullable().describe('Why the last build failed; null when it did not'),
  next_run_at: z.string().nullable().describe('When the next build is due, ISO 8601, UTC; null = never'),
  rows: z.int().nullable().describe('Rows of the snapshot'),
  bytes: z.int().nullable().describe('Size of the snapshot'),
  duration: seconds.describe('Seconds that building the snapshot took'),
  verified: z
    .boolean()
    .nullable()
    .describe('Whether the snapshot equals the direct answer; null = not compared'),
  cost_estimate: z
    .strictObject({ rows_read: z.int(), bytes_read: z.int() })
    .nullable()
    .describe('What the last run that was computed directly read; null = none was'),
});

export type Materialization = z.output<typeof materializationSchema>;

/** Answer of `GET /endpoints/{name}/materialization_status/`. */
const materializationStatusSchema = z.strictObject({
  is_materialized: z.boolean(),
  sync_frequency: z.string(),
  ...materializationSchema.shape,
});

export type MaterializationStatus = z.output<typeof materializationStatusSchema>;

/** One build as answered. */
const buildSchema = z.strictObject({
  id: z.string(),
  version: z.int().describe('The version that is built'),
  cause: z.enum(['schedule', 'request', 'change']).describe('What asked for it'),
  state: z.enum(STATES),
  created_at: z.string().describe('ISO 8601, UTC'),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  duration: seconds.describe('Seconds'),
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  verified: z.boolean().nullable().describe('Whether it equals the direct answer; null = not compared'),
  error: z.string().nullable(),
});

export type Build = z.output<typeof buildSchema>;

/** Query string of `POST /endpoints/{name}/materialize`. */
export const materializeQuerySchema = z.strictObject({
  wait: z
    .enum(['true', 'false'])
    .default('false')
    .transform((word) => word === 'true')
    .describe('true: answer when the build has ended; default false'),
});
