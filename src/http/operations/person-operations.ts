import { z } from 'zod';
import { described } from '../../schema/described.ts';
import { listOf } from '../../schema/page.ts';
import { personListSchema, personSchema, shownPersonSchema } from '../../schema/person.ts';
import { belowNamed, inProject, PROJECT, projectId } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { EXECUTION_ERRORS } from './query-errors.ts';

const ofPerson = belowNamed(`${PROJECT}/persons/{id}`, {
  ...projectId,
  id: described(
    z.string(),
    'Id of the person, an id that was merged into it, or a distinct id of it',
    '0190e5b5-7c4b-7a31-9b5e-000000000001',
  ),
});

/** Persons: find one, see what is known of it, delete it. */
export const personOperations = inChapter('Persons', 'query:read', {
  list: {
    id: 'listPersons',
    ...inProject('GET', '/persons'),
    summary: 'List or find persons',
    description:
      'As they are after all merges. A page of large persons ends before `limit`; `next` goes on behind it. ' +
      'Counts as a query of the key.',
    query: personListSchema,
    answers: { 200: { description: 'One page, newest first', schema: listOf(personSchema, 'Person') } },
    errors: [...EXECUTION_ERRORS],
  },
  get: {
    ...ofPerson('GET'),
    id: 'getPerson',
    summary: 'Get a person with the times of its first and last event',
    description: 'Counts as a query of the key.',
    answers: { 200: { description: 'The person', schema: shownPersonSchema } },
    errors: ['not_found', ...EXECUTION_ERRORS],
  },
  remove: {
    ...ofPerson('DELETE'),
    id: 'deletePerson',
    access: 'event:delete',
    summary: 'Delete a person with its events',
    description:
      'All its distinct ids and their events go. When this answers no query sees them and no older answer is served. ' +
      'They come back when they are sent or imported again. Noted in the activity log.',
    answers: { 204: { description: 'Deleted' } },
  },
});
