import { setTimeout } from 'node:timers/promises';
import createClient from 'openapi-fetch';
// Made from docs/openapi.json by the test that runs this program.
import type { components, paths } from './service-api.ts';

// What a program of a user does, with nothing but the document: `node walk.ts <url> <key>`. Prints what it saw.

const [, , baseUrl = '', key = ''] = process.argv;
const client = createClient<paths, 'application/json'>({
  baseUrl,
  headers: { authorization: `Bearer ${key}` },
});

/** The body of an answer, or the end. */
function taken<Data>(answer: {
  data?: Data;
  error?: components['schemas']['Error'];
  response: Response;
}): Data {
  if (answer.data !== undefined) return answer.data;
  throw new Error(`${answer.response.status} ${answer.error?.code}: ${answer.error?.detail}`);
}

const project = taken(
  await client.POST('/api/projects', { body: { name: 'Contract', timezone: 'Europe/Berlin' } }),
);
const project_id = String(project.id);

const captured = await client.POST('/batch', {
  params: { query: { wait: true } },
  body: {
    api_key: project.api_token,
    batch: [
      { event: 'signup', distinct_id: 'ada', properties: { plan: 'pro' } },
      { event: 'signup', distinct_id: 'bob', properties: { plan: 'free' } },
    ],
  },
});

const endpoint = taken(
  await client.POST('/api/projects/{project_id}/endpoints', {
    params: { path: { project_id } },
    body: {
      name: 'signups',
      query: {
        kind: 'HogQLQuery',
        query:
          'select properties.plan as plan, count() as n from events where plan = {variables.plan} group by plan',
      },
      variables: { plan: { type: 'String', required: true } },
    },
  }),
);
const name: string = endpoint.name;
const inEndpoint = { path: { project_id, name } };

const run = taken(
  await client.POST('/api/projects/{project_id}/endpoints/{name}/run', {
    params: inEndpoint,
    body: { variables: { plan: 'pro' } },
  }),
);
const servedFrom: 'cache' | 'direct' | 'materialized' = run.served_from;

const refused = await client.POST('/api/projects/{project_id}/endpoints/{name}/run', {
  params: inEndpoint,
  body: { variables: { plan: 'pro', color: 'red' } },
});

const insight = taken(
  await client.POST('/api/projects/{project_id}/query', {
    params: { path: { project_id } },
    body: {
      query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'signup' }], interval: 'day' },
    },
  }),
);

const changed = taken(
  await client.PATCH('/api/projects/{project_id}/endpoints/{name}', {
    params: { ...inEndpoint, header: { 'If-Match': `"${endpoint.revision}"` } },
    body: { description: 'Signups of a plan' },
  }),
);

/** The log is written behind the answers. */
async function errorsInLog(): Promise<components['schemas']['RunLogEntry'][]> {
  const { results } = taken(
    await client.GET('/api/projects/{project_id}/endpoints/{name}/logs', {
      params: { ...inEndpoint, query: { level: 'error', limit: 10 } },
    }),
  );
  // Changes of what the query reads stand there too.
  const runs = results.filter((entry) => 'request_id' in entry);
  return runs.length > 0 ? runs : setTimeout(20).then(errorsInLog);
}
const log = await errorsInLog();

const { results: keys } = taken(await client.GET('/api/personal_api_keys'));

console.log(
  JSON.stringify({
    timezone: project.timezone,
    captured: captured.data?.status,
    columns: run.columns,
    rows: run.results,
    servedFrom,
    refused: refused.error?.code,
    insight: Array.isArray(insight.results),
    revision: changed.revision - endpoint.revision,
    log: log.map(({ status, error_code }) => [status, error_code]),
    scopes: keys.map(({ scopes }) => scopes),
  }),
);
