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
 * The document of one endpoint: its run call with typed variables, typed results and examples of its own.
 * @param base what stands before a path in links; may be empty
 */
export function endpointDocument(form: EndpointForm, projectId: number, base: string): OpenApi {
  const { endpoint, answer } = form;
  const insight = answer.kind === 'insight' ? [['results', insightResultsSchema(answer.query)] as const] : [];
  const operations = [runOperations.post, runOperations.get];
  const described = jsonSchemas(
    new Map([...operations.flatMap(schemasOf), ['error', errorBodySchema], ...insight]),
  );
  const run = (operation: (typeof operations)[number], id: string): OpenApi => {
    const { parameters, ...rest } = describedOperation(inFormats(operation, formatsOf(form)), described);
    const own = parameters.flatMap((parameter) => ownParameter(parameter, form, projectId));
    return { ...rest, operationId: id, summary: `Run ${endpoint.name}`, parameters: own };
  };
  return {
    openapi: '3.1.0',
    info: {
      title: endpoint.name,
      version: String(endpoint.version),
      description: endpoint.description === '' ? `The endpoint ${endpoint.name}.` : endpoint.description,
    },
    servers: [{ url: base || '/' }],
    tags: [{ name: 'Runs', description: 'Run the endpoint.' }],
    paths: {
      [`/api/projects/{project_id}/endpoints/${endpoint.name}/run`]: {
        post: withOwnBody(run(runOperations.post, 'run'), form),
        get: run(runOperations.get, 'runByGet'),
      },
    },
    components: { schemas: componentsOf(form, described), securitySchemes },
  };
}

function formatsOf({ answer }: EndpointForm): readonly OutputFormat[] {
  return answer.kind === 'insight' ? INSIGHT_FORMATS : OUTPUT_FORMATS;
}

/** Members of a run that endpoints of a kind refuse. */
const REFUSED: Readonly<Record<EndpointForm['answer']['kind'], readonly string[]>> = {
  columns: ['query_override'],
  insight: ['limit', 'offset', 'rows'],
};

function hasRequired({ variables }: EndpointForm): boolean {
  return variables.some(({ isRequired }) => isRequired);
}

/** Values with which the endpoint can be called at once. */
function exampleOf({ variables }: EndpointForm): OpenApi {
  return Object.fromEntries(variables.map(({ name, example }) => [name, example]));
}

/** A parameter as this endpoint takes it; none where the endpoint has no such parameter. */
function ownParameter(parameter: OpenApi, form: EndpointForm, projectId: number): readonly OpenApi[] {
  const { endpoint, answer } = form;
  switch (parameter['name']) {
    case 'project_id':
      return [{ ...parameter, schema: { type: 'integer', default: projectId } }];
    case 'name':
      return [];
    case 'format':
      return [{ ...parameter, schema: { type: 'string', enum: formatsOf(form) } }];
    case 'variables': {
      const examples = [JSON.stringify(exampleOf(form))];
      const schema = { type: 'string', contentMediaType: 'application/json', examples };
      return [{ ...parameter, schema, required: hasRequired(form) }];
    }
    case 'version': {
      const isOld = endpoint.version !== endpoint.current_version;
      if (!isOld) return [parameter];
      return [{ ...parameter, schema: { type: 'integer', const: endpoint.version }, required: true }];
    }
    default:
      return REFUSED[answer.kind].includes(String(parameter['name'])) ? [] : [parameter];
  }
}

/** The operation with a body that runs this endpoint. */
function withOwnBody(operation: OpenApi, form: EndpointForm): OpenApi {
  const schema = { $ref: '#/components/schemas/RunRequest' };
  const example = form.variables.length === 0 ? {} : { variables: exampleOf(form) };
  const content = { 'application/json': { schema, example } };
  return { ...operation, requestBody: { required: hasRequired(form), content } };
}

/** A run whose answers have only these media types. */
function inFormats(operation: Operation, formats: readonly OutputFormat[]): Operation {
  const { 200: answer, ...others } = operation.answers;
  invariant(answer !== undefined, 'a run answers 200');
  const media = formats.filter((format) => format !== 'json').map((format) => FORMATS[format].mediaType);
  return { ...operation, answers: { ...others, 200: { ...answer, media } } };
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
      ...withProperties(withoutProperties(request, REFUSED[form.answer.kind]), {
        variables: { $ref: '#/components/schemas/Variables' },
      }),
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
    items: { anyOf: [{ $ref: '#/components/schemas/Row' }, { $ref: '#/components/schemas/RowObject' }] },
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
      description: 'A row with `rows=objects`, and as a line of ndjson',
      properties: Object.fromEntries(columns.map(({ name, schema }) => [name, schema])),
      required: [...new Set(columns.map(({ name }) => name))],
    },
  };
}

function withoutProperties(schema: OpenApi, names: readonly string[]): OpenApi {
  const kept = Object.entries(schema['properties'] ?? {}).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(kept) };
}

function withProperties(schema: OpenApi, properties: OpenApi): OpenApi {
  const own = schema['properties'];
  return { ...schema, properties: { ...(typeof own === 'object' ? own : {}), ...properties } };
}
