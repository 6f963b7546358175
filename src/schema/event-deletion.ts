import { z } from 'zod';
import { described } from './described.ts';

/** Body of `POST /events/delete/`. */
export const eventDeletionSchema = z
  .strictObject({
    before: described(
      z.iso
        .datetime({ offset: true })
        .transform((text) => Date.parse(text))
        .pipe(z.int()),
      'Events before this time go, ISO 8601 with offset or `Z`, to the millisecond',
      '2020-01-01T00:00:00Z',
    ),
  })
  .describe('Which events go')
  .meta({ id: 'EventDeletion' });
