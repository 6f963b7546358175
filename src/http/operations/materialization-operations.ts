import {
  buildSchema,
  materializationStatusSchema,
  materializeQuerySchema,
} from '../../schema/materialization.ts';
import { listOf, pagingSchema } from '../../schema/page.ts';
import type { Operation } from './operation.ts';
import { ENDPOINT, ofEndpoint } from './path-parameters.ts';

/** Materialization of an endpoint: its status, build now, and its builds. */
export const materializationOperations = {
  status: {
    id: 'getMaterializationStatus',
    method: 'GET',
    path: `${ENDPOINT}/materialization_status`,
    access: 'endpoint:read',
    tag: 'Materialization',
    summary: 'How the materialization of an endpoint stands',
    params: ofEndpoint,
    answers: { 200: { description: 'The status', schema: materializationStatusSchema } },
    errors: ['not_found'],
  },
  build: {
    id: 'materializeEndpoint',
    method: 'POST',
    path: `${ENDPOINT}/materialize`,
    access: 'endpoint:write',
    tag: 'Materialization',
    summary: 'Build the snapshot of an endpoint now',
    params: ofEndpoint,
    query: materializeQuerySchema,
    answers: { 202: { description: 'The build, queued; ended with `wait=true`', schema: buildSchema } },
    errors: ['not_found', 'not_materializable'],
  },
  builds: {
    id: 'listMaterializations',
    method: 'GET',
    path: `${ENDPOINT}/materializations`,
    access: 'endpoint:read',
    tag: 'Materialization',
    summary: 'List builds of an endpoint',
    params: ofEndpoint,
    query: pagingSchema,
    answers: { 200: { description: 'One page, newest first', schema: listOf(buildSchema, 'Build') } },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
