import type { z } from 'zod';
import { ERROR_CATALOG, type ErrorCode } from '../../base/errors.ts';
import type { JsonSchema } from '../../schema/documented-as.ts';
import { type Operation, type OperationAnswer, RESPONSE_HEADERS } from '../operations/operation.ts';
import { errorCodes } from './error-codes.ts';
import type { JsonSchemas } from './json-schemas.ts';

/** An OpenAPI 3.1 document, or a part of one. */
export type OpenApi = Readonly<Record<string, unknown>>;

interface OperationObject extends OpenApi {
  readonly parameters: readonly OpenApi[];
}

/** How callers prove who they are. */
export const securitySchemes = {
  key: {
    type: 'http',
    scheme: 'bearer',
    description: 'A personal API key, `slp_...`, or a session of the console, `sls_...`',
  },
  captureToken: { type: 'http', scheme: 'bearer', description: 'The capture token of a project, `slc_...`' },
} as const;

/** Every schema of an operation, by the name that `operationObject` finds it with. */
export function schemasOf({
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
    ...(body?.schema === undefined ? [] : [[`${id} body`, body.schema] as const]),
    ...Object.entries({ ...params, ...query?.shape }).map(
      ([name, schema]) => [`${id} ${name}`, schema as z.ZodType] as const,
    ),
  ];
}

/** An operation as OpenAPI writes it. @param described holds the schemas of `schemasOf` */
export function describedOperation(operation: Operation, { schemas }: JsonSchemas): OperationObject {
  const { id, tag, summary, description, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, accessSentence(operation)].filter(Boolean).join('\n\n'),
    security: securityOf(operation),
    parameters: parametersOf(operation, schemas),
    ...(body !== undefined && {
      requestBody: {
        required: body.required,
        content: {
          ...(body.schema !== undefined && {
            'application/json': {
              schema: schemas.get(`${id} body`),
              ...(body.example !== undefined && { example: body.example }),
            },
          }),
          ...Object.fromEntries((body.media ?? []).map((type) => [type, { schema: bodySchema(type) }])),
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

function securityOf({ access, captureToken }: Operation): readonly OpenApi[] {
  if (captureToken === 'header') return [{ captureToken: [] }];
  return access === 'open' ? [] : [{ key: [] }];
}

function accessSentence({ access, alsoNeeds, captureToken }: Operation): string {
  if (captureToken === 'body')
    return 'Needs the capture token of a project in the body, as `api_key` or `token`.';
  if (access === 'open') return '';
  if (access === 'any-key') return 'Needs any valid key.';
  if (access === 'personal-key') return 'Needs any valid key; a session of the console is none.';
  const scopes = typeof access === 'string' ? [access] : access;
  const besides = alsoNeeds === undefined ? '' : ` and \`${alsoNeeds}\``;
  return `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}${besides}.`;
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
    ...Object.fromEntries(media.map((type) => [type, { schema: bodySchema(type) }])),
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

/** Of a body that is not the JSON of a schema: text, else bytes. */
function bodySchema(mediaType: string): JsonSchema {
  if (mediaType.startsWith('text/')) return { type: 'string', description: 'Text' };
  return { type: 'string', format: 'binary', description: 'Bytes of the file' };
}

function errorContent({ errorForm }: Operation): OpenApi {
  if (errorForm === 'text')
    return { 'text/plain': { schema: { type: 'string', description: 'What is wrong' } } };
  const schema = errorForm === 'capture' ? 'CaptureRefusal' : 'Error';
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
}

/** One response for each status of the operation's errors, with the codes in its description. */
function errorResponses(operation: Operation): OpenApi {
  const byStatus = Map.groupBy(errorCodes(operation), (code: ErrorCode) => ERROR_CATALOG[code].status);
  const content = errorContent(operation);
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
