import { z } from 'zod';
import { component, described } from './described.ts';

/** Body of `POST /events/delete/`. */
export const eventDeletionSchema = component('EventDeletion', 'Which events go', {
  before: described(
    z.iso
      .datetime({ offset: true })
      .transform((text) => Date.parse(text))
      .pipe(z.int()),
    'Events before this time go, ISO 8601 with offset or `Z`, to the millisecond',
    '2020-01-01T00:00:00Z',
  ),
});
