import { errorBodySchema } from '../../schema/error-body.ts';
import { captureRefusalSchema } from '../../schema/event-v1.ts';
import { OPERATION_TAGS, type Operation } from '../operations/operation.ts';
import { jsonSchemas } from './json-schemas.ts';
import { describedOperation, type OpenApi, schemasOf, securitySchemes } from './operation-object.ts';

const DESCRIPTION = `Stored analytics queries, served as fast and safe HTTP endpoints.

Send \`Authorization: Bearer <personal API key>\`. Paths also answer with a slash at their end, and project paths also
below \`/api/environments\`. Bodies are JSON in UTF-8; unknown members are refused, never ignored. Every refusal has the
body \`Error\`; \`/docs/errors\` explains each code.`;

/** The document of the whole service. Pure: the same operations always give the same document. */
export function serviceDocument(operations: readonly Operation[]): OpenApi {
  const described = jsonSchemas(
    new Map([
      ...operations.flatMap(schemasOf),
      ['error', errorBodySchema],
      ['capture error', captureRefusalSchema],
    ]),
  );
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, ofPath]) => [
    path,
    Object.fromEntries(
      ofPath.map((operation) => [operation.method.toLowerCase(), describedOperation(operation, described)]),
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
      securitySchemes,
    },
  };
}
