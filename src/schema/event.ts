import { z } from 'zod';

/**
 * The batch envelope of capture clients (protocol v0). The events inside are judged one by one
 * (`services/capture/normalize-event.ts`), because one bad event must not refuse its batch.
 */
export const eventBatch = z
  .looseObject({
    api_key: z.string().optional().describe('Capture token of the project, `slc_...`. `token` is the same.'),
    token: z.string().optional(),
    batch: z.array(z.unknown()).describe('Events, at least one.'),
    sent_at: z
      .unknown()
      .optional()
      .describe('Time on the client when it sent the batch, ISO 8601 or epoch; corrects a wrong clock.'),
    historical_migration: z
      .boolean()
      .nullish()
      .describe('The events are old on purpose: their times are not corrected.'),
  })
  .describe('A batch of events');
