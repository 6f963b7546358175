import { z } from 'zod';
import { component, count, described, moment } from './described.ts';
import { wholeNumber } from './page.ts';

/** Query string of `GET /events/recent/`. */
export const recentEventsQuerySchema = z.strictObject({
  after: described(
    z.string().max(64).optional(),
    '`next` of the answer before: only events behind it; default all that are kept',
    '6f1c2a9e.42',
  ),
  event: described(z.string().min(1).max(200).optional(), 'Only events of this name, exactly', '$pageview'),
  distinct_id: described(
    z.string().min(1).max(200).optional(),
    'Only events with this distinct id, exactly',
    'ada@example.org',
  ),
  wait: wholeNumber(0, 25)
    .default(0)
    .describe('Seconds to wait for an event when there is none, 0..25; default 0'),
});

export type RecentEventsQuery = z.output<typeof recentEventsQuerySchema>;

const recentEventSchema = component('RecentEvent', 'An event that came in a moment ago', {
  uuid: described(z.string(), 'Its id', '0190e5b5-7c4b-7a31-9b5e-000000000001'),
  event: described(z.string(), 'Name of the event', '$pageview'),
  distinct_id: described(z.string(), 'Who sent it', 'ada@example.org'),
  timestamp: moment('When it happened'),
  received_at: moment('When the service had it'),
  properties: z.record(z.string(), z.unknown()).describe('As they are stored'),
  warnings: described(z.array(z.string()), 'What was odd, as in `ingestion_warnings`', [
    'timestamp_in_future',
  ]),
});

/** Answer of `GET /events/recent/`. */
export const recentEventsSchema = component('RecentEvents', 'The events that one service accepted last', {
  results: z.array(recentEventSchema).describe('Oldest first, at most 1,000'),
  next: described(z.string(), 'Send it as `after` of the next call', '6f1c2a9e.43'),
  is_cut: z.boolean().describe('true: events behind `after` are not kept any more'),
  service: described(z.string(), 'The service whose events these are', 'local'),
  services: count('Services on the store, each with events of its own', 1),
});
