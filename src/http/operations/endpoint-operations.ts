import {
  endpointChangeSchema,
  endpointCreateSchema,
  endpointFormatSchema,
  endpointRenameSchema,
  endpointRollbackSchema,
  endpointSchema,
  endpointValidateSchema,
  endpointValidationSchema,
  endpointVersionSchema,
  formattedQuerySchema,
  savedEndpointSchema,
  shownEndpointSchema,
} from '../../schema/endpoint.ts';
import {
  endpointChangeOptionsSchema,
  endpointGetSchema,
  endpointListSchema,
  projectDocumentSchema,
} from '../../schema/endpoint-parameters.ts';
import { storedQuerySchema } from '../../schema/stored-query-schema.ts';
import { inProject, ofEndpoint } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { listing } from './listing.ts';
import { QUERY_ERRORS } from './query-errors.ts';
import { openApiSchema } from './service-operations.ts';

/** What compiling a query that is stored can say: its `{filters}` may find no table. */
const SAVING_ERRORS = ['filters_not_applicable', ...QUERY_ERRORS] as const;

const EXAMPLE_QUERY = {
  kind: 'HogQLQuery',
  query: 'select toDate(timestamp) as day, count() as events from events group by day order by day limit 7',
};

// The steps of the check take `query` as any object; the document tells what all of them accept.
const createBody = endpointCreateSchema
  .extend({ query: storedQuerySchema })
  .describe('A new endpoint')
  .meta({ id: 'EndpointCreate' });
const changeBody = endpointChangeSchema
  .extend({ query: storedQuerySchema.optional() })
  .describe('Changes of an endpoint; absent members stay as they are')
  .meta({ id: 'EndpointChange' });
const validateBody = endpointValidateSchema
  .extend({ query: storedQuerySchema })
  .describe('A query to judge')
  .meta({ id: 'EndpointValidate' });

const endpointAnswer = {
  description: 'The endpoint',
  schema: endpointSchema,
  headers: ['ETag'],
} as const;

const savedAnswer = { ...endpointAnswer, schema: savedEndpointSchema } as const;

const change = {
  description:
    'Partial: absent members stay. A changed query or variable declaration makes the next version; the same query ' +
    'in another spelling, or changed metadata, does not.',
  query: endpointChangeOptionsSchema,
  isConditional: true,
  body: {
    schema: changeBody,
    checkedAs: endpointChangeSchema,
    required: false,
    example: { description: 'Events of each day' },
  },
  answers: { 200: savedAnswer },
  errors: ['not_found', 'name_taken', 'not_materializable', 'breaking_change', ...SAVING_ERRORS],
} as const;

