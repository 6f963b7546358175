import { z } from 'zod';
import { described } from '../../schema/described.ts';
import {
  eventDeletionAnswerSchema,
  eventDeletionSchema,
  foundEventsSchema,
} from '../../schema/event-deletion.ts';
import { belowNamed, inProject, PROJECT, projectId } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { listing } from './listing.ts';
import { EXECUTION_ERRORS, QUERY_ERRORS } from './query-errors.ts';

/** Operations that delete events. */
export const deletionOperations = inChapter('Definitions', 'event:delete', {
  events: {
    id: 'deleteEvents',
    ...inProject('POST', '/events/delete'),
    summary: 'Delete events',
    description:
      'Events that meet all bounds go, of those that are there now. Persons, merges and definitions stay. When the ' +
      'deletion has ended no query sees the events and no older answer is served; from then on they may come again. ' +
      'Noted in the activity log. Try it with `dry_run` first.',
    body: {
      schema: eventDeletionSchema,
      required: true,
      example: { before: '2020-01-01T00:00:00Z', dry_run: true },
    },
    answers: {
      200: {
        description:
          'What a deletion would remove, for `dry_run`; or the deletion, which has ended, for `wait`',
        schema: z.union([foundEventsSchema, eventDeletionAnswerSchema]),
      },
      202: { description: 'The deletion will be done', schema: eventDeletionAnswerSchema },
    },
    errors: ['throttled', ...QUERY_ERRORS, ...EXECUTION_ERRORS],
  },
  list: {
    id: 'listEventDeletions',
    ...inProject('GET', '/events/delete'),
    summary: 'List deletions of events',
    ...listing(eventDeletionAnswerSchema, 'EventDeletion', 'newest first'),
  },
  get: {
    id: 'getEventDeletion',
    ...belowNamed(`${PROJECT}/events/delete/{id}`, {
      ...projectId,
      id: described(z.string(), 'Id of the deletion', '01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10'),
    })('GET'),
    summary: 'Get a deletion of events and how far it is',
    answers: { 200: { description: 'The deletion', schema: eventDeletionAnswerSchema } },
  },
});
