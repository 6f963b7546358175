import {
  buildSchema,
  materializationStatusSchema,
  materializeQuerySchema,
} from '../../schema/materialization.ts';
import { ofEndpoint } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { listing } from './listing.ts';

/** Materialization of an endpoint: its status, build now, and its builds. */
export const materializationOperations = inChapter('Materialization', {
  status: {
    id: 'getMaterializationStatus',
    ...ofEndpoint('GET', '/materialization_status'),
    access: 'endpoint:read',
    summary: 'How the materialization of an endpoint stands',
    answers: { 200: { description: 'The status', schema: materializationStatusSchema } },
    errors: ['not_found'],
  },
  build: {
    id: 'materializeEndpoint',
    ...ofEndpoint('POST', '/materialize'),
    access: 'endpoint:write',
    summary: 'Build the snapshot of an endpoint now',
    query: materializeQuerySchema,
    answers: { 202: { description: 'The build, queued; ended with `wait=true`', schema: buildSchema } },
    errors: ['not_found', 'not_materializable'],
  },
  builds: {
    id: 'listMaterializations',
    ...ofEndpoint('GET', '/materializations'),
    access: 'endpoint:read',
    summary: 'List builds of an endpoint',
    ...listing(buildSchema, 'Build', 'newest first'),
    errors: ['not_found'],
  },
});
