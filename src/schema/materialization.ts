import { z } from 'zod';
import { component, described, moment } from './described.ts';
import { truth } from './page.ts';

const STATES = ['Pending', 'Running', 'Completed', 'Failed'] as const;

/** Whether a query can be computed on a schedule. */
const materializability = {
  materializable: z.boolean().describe('true: it can be computed on a schedule'),
  reason: z.string().nullable().describe('Why not; null when it can'),
};

/** `materializability` as an object of the API document. */
export const materializabilitySchema = component(
  'Materializability',
  'Whether the query can be computed on a schedule',
  materializability,
);

const seconds = z.number().nullable();

/** What an endpoint says of its materialization. */
export const materializationSchema = component('Materialization', 'The materialization of an endpoint', {
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
    .strictObject({
      rows_read: described(z.int(), 'Rows', 1000),
      bytes_read: described(z.int(), 'Bytes', 65536),
    })
    .nullable()
    .describe('What the last run that was computed directly read; null = none was'),
});

export type Materialization = z.output<typeof materializationSchema>;

/** Answer of `GET /endpoints/{name}/materialization_status/`. */
export const materializationStatusSchema = component(
  'MaterializationStatus',
  'The materialization of an endpoint and its schedule',
  {
    is_materialized: z.boolean().describe('true: it is switched on'),
    sync_frequency: described(z.string(), 'How often it is built', '24hour'),
    ...materializationSchema.shape,
  },
);

export type MaterializationStatus = z.output<typeof materializationStatusSchema>;

/** One build as answered. */
export const buildSchema = component('Build', 'One build of a snapshot', {
  id: described(z.string(), 'Names the build', '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'),
  version: described(z.int(), 'The version that is built', 1),
  cause: z.enum(['schedule', 'request', 'change', 'repair']).describe('What asked for it'),
  state: z.enum(STATES).describe('Where it stands'),
  created_at: moment('When it was asked for'),
  started_at: z.string().nullable().describe('When it began, ISO 8601, UTC; null = not yet'),
  ended_at: z.string().nullable().describe('When it ended, ISO 8601, UTC; null = not yet'),
  duration: seconds.describe('Seconds that it took; null = not ended'),
  rows: z.int().nullable().describe('Rows of the snapshot; null = there is none'),
  bytes: z.int().nullable().describe('Size of the snapshot; null = there is none'),
  verified: z.boolean().nullable().describe('Whether it equals the direct answer; null = not compared'),
  error: z.string().nullable().describe('Why it failed; null when it did not'),
});

export type Build = z.output<typeof buildSchema>;

/** Query string of `POST /endpoints/{name}/materialize`. */
export const materializeQuerySchema = z.strictObject({
  wait: truth().default(false).describe('true: answer when the build has ended; default false'),
});
