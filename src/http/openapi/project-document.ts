import { errorBodySchema } from '../../schema/error-body.ts';
import { insightResultsSchema } from '../../schema/insights/insight-results.ts';
import type { EndpointForm } from '../../services/endpoints/describe-endpoint.ts';
import type { EndpointForms } from '../../services/endpoints/describe-endpoints.ts';
import { runOperations } from '../operations/run-operations.ts';
import { type JsonSchemas, jsonSchemas } from './json-schemas.ts';
import { describedOperation, type OpenApi, schemasOf, securitySchemes } from './operation-object.ts';

/** An endpoint and the words that its components begin with. */
interface NamedForm {
  readonly form: EndpointForm;
  readonly component: string;
}

/**
 * The document of all endpoints of a project: the run call of each with typed variables, rows as lists and as objects
 * by column name, and the results of insights. Equal endpoints make equal documents.
 * @param base what stands before a path in links; may be empty
 */
export function projectDocument({ forms, broken }: EndpointForms, projectId: number, base: string): OpenApi {
  const insights = forms.flatMap(({ answer, endpoint }) =>
    answer.kind === 'insight' ? [[resultsOf(endpoint), insightResultsSchema(answer.query)] as const] : [],
  );
  const described = jsonSchemas(
    new Map([...schemasOf(runOperations.post), ['error', errorBodySchema], ...insights]),
  );
  const named = withComponents(forms, Object.keys(described.components));
  const call = describedOperation(runOperations.post, described);
  return {
    openapi: '3.1.0',
    info: {
      title: `Endpoints of project ${projectId}`,
      version: '1',
      description: 'The run call of each active endpoint at its current version.',
    },
    servers: [{ url: base || '/' }],
    tags: [{ name: 'Runs', description: 'Run an endpoint.' }],
    paths: Object.fromEntries(named.map((each) => [pathOf(each, projectId), { post: runOf(call, each) }])),
    components: {
      schemas: Object.assign({}, described.components, ...named.map((each) => componentsOf(each, described))),
      securitySchemes,
    },
    ...(broken.length > 0 && { 'x-sluice-broken': broken }),
  };
}

const resultsOf = ({ name }: EndpointForm['endpoint']): string => `${name} results`;

/** What follows the words of an endpoint in the names of its components. */
const PARTS = ['Variables', 'Row', 'Tuple', 'Results'] as const;

/** `usage-by-day` → `UsageByDay`; `UsageByDay2` where that is taken. */
function withComponents(forms: readonly EndpointForm[], others: readonly string[]): readonly NamedForm[] {
  const taken = new Set(others);
  return forms.map((form) => {
    const words = form.endpoint.name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    const isTaken = (component: string) => PARTS.some((part) => taken.has(`${component}${part}`));
    let component = name;
    for (let count = 2; isTaken(component); count += 1) component = `${name}${count}`;
    for (const part of PARTS) taken.add(`${component}${part}`);
    return { form, component };
  });
}

const pathOf = ({ form }: NamedForm, projectId: number): string =>
  `/api/projects/${projectId}/endpoints/${form.endpoint.name}/run`;

function reference(name: string): OpenApi {
  return { $ref: `#/components/schemas/${name}` };
}

/** Parameters that no generated call sends: the path names them. */
const IN_PATH: readonly unknown[] = ['project_id', 'name'];

function runOf(call: OpenApi & { readonly parameters: readonly OpenApi[] }, named: NamedForm): OpenApi {
  const { form, component } = named;
  const { name, description } = form.endpoint;
  const isTable = form.answer.kind === 'columns';
  return {
    ...call,
    operationId: `run_${name}`,
    summary: `Run ${name}`,
    ...(description !== '' && { description }),
    parameters: call.parameters.filter((parameter) => !IN_PATH.includes(parameter['name'])),
    requestBody: {
      required: form.variables.some(({ isRequired }) => isRequired),
      content: { 'application/json': { schema: bodyOf(named) } },
    },
    'x-sluice': {
      name,
      version: form.endpoint.version,
      kind: form.answer.kind === 'insight' ? form.answer.query.kind : 'HogQLQuery',
      variables: `${component}Variables`,
      ...(isTable
        ? { row: `${component}Row`, tuple: `${component}Tuple` }
        : { results: `${component}Results` }),
    },
  };
}

function bodyOf({ component }: NamedForm): OpenApi {
  return {
    allOf: [
      reference('RunRequest'),
      { type: 'object', properties: { variables: reference(`${component}Variables`) } },
    ],
  };
}

function componentsOf({ form, component }: NamedForm, { schemas }: JsonSchemas): OpenApi {
  const { answer, variables } = form;
  const required = variables.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const taken = {
    [`${component}Variables`]: {
      type: 'object',
      description: `Values of the variables of ${form.endpoint.name}`,
      properties: Object.fromEntries(variables.map(({ name, schema }) => [name, schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
  };
  if (answer.kind === 'insight')
    return { ...taken, [`${component}Results`]: schemas.get(resultsOf(form.endpoint)) };
  const { columns } = answer;
  return {
    ...taken,
    [`${component}Row`]: {
      type: 'object',
      description: `A row of ${form.endpoint.name}, by column name`,
      properties: Object.fromEntries(columns.map(({ name, schema }) => [name, schema])),
      required: [...new Set(columns.map(({ name }) => name))],
    },
    [`${component}Tuple`]: {
      type: 'array',
      description: `A row of ${form.endpoint.name}, a value for each column`,
      prefixItems: columns.map(({ schema }) => schema),
      minItems: columns.length,
      maxItems: columns.length,
    },
  };
}
