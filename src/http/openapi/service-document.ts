import type { z } from 'zod';
import { ERROR_CATALOG, type ErrorCode } from '../../base/errors.ts';
import type { JsonSchema } from '../../schema/documented-as.ts';
import { errorBodySchema } from '../../schema/error-body.ts';
import {
  OPERATION_TAGS,
  type Operation,
  type OperationAnswer,
  RESPONSE_HEADERS,
} from '../operations/operation.ts';
import { errorCodesOf } from './error-codes.ts';
import { type JsonSchemas, jsonSchemas } from './json-schemas.ts';

/** An OpenAPI 3.1 document, or a part of one. */
export type OpenApi = Readonly<Record<string, unknown>>;

const DESCRIPTION = `Stored analytics queries, served as fast and safe HTTP endpoints.

Send \`Authorization: Bearer <personal API key>\`. Paths also answer with a slash at their end, and project paths also
below \`/api/environments\`. Bodies are JSON in UTF-8; unknown members are refused, never ignored. Every refusal has the
body \`Error\`; \`/docs/errors\` explains each code.`;

/** The document of the whole service. Pure: the same operations always give the same document. */
export function serviceDocument(operations: readonly Operation[]): OpenApi {
  const described = jsonSchemas(new Map([...operations.flatMap(schemasOf), ['error', errorBodySchema]]));
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, ofPath]) => [
    path,
    Object.fromEntries(
      ofPath.map((operation) => [operation.method.toLowerCase(), operationObject(operation, described)]),
    ),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that answered this document' }],
    tags: Object.entries(OPERATION_TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(
        Object.entries(described.components).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A personal API key, `slp_...`' },
      },
    },
  };
}

/** Every schema of an operation, by the name that `operationObject` finds it with. */
function schemasOf({
  id,
  params,
  query,
  body,
  answers,
}: Operation): readonly (readonly [string, z.ZodType])[] {
  const answered = Object.entries(answers).flatMap(([status, { schema }]) =>
    schema === undefined ? [] : [[`${id} ${status}`, schema] as const],
  );
  return [
    ...answered,
    ...(body === undefined ? [] : [[`${id} body`, body.schema] as const]),
    ...Object.entries({ ...params, ...query?.shape }).map(
      ([name, schema]) => [`${id} ${name}`, schema as z.ZodType] as const,
    ),
  ];
}

function operationObject(operation: Operation, { schemas }: JsonSchemas): OpenApi {
  const { id, tag, summary, description, access, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, accessSentence(operation)].filter(Boolean).join('\n\n'),
    security: access === 'open' ? [] : [{ key: [] }],
    parameters: parametersOf(operation, schemas),
    ...(body !== undefined && {
      requestBody: {
        required: body.required,
        content: {
          'application/json': {
            schema: schemas.get(`${id} body`),
            ...(body.example !== undefined && { example: body.example }),
          },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [
          status,
          answerObject(answer, schemas.get(`${id} ${status}`)),
        ]),
      ),
      ...errorResponses(operation),
    },
  };
}

function accessSentence({ access }: Operation): string {
  if (access === 'open') return '';
  if (access === 'any-key') return 'Needs any valid key.';
  const scopes = typeof access === 'string' ? [access] : access;
  return `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
}

function parametersOf(operation: Operation, schemas: JsonSchemas['schemas']): readonly OpenApi[] {
  const { id, params = {}, query, isConditional } = operation;
  const inPath = Object.keys(params).map((name) =>
    parameter({ name, in: 'path', required: true }, schemas.get(`${id} ${name}`)),
  );
  const inQuery = Object.keys(query?.shape ?? {}).map((name) =>
    parameter({ name, in: 'query', required: false }, schemas.get(`${id} ${name}`)),
  );
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'ETag of the state that the change is meant for; another one is refused with 412. Default any.',
    schema: { type: 'string', examples: ['"7"'] },
  };
  return [...inPath, ...inQuery, ...(isConditional === true ? [ifMatch] : [])];
}

function parameter(place: OpenApi, schema: JsonSchema = {}): OpenApi {
  const { description, ...rest } = schema;
  return { ...place, description, schema: rest };
}

function answerObject(
  { description, media = [], headers = [] }: OperationAnswer,
  schema?: JsonSchema,
): OpenApi {
  const content = {
    ...(schema !== undefined && { 'application/json': { schema } }),
    ...Object.fromEntries(media.map((type) => [type, {}])),
  };
  return {
    description,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(
        headers.map((name) => [name, { description: RESPONSE_HEADERS[name], schema: { type: 'string' } }]),
      ),
    }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

/** One response for each status of the operation's errors, with the codes in its description. */
function errorResponses(operation: Operation): OpenApi {
  const byStatus = Map.groupBy(errorCodesOf(operation), (code: ErrorCode) => ERROR_CATALOG[code].status);
  const content = operation.hasPlainErrors
    ? { 'text/plain': { schema: { type: 'string', description: 'What is wrong' } } }
    : { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        content,
      },
    ]),
  );
}
