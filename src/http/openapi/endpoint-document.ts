import { invariant } from '../../base/invariant.ts';
import { errorBodySchema } from '../../schema/error-body.ts';
import { insightResultsSchema } from '../../schema/insights/insight-results.ts';
import { FORMATS, INSIGHT_FORMATS, OUTPUT_FORMATS, type OutputFormat } from '../../schema/output-format.ts';
import type { EndpointForm } from '../../services/endpoints/describe-endpoint.ts';
import type { Operation } from '../operations/operation.ts';
import { runOperations } from '../operations/run-operations.ts';
import { type JsonSchemas, jsonSchemas } from './json-schemas.ts';
import { describedOperation, type OpenApi, schemasOf, securitySchemes } from './operation-object.ts';

/**
 * The document of one endpoint: its run call with typed variables and typed results.
 * @param base what stands before a path in links; may be empty
 */
export function endpointDocument(form: EndpointForm, base: string): OpenApi {
  const { endpoint, answer } = form;
  const insight = answer.kind === 'insight' ? [['results', insightResultsSchema(answer.query)] as const] : [];
  const formats = answer.kind === 'insight' ? INSIGHT_FORMATS : OUTPUT_FORMATS;
  const operations = [runOperations.post, runOperations.get];
  const described = jsonSchemas(
    new Map([...operations.flatMap(schemasOf), ['error', errorBodySchema], ...insight]),
  );
  const run = (operation: (typeof operations)[number], id: string): OpenApi => {
    const { parameters, ...rest } = describedOperation(inFormats(operation, formats), described);
    const own = parameters
      .filter((parameter) => parameter['in'] !== 'path')
      .map((parameter) => (parameter['name'] === 'format' ? oneOf(parameter, formats) : parameter));
    return { ...rest, operationId: id, summary: `Run ${endpoint.name}`, parameters: own };
  };
  return {
    openapi: '3.1.0',
    info: {
      title: endpoint.name,
      version: String(endpoint.current_version),
      description: endpoint.description === '' ? `The endpoint ${endpoint.name}.` : endpoint.description,
    },
    servers: [{ url: base || '/' }],
    tags: [{ name: 'Runs', description: 'Run the endpoint.' }],
    paths: {
      [endpoint.endpoint_path]: {
        post: run(runOperations.post, 'run'),
        get: run(runOperations.get, 'runByGet'),
      },
    },
    components: { schemas: componentsOf(form, described), securitySchemes },
  };
}

/** A run whose answers have only these media types. */
function inFormats(operation: Operation, formats: readonly OutputFormat[]): Operation {
  const { 200: answer, ...others } = operation.answers;
  invariant(answer !== undefined, 'a run answers 200');
  const media = formats.filter((format) => format !== 'json').map((format) => FORMATS[format].mediaType);
  return { ...operation, answers: { ...others, 200: { ...answer, media } } };
}

function oneOf(parameter: OpenApi, formats: readonly OutputFormat[]): OpenApi {
  return { ...parameter, schema: { type: 'string', enum: formats } };
}

/** The components of every run, with the variables and results of this endpoint in their place. */
function componentsOf(form: EndpointForm, { schemas, components }: JsonSchemas): OpenApi {
  const { RunRequest: request = {}, RunAnswer: answer = {} } = components;
  const required = form.variables.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    ...components,
    Variables: {
      type: 'object',
      description: 'Values of the variables of the query',
      properties: Object.fromEntries(form.variables.map(({ name, schema }) => [name, schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    RunRequest: {
      ...withProperties(request, { variables: { $ref: '#/components/schemas/Variables' } }),
      ...(required.length > 0 && { required: ['variables'] }),
    },
    ...(form.answer.kind === 'columns'
      ? { RunAnswer: withProperties(answer, TABLE_MEMBERS), ...tableOf(form.answer.columns) }
      : { RunAnswer: withProperties(answer, { results: schemas.get('results') }) }),
  };
}

const TABLE_MEMBERS = {
  results: {
    type: 'array',
    description: 'Rows',
    items: { $ref: '#/components/schemas/Row' },
  },
  columns: { $ref: '#/components/schemas/Columns' },
};

function tableOf(columns: readonly { readonly name: string; readonly schema: OpenApi }[]): OpenApi {
  const length = { minItems: columns.length, maxItems: columns.length };
  return {
    Row: {
      type: 'array',
      description: 'A row: one value for each column',
      prefixItems: columns.map(({ schema }) => schema),
      ...length,
    },
    Columns: {
      type: 'array',
      description: 'Names of the columns',
      prefixItems: columns.map(({ name }) => ({ const: name, description: 'A column' })),
      ...length,
    },
    RowObject: {
      type: 'object',
      description: 'A row as a line of ndjson',
      properties: Object.fromEntries(columns.map(({ name, schema }) => [name, schema])),
    },
  };
}

function withProperties(schema: OpenApi, properties: OpenApi): OpenApi {
  const own = schema['properties'];
  return { ...schema, properties: { ...(typeof own === 'object' ? own : {}), ...properties } };
}
