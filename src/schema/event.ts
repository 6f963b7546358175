import { z } from 'zod';
import { component, described } from './described.ts';

/**
 * The batch envelope of capture clients (protocol v0). The events inside are judged one by one
 * (`services/capture/normalize-event.ts`), because one bad event must not refuse its batch.
 */
export const eventBatch = z
  .looseObject({
    api_key: described(z.string().optional(), 'Capture token of the project.', 'slc_...'),
    token: described(z.string().optional(), 'The same as `api_key`.', 'slc_...'),
    batch: z.array(z.unknown()).describe('Events, at least one.'),
    sent_at: described(
      z.unknown().optional(),
      'Time on the client when it sent the batch, ISO 8601 or epoch; corrects a wrong clock.',
      '2026-01-05T09:00:00Z',
    ),
    historical_migration: z
      .boolean()
      .nullish()
      .describe('The events are old on purpose: their times are not corrected.'),
  })
  .describe('A batch of events');

/** The answer to a capture call whose events are durable. */
export const captureAnswerSchema = component('CaptureAnswer', 'The events are durable', {
  status: z.literal(1).describe('Always 1'),
});

const properties = (sentence: string) =>
  described(z.record(z.string(), z.unknown()).optional(), sentence, { plan: 'pro' });

/** One event as clients send it, with what most of them send. */
const capturedEventSchema = z
  .looseObject({
    event: described(z.string(), 'Name of the event, 1..200 characters.', 'note created'),
    distinct_id: described(
      z.string().optional(),
      'Who did it, 1..200 characters (cut there); may also stand in `properties`.',
      'ada',
    ),
    properties: properties('What else is known of it. Default none.'),
    timestamp: described(
      z.string().optional(),
      'When it happened, ISO 8601. Default the time of arrival.',
      '2026-01-05T09:00:00Z',
    ),
    uuid: described(
      z.string().optional(),
      'Its identity: an event with a known one is not counted again. Default a new one.',
      '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
    ),
    api_key: described(z.string().optional(), 'Capture token, for an event without batch.', 'slc_...'),
    $set: properties('Properties of the person, which replace those there are. Default none.'),
    $set_once: properties('Properties of the person that it does not have yet. Default none.'),
  })
  .describe('An event')
  .meta({ id: 'CapturedEvent' });

/** What a capture call may hold, for the document of the API. */
export const captureBodySchema = z
  .union([
    eventBatch
      .extend({ batch: z.array(capturedEventSchema).describe('Events, at least one.') })
      .describe('A batch of events')
      .meta({ id: 'EventBatch' }),
    capturedEventSchema,
    z.array(capturedEventSchema),
  ])
  .describe('A batch, one event, or a list of events that carry their token');
