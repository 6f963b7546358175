import {
  buildSchema,
  materializationStatusSchema,
  materializeQuerySchema,
} from '../../schema/materialization.ts';
import { ofEndpoint } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { listing } from './listing.ts';

/** Materialization of an endpoint: its status, build now, and its builds. */
export const materializationOperations = inChapter('Materialization', 'endpoint', {
  status: {
    id: 'getMaterializationStatus',
    ...ofEndpoint('GET', '/materialization_status'),
    summary: 'How the materialization of an endpoint stands',
    answers: { 200: { description: 'The status', schema: materializationStatusSchema } },
  },
  build: {
    id: 'materializeEndpoint',
    ...ofEndpoint('POST', '/materialize'),
    summary: 'Build the snapshot of an endpoint now',
    query: materializeQuerySchema,
    answers: { 202: { description: 'The build, queued; ended with `wait=true`', schema: buildSchema } },
    errors: ['not_found', 'not_materializable'],
  },
  builds: {
    id: 'listMaterializations',
    ...ofEndpoint('GET', '/materializations'),
    summary: 'List builds of an endpoint',
    ...listing(buildSchema, 'Build', 'newest first'),
  },
});
