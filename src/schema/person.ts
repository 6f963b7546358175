import { z } from 'zod';
import { component, described, moment } from './described.ts';
import { paging, searchText } from './page.ts';

/** Most distinct ids of each person of a list, and of one person. */
export const MOST_LISTED_IDS = 100;
export const MOST_SHOWN_IDS = 2_500;

/** Query string of `GET /persons/`. */
export const personListSchema = z.strictObject({
  ...paging,
  distinct_id: described(
    z.string().min(1).max(200).optional(),
    'Only the person with this distinct id, exactly',
    'ada@example.org',
  ),
  search: described(
    searchText.min(1).max(200).optional(),
    'Text in `email` or `name`, in any case; or a distinct id, exactly',
    'ada',
  ),
});

export type PersonListQuery = z.output<typeof personListSchema>;

const members = {
  id: described(z.string(), 'Id of the person', '0190e5b5-7c4b-7a31-9b5e-000000000001'),
  uuid: described(z.string(), 'The same, as PostHog names it', '0190e5b5-7c4b-7a31-9b5e-000000000001'),
  name: described(z.string(), 'Its email or name, else a distinct id', 'ada@example.org'),
  distinct_ids: described(
    z.array(z.string()),
    `Its distinct ids in alphabetical order: in a list at most ${MOST_LISTED_IDS}, of one person ${MOST_SHOWN_IDS}`,
    ['ada', 'anon-1'],
  ),
  properties: described(z.record(z.string(), z.unknown()), 'Its present properties', { plan: 'pro' }),
  is_identified: z.boolean().describe('True when an event has identified it'),
  created_at: moment('Time of the first event that ever came in of it'),
};

export const personSchema = component('Person', 'A person', members);

export type PersonAnswer = z.output<typeof personSchema>;

function eventTime(sentence: string) {
  return described(
    z.string().nullable(),
    `${sentence}, ISO 8601, UTC; null without events`,
    '2026-01-05T09:00:00Z',
  );
}

export const shownPersonSchema = component('ShownPerson', 'A person and when its events were', {
  ...members,
  first_event: eventTime('Time of its first event'),
  last_event: eventTime('Time of its last event'),
});

export type ShownPerson = z.output<typeof shownPersonSchema>;
