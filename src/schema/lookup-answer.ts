import { z } from 'zod';
import { component, described } from './described.ts';

/** Whether the endpoint finds events by an order, as answered. */
export const lookupAnswerSchema = component(
  'EndpointLookup',
  'Whether runs find the events of one value, such as a customer, without reading the others',
  {
    state: z
      .enum(['none', 'building', 'ready'])
      .describe('none: runs read all events of the project; building: they still do; ready: they read few'),
    percent: described(z.int().min(0).max(100), 'How much of it is built, 0..100', 61),
    reason: described(z.string(), 'Why, in a sentence', 'Events are found by the property "customer_id".'),
  },
);

export type LookupAnswer = z.output<typeof lookupAnswerSchema>;
