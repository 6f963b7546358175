import { z } from 'zod';
import {
  actionChangeSchema,
  actionCreateSchema,
  actionRemovalSchema,
  actionSchema,
  savedActionSchema,
} from '../../schema/action.ts';
import { described } from '../../schema/described.ts';
import { changeOptionsSchema } from '../../schema/endpoint-parameters.ts';
import { belowNamed, inProject, PROJECT, projectId } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { listing } from './listing.ts';

import { QUERY_ERRORS } from './query-errors.ts';

const ofAction = belowNamed(`${PROJECT}/actions/{id}`, {
  ...projectId,
  id: described(z.string(), 'Number of the action', '1'),
});

const actionAnswer = { description: 'The action', schema: actionSchema, headers: ['ETag'] } as const;

const EXAMPLE = { name: 'Looked at prices', steps: [{ event: '$pageview', url: '/pricing' }] };

/** Actions, the stored filters that ActionsNodes name. */
export const actionOperations = inChapter('Actions', 'endpoint', {
  list: {
    id: 'listActions',
    ...inProject('GET', '/actions'),
    summary: 'List actions',
    ...listing(actionSchema, 'Action', 'by name'),
  },
  create: {
    id: 'createAction',
    ...inProject('POST', '/actions'),
    summary: 'Create an action',
    body: { schema: actionCreateSchema, required: true, example: EXAMPLE },
    answers: { 201: { ...actionAnswer, description: 'The new action' } },
    errors: ['name_taken', ...QUERY_ERRORS],
  },
  get: {
    id: 'getAction',
    ...ofAction('GET'),
    summary: 'Get an action',
    answers: { 200: actionAnswer },
  },
  change: {
    id: 'changeAction',
    ...ofAction('PATCH'),
    summary: 'Change an action',
    description:
      'Endpoints that use it answer by its new steps from then on; they are compiled again and named in `warnings`.',
    query: changeOptionsSchema,
    isConditional: true,
    body: { schema: actionChangeSchema, required: false, example: { description: 'Saw the page of prices' } },
    answers: { 200: { ...actionAnswer, schema: savedActionSchema } },
    errors: ['not_found', 'name_taken', 'breaking_change', ...QUERY_ERRORS],
  },
  remove: {
    id: 'deleteAction',
    ...ofAction('DELETE'),
    summary: 'Delete an action',
    query: actionRemovalSchema,
    isConditional: true,
    answers: { 204: { description: 'Deleted' } },
    errors: ['not_found', 'action_in_use'],
  },
});
