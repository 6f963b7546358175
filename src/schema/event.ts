import { z } from 'zod';

/**
 * What capture clients send (protocol v0). Envelopes are checked as a whole; the events inside are judged one by one
 * (`services/capture/normalize-event.ts`), because one bad event must not refuse its batch.
 */
export const eventBatch = z
  .looseObject({
    api_key: z.string().optional().describe('Capture token of the project, `slc_...`. `token` is the same.'),
    token: z.string().optional(),
    batch: z.array(z.unknown()).describe('Events, at least one.'),
    sent_at: z
      .union([z.string(), z.number()])
      .nullish()
      .describe('Time on the client when it sent the batch; corrects a wrong clock.'),
    historical_migration: z
      .boolean()
      .nullish()
      .describe('The events are old on purpose: their times are not corrected.'),
  })
  .describe('A batch of events');

/** One event of a batch, as documented; unknown members are ignored. */
export const sentEvent = z
  .looseObject({
    event: z.string().min(1).max(200).describe('Name, such as `signed up`.'),
    distinct_id: z.union([z.string(), z.number()]).describe('Who did it; cut to 200 characters.'),
    properties: z.record(z.string(), z.unknown()).optional(),
    timestamp: z
      .union([z.string(), z.number()])
      .optional()
      .describe('When it happened: ISO 8601 or epoch seconds or milliseconds. Default: now.'),
    uuid: z.uuid().optional().describe('Identity of the event: sent again, it counts once. Default: a new one.'),
    offset: z.number().optional().describe('Age of the event in milliseconds; wins over `timestamp`.'),
    $set: z.record(z.string(), z.unknown()).optional().describe('Person properties to set.'),
    $set_once: z.record(z.string(), z.unknown()).optional().describe('Person properties to set when missing.'),
    $unset: z.array(z.string()).optional().describe('Person properties to remove.'),
  })
  .describe('An event');