/** Endpoints: list, create, validate, get, change, delete, restore, rename, versions. */
export const endpointOperations = inChapter('Endpoints', 'endpoint', {
  list: {
    id: 'listEndpoints',
    ...inProject('GET', '/endpoints'),
    summary: 'List endpoints',
    ...listing(endpointSchema, 'Endpoint', 'newest first unless `order_by` says otherwise'),
    query: endpointListSchema,
  },
  create: {
    id: 'createEndpoint',
    ...inProject('POST', '/endpoints'),
    summary: 'Create an endpoint',
    description: 'The query is validated and compiled completely; what is saved can run.',
    body: {
      schema: createBody,
      checkedAs: endpointCreateSchema,
      required: true,
      example: { name: 'events-by-day', query: EXAMPLE_QUERY, description: 'Events of each day' },
    },
    answers: { 201: { ...savedAnswer, description: 'The new endpoint' } },
    errors: ['name_taken', 'not_materializable', ...SAVING_ERRORS],
  },
  validate: {
    id: 'validateQuery',
    ...inProject('POST', '/endpoints/validate'),
    access: 'endpoint:read',
    summary: 'Judge a query without saving it',
    description: 'A query with errors is answered 200 too: the answer lists them with their places.',
    body: {
      schema: validateBody,
      checkedAs: endpointValidateSchema,
      required: true,
      example: { query: EXAMPLE_QUERY },
    },
    answers: {
      200: { description: 'Errors, or what the query takes and gives', schema: endpointValidationSchema },
    },
    errors: ['not_found'],
  },
  format: {
    id: 'formatQuery',
    ...inProject('POST', '/endpoints/format'),
    access: 'endpoint:read',
    summary: 'Lay out a SQL text',
    description:
      'A clause a line, words of the grammar in upper case, long lists and conditions broken, comments kept. It means the ' +
      'same: saving it makes no version, and its columns have the same names. Laying out the answer changes nothing.',
    body: { schema: endpointFormatSchema, required: true, example: { query: 'select count() from events' } },
    answers: { 200: { description: 'The text, laid out', schema: formattedQuerySchema } },
    errors: ['syntax_error', 'unsupported_syntax', 'invalid_alias', 'query_too_complex', 'query_capacity'],
  },
  describe: {
    id: 'getProjectOpenApi',
    ...inProject('GET', '/endpoints/openapi.json'),
    access: 'endpoint:read',
    summary: 'OpenAPI of all endpoints of a project',
    description:
      'The run call of each active endpoint at its current version, with typed variables, rows as lists and as objects, ' +
      'and results of insights; what `sluice generate ts` reads. Endpoints that no longer compile are in `x-sluice-broken`.',
    query: projectDocumentSchema,
    answers: { 200: { description: 'An OpenAPI 3.1 document', schema: openApiSchema } },
  },
  get: {
    id: 'getEndpoint',
    ...ofEndpoint('GET'),
    summary: 'Get an endpoint',
    query: endpointGetSchema,
    answers: { 200: { ...endpointAnswer, schema: shownEndpointSchema } },
  },
  openapi: {
    id: 'getEndpointOpenApi',
    ...ofEndpoint('GET', '/openapi.json'),
    summary: 'OpenAPI of one endpoint',
    description:
      'Its run call alone, with typed variables, typed result rows and examples, of its current version or the one asked for.',
    query: endpointGetSchema,
    answers: { 200: { description: 'An OpenAPI 3.1 document', schema: openApiSchema } },
  },
  change: { ...ofEndpoint('PATCH'), ...change, id: 'changeEndpoint', summary: 'Change an endpoint' },
  put: { ...ofEndpoint('PUT'), ...change, id: 'putEndpoint', summary: 'Change an endpoint, as PATCH does' },
  remove: {
    id: 'deleteEndpoint',
    ...ofEndpoint('DELETE'),
    summary: 'Delete an endpoint',
    description: 'Its name is free again; it can be restored while the name is free.',
    isConditional: true,
    answers: { 204: { description: 'Deleted' } },
  },
  restore: {
    id: 'restoreEndpoint',
    ...ofEndpoint('POST', '/restore'),
    summary: 'Restore a deleted endpoint',
    answers: { 200: { ...endpointAnswer, description: 'The restored endpoint' } },
    errors: ['not_found', 'name_taken'],
  },
  rename: {
    id: 'renameEndpoint',
    ...ofEndpoint('POST', '/rename'),
    summary: 'Rename an endpoint',
    isConditional: true,
    body: { schema: endpointRenameSchema, required: true, example: { name: 'events-per-day' } },
    answers: { 200: { ...savedAnswer, description: 'The renamed endpoint' } },
    errors: ['not_found', 'name_taken'],
  },
  versions: {
    id: 'listEndpointVersions',
    ...ofEndpoint('GET', '/versions'),
    summary: 'List versions of an endpoint',
    ...listing(endpointVersionSchema, 'EndpointVersion', 'newest first'),
  },
  rollback: {
    id: 'rollBackEndpoint',
    ...ofEndpoint('POST', '/rollback'),
    summary: 'Make an old version current',
    description: 'Writes a new version with the query and the declarations of the old one.',
    query: endpointChangeOptionsSchema,
    isConditional: true,
    body: { schema: endpointRollbackSchema, required: true, example: { version: 1 } },
    answers: { 200: { ...savedAnswer, description: 'The endpoint at its new version' } },
    errors: ['not_found', 'not_materializable', 'breaking_change', ...SAVING_ERRORS],
  },
});
