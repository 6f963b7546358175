import { z } from 'zod';
import { described } from '../../schema/described.ts';
import { eventDeletionSchema } from '../../schema/event-deletion.ts';
import { inProject, PROJECT, projectId } from './below.ts';
import { inChapter } from './in-chapter.ts';

const ACTS_AT_ONCE =
  'When this answers no query sees them and no older answer is served. They come back when they are sent or imported ' +
  'again. Noted in the activity log.';

/** Operations that delete persons and events. */
export const deletionOperations = inChapter('Definitions', 'event:delete', {
  person: {
    id: 'deletePerson',
    method: 'DELETE',
    path: `${PROJECT}/persons/{id}`,
    summary: 'Delete a person with its events',
    description: `All its distinct ids and their events go. ${ACTS_AT_ONCE}`,
    params: {
      ...projectId,
      id: described(
        z.string(),
        'Id of the person, as `select id from persons` shows it',
        '0190e5b5-7c4b-7a31-9b5e-000000000001',
      ),
    },
    answers: { 204: { description: 'Deleted' } },
    errors: ['not_found'],
  },
  events: {
    id: 'deleteEvents',
    ...inProject('POST', '/events/delete'),
    summary: 'Delete all events before a time',
    description: `Persons stay. ${ACTS_AT_ONCE}`,
    body: { schema: eventDeletionSchema, required: true, example: { before: '2020-01-01T00:00:00Z' } },
    answers: { 204: { description: 'Deleted' } },
  },
});
