import { z } from 'zod';
import { described } from './described.ts';
import { filtersOverrideSchema } from './filters-override.ts';
import { runRequestSchema } from './run-request.ts';

/** Most calls of one batch. */
const MAX_BATCH_CALLS = 20;

const name = described(z.string().min(1).max(128), 'Name of the endpoint', 'usage-by-day');
const id = described(
  z.string().min(1).max(128).nullish(),
  'Names the call in the answer; default its place in the list, from 0',
  'usage',
);
const timeoutSeconds = described(
  z.number().min(0.1).max(600).nullish(),
  'When calls that are not answered yet end with query_timeout; default the limits of each endpoint',
  10,
);
const listOf = (call: z.ZodType) =>
  z.array(call).min(1).max(MAX_BATCH_CALLS).describe(`Calls, 1..${MAX_BATCH_CALLS}, answered in this order`);

/** A batch as it is documented. What a call carries beside its name is checked when its turn comes. */
export const runBatchSchema = z
  .strictObject({
    calls: listOf(
      runRequestSchema
        .extend({
          filters_override: filtersOverrideSchema
            .nullish()
            .describe('Filters and dates that narrow the answer of any endpoint; default none'),
          name,
          id,
          int64: z
            .enum(['string', 'number'])
            .nullish()
            .describe('string: 64-bit integers as JSON text; default number'),
          rows: z
            .enum(['arrays', 'objects'])
            .nullish()
            .describe('objects: each row as an object by column name, SQL only; default arrays'),
        })
        .describe('What a run may carry, and the endpoint that it is for')
        .meta({ id: 'BatchedCall' }),
    ),
    timeout_seconds: timeoutSeconds,
  })
  .describe('Endpoints to run in one request')
  .meta({ id: 'RunBatch' });

/** What holds for a batch as a whole: a call that is wrong in itself does not fail the others. */
export const checkedBatchSchema = z.strictObject({
  calls: listOf(z.looseObject({ name, id })),
  timeout_seconds: timeoutSeconds,
}) as z.ZodType<CheckedBatch>;

export interface CheckedBatch {
  readonly calls: readonly (Readonly<Record<string, unknown>> & {
    readonly name: string;
    readonly id?: string | null;
  })[];
  readonly timeout_seconds?: number | null;
}

export const runBatchAnswerSchema = z
  .strictObject({
    now: described(z.string(), 'The time that relative dates of all calls mean', '2026-01-05T09:00:00.000Z'),
    results: z
      .array(
        z.strictObject({
          id: described(z.string(), 'The `id` of the call, or its place in the list', 'usage'),
          name: described(z.string(), 'Name of the endpoint', 'usage-by-day'),
          status: described(z.int(), 'The status that the call alone would have', 200),
          body: z.unknown().describe('The body that the call alone would have: a result, or an error'),
        }),
      )
      .describe('A result for each call, in the order of the calls'),
  })
  .describe('What became of each call of a batch')
  .meta({ id: 'RunBatchAnswer' });
