import { z } from 'zod';
import { component, described } from './described.ts';

/** A property of events that an endpoint reads, as answered. */
export const readPropertySchema = component('ReadProperty', 'A property of events that an endpoint reads', {
  name: described(z.string(), 'Its key', 'customer_id'),
  is_promoted: z
    .boolean()
    .describe(
      'True: read from a column of its own; false: parsed from the document of every event that the run reads',
    ),
});

export type ReadPropertyAnswer = z.output<typeof readPropertySchema>;
