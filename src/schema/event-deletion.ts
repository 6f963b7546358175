import { z } from 'zod';
import { component, count, described, moment, momentOrNull } from './described.ts';
import { time } from './export-query.ts';
import { propertyFilterList } from './property-filter.ts';
import { strictMembers } from './strict-members.ts';

/** Which events of a project are meant: those that meet every member. */
const bounds = {
  after: time('Events from this time on'),
  before: time('Events before this time'),
  event: described(z.string().min(1).max(200).optional(), 'Events of this name', 'note created'),
  properties: propertyFilterList
    .optional()
    .describe('Property filters that the events meet, as queries have them'),
};

/** Body of `POST /events/delete/`. */
export const eventDeletionSchema = strictMembers({
  ...bounds,
  dry_run: z
    .boolean()
    .optional()
    .describe('true: only say how many events these are and which times they have; default false'),
  wait: z.boolean().optional().describe('true: answer when the deletion has ended; default false'),
})
  .describe('Which events go: those that meet all of the bounds, of which there is one at least')
  .meta({ id: 'EventDeletionRequest' });

export type EventDeletionRequest = Readonly<z.output<typeof eventDeletionSchema>>;

/** What of a request says which events are meant. */
export type EventBounds = Omit<EventDeletionRequest, 'dry_run' | 'wait'>;

/** Answer of a dry run. */
export const foundEventsSchema = component('FoundEvents', 'The events that a deletion would remove', {
  events: count('How many there are', 1_204),
  first: momentOrNull('Time of the first'),
  last: momentOrNull('Time of the last'),
});

export type FoundEvents = z.output<typeof foundEventsSchema>;

/** What a deletion of events leaves as it is. */
export const KEPT_BY_DELETIONS = ['persons', 'merges', 'definitions'] as const;

export const eventDeletionAnswerSchema = component(
  'EventDeletion',
  'A deletion of events and how far it is',
  {
    id: described(z.string(), 'Id of the deletion', '01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10'),
    state: z
      .enum(['running', 'completed', 'failed'])
      .describe('`running` also while it waits for another one to end'),
    events: described(z.int().min(0).nullable(), 'Events that go; null until they are found', 1_204),
    deleted: count('Of these: events that are gone', 1_204),
    kept: z.array(z.enum(KEPT_BY_DELETIONS)).describe('What stays, though events may have brought it'),
    error: z.string().nullable().describe('Why it failed, else null'),
    created_at: moment('When it was asked for'),
    updated_at: moment('Last progress'),
  },
);

export type EventDeletionAnswer = z.output<typeof eventDeletionAnswerSchema>;
