import { z } from 'zod';
import {
  addedMembersSchema,
  cohortChangeSchema,
  cohortCreateSchema,
  cohortMembersSchema,
  cohortSchema,
  savedCohortSchema,
} from '../../schema/cohort.ts';
import { described } from '../../schema/described.ts';
import { changeOptionsSchema } from '../../schema/endpoint-parameters.ts';
import { belowNamed, inProject, PROJECT, projectId } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { listing } from './listing.ts';
import { QUERY_ERRORS } from './query-errors.ts';

const ofCohort = belowNamed(`${PROJECT}/cohorts/{id}`, {
  ...projectId,
  id: described(z.string(), 'Number of the cohort', '1'),
});

const cohortAnswer = { description: 'The cohort', schema: cohortSchema, headers: ['ETag'] } as const;

const EXAMPLE = {
  name: 'Recent buyers',
  filters: {
    properties: {
      type: 'AND',
      values: [
        {
          type: 'behavioral',
          key: 'purchase',
          value: 'performed_event',
          time_value: 30,
          time_interval: 'day',
        },
      ],
    },
  },
};

/** Cohorts, the stored lists of persons that filters, breakdowns and IN COHORT name. */
export const cohortOperations = inChapter('Cohorts', 'endpoint', {
  list: {
    id: 'listCohorts',
    ...inProject('GET', '/cohorts'),
    summary: 'List cohorts',
    ...listing(cohortSchema, 'Cohort', 'newest first'),
  },
  create: {
    id: 'createCohort',
    ...inProject('POST', '/cohorts'),
    summary: 'Create a cohort',
    body: { schema: cohortCreateSchema, required: true, example: EXAMPLE },
    answers: { 201: { ...cohortAnswer, description: 'The new cohort' } },
    errors: ['name_taken', ...QUERY_ERRORS],
  },
  get: {
    id: 'getCohort',
    ...ofCohort('GET'),
    summary: 'Get a cohort',
    answers: { 200: cohortAnswer },
  },
  change: {
    id: 'changeCohort',
    ...ofCohort('PATCH'),
    summary: 'Change a cohort',
    description:
      'Endpoints that use it answer by its new members from then on; they are compiled again and named in `warnings`.',
    query: changeOptionsSchema,
    isConditional: true,
    body: { schema: cohortChangeSchema, required: false, example: { description: 'Bought this month' } },
    answers: { 200: { ...cohortAnswer, schema: savedCohortSchema } },
    errors: ['not_found', 'name_taken', 'breaking_change', ...QUERY_ERRORS],
  },
  remove: {
    id: 'deleteCohort',
    ...ofCohort('DELETE'),
    summary: 'Delete a cohort',
    isConditional: true,
    answers: { 204: { description: 'Deleted' } },
    errors: ['not_found', 'cohort_in_use'],
  },
  addMembers: {
    id: 'addCohortMembers',
    ...ofCohort('POST', '/members'),
    summary: 'Add persons to a static cohort',
    description:
      'As JSON, or as CSV with a column `distinct_id`. Distinct ids that no person has are reported and not kept.',
    body: {
      schema: cohortMembersSchema,
      media: ['text/csv'],
      required: true,
      example: { distinct_ids: ['user-1', 'user-2'] },
    },
    answers: { 200: { description: 'What became of the distinct ids', schema: addedMembersSchema } },
    errors: ['not_found', 'unsupported_media_type', 'payload_too_large'],
  },
});
