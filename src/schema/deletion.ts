import { z } from 'zod';

/** Body of `POST /events/delete/`. */
export const eventDeletionSchema = z
  .strictObject({
    before: z.iso
      .datetime({ offset: true })
      .transform((text) => Date.parse(text))
      .pipe(z.int())
      .describe('Events before this time go, ISO 8601 with offset or `Z`, to the millisecond')
      .meta({ examples: ['2020-01-01T00:00:00Z'] }),
  })
  .describe('Which events go')
  .meta({ id: 'EventDeletion' });
