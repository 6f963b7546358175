import { z } from 'zod';
import { component, described } from './described.ts';

/**
 * The batch of capture clients that speak protocol v1. The events inside are judged one by one, because one bad event
 * must not refuse its batch; whose they are stands in the `Authorization` header.
 */
export const eventBatchV1 = z
  .looseObject({
    created_at: described(
      z.unknown().optional(),
      'Time on the client when it made the batch; corrections use the header of each attempt.',
      '2026-01-05T09:00:00Z',
    ),
    historical_migration: z
      .boolean()
      .nullish()
      .describe('The events are old on purpose: their times are not corrected.'),
    batch: z.array(z.unknown()).describe('Events, at least one, each with a uuid of its own.'),
  })
  .describe('A batch of events, protocol v1')
  .meta({ id: 'EventBatchVersionOne' });

/** What became of an event. */
export const eventResultSchema = component('EventResult', 'What became of an event', {
  result: z
    .enum(['ok', 'warning', 'drop', 'retry'])
    .describe('`ok` and `warning`: durable. `drop`: never acceptable. `retry`: send it again'),
  details: described(
    z.string().optional(),
    'Reason of a warning or a drop; absent for `ok`',
    'timestamp_unreadable',
  ),
});

export type EventResult = z.infer<typeof eventResultSchema>;

/** Answer to a v1 request. */
export const captureAnswerV1Schema = component('CaptureResults', 'What became of each event', {
  results: z
    .record(z.string(), eventResultSchema)
    .describe('By uuid as sent; `batch.2` stands for the third event when it has none'),
});

/** Refusal of a whole v1 request. */
export const captureRefusalSchema = component('CaptureRefusal', 'Refusal of a v1 request', {
  error: described(z.string(), 'Name of the problem', 'invalid_api_token'),
  error_description: described(z.string(), 'The problem for people', 'The batch has no events.'),
});
