import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../src/http/operations/operation.ts';
import { OPERATIONS } from '../../src/http/operations/operations.ts';
import { errorBodySchema } from '../../src/schema/error-body.ts';
import { ENGINE_KIND } from '../fixtures/engine-of-tests.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { callOperation, makeKey, makeProject, signIn } from './operation-calls.ts';

// Every operation is called once and its answer held to the schema that the document promises. Schemas are strict, so
// a member that nobody has documented is found too.
// [SPEC-2.1.15].

const QUERY = { kind: 'HogQLQuery', query: 'select event, count() as events from events group by event' };

let service: TestService;
let project: { readonly id: number; readonly api_token: string };
let action: number;
let cohort: number;
let imported: string;
let deletion: string;

beforeAll(async () => {
  // Some operations are meant for the whole service: its clock, a moment of a backup.
  service = await startTestService();
  project = await makeProject(service);
  const make = async (path: string, body: unknown) =>
    (await service.call('POST', `/api/projects/${project.id}/${path}`, { body })).json;
  action = (await make('actions', { name: 'Looked' })).id;
  cohort = (await make('cohorts', { name: 'Invited', is_static: true })).id;
  await make('endpoints', { name: 'x', query: QUERY, tags: ['a'], limits: { max_rows: 10 } });
  await make('endpoints', { name: 'built', query: QUERY, is_materialized: true });
  await make('endpoints/x/run', {});
  const batch = [{ event: 'seen', distinct_id: 'ada', properties: { amount: 1 } }, { distinct_id: 'nobody' }];
  const body = { api_key: project.api_token, batch };
  imported = (await make('imports?wait=true', '{}')).id;
  await service.call('POST', '/batch?wait=true', { body, key: null });
  deletion = (await make('events/delete', { event: 'absent' })).id;
});

afterAll(() => service.close());

/** What an operation needs beyond its example. */
interface Sample {
  readonly values?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly query?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status, where a success cannot be had here. */
  readonly status?: number;
}

const ofToken = () => ({ values: { token: project.api_token } });
const SDK_HEADERS = {
  'posthog-sdk-info': 'test/1',
  'posthog-attempt': '1',
  'posthog-request-id': 'x',
  'posthog-request-timestamp': '2026-01-05T09:00:00Z',
};
const capture = () => ({ body: { api_key: project.api_token, batch: [{ event: 'a', distinct_id: 'b' }] } });
const captureByGet = () => ({
  query: `?data=${Buffer.from(JSON.stringify({ api_key: project.api_token, event: 'a', distinct_id: 'b' })).toString('base64')}`,
});

const SAMPLES: Readonly<Record<string, () => Sample | Promise<Sample>>> = {
  getCausedUsage: () => ({ query: '?by=key' }),
  runEndpoint: () => ({ body: { debug: true } }),
  getQueryProgress: () => ({ values: { client_query_id: 'absent' }, status: 404 }),
  cancelQuery: () => ({ values: { client_query_id: 'absent' }, status: 404 }),
  restoreEndpoint: async () => {
    await service.call('POST', `/api/projects/${project.id}/endpoints`, {
      body: { name: 'gone', query: QUERY },
    });
    await service.call('DELETE', `/api/projects/${project.id}/endpoints/gone`);
    return { values: { name: 'gone' } };
  },
  deleteEndpoint: async () => {
    await service.call('POST', `/api/projects/${project.id}/endpoints`, {
      body: { name: 'old', query: QUERY },
    });
    return { values: { name: 'old' } };
  },
  renameEndpoint: () => ({ body: { name: 'x' } }),
  materializeEndpoint: () => ({ values: { name: 'built' } }),
  changePropertyDefinition: () => ({ values: { type: 'event', name: 'amount' } }),
  deleteAction: async () => {
    const made = await service.call('POST', `/api/projects/${project.id}/actions`, { body: { name: 'Old' } });
    return { values: { id: made.json.id } };
  },
  ...Object.fromEntries(
    ['getCohort', 'changeCohort', 'addCohortMembers'].map((id) => [id, () => ({ values: { id: cohort } })]),
  ),
  deleteCohort: async () => {
    const body = { name: 'Old', is_static: true };
    const made = await service.call('POST', `/api/projects/${project.id}/cohorts`, { body });
    return { values: { id: made.json.id } };
  },
  getPerson: () => ({ values: { id: 'ada' } }),
  deletePerson: () => ({ values: { id: 'absent' }, status: 404 }),
  getEventDeletion: () => ({ values: { id: deletion } }),
  // Moments are those of an SQLite store.
  beginBackupMoment: () => (ENGINE_KIND === 'embedded' ? {} : { status: 400 }),
  keepBackupMoment: async () => {
    if (ENGINE_KIND !== 'embedded') return { values: { id: 'none' }, status: 404 };
    const { json: moment } = await service.call('POST', '/api/backup_moments');
    return { values: { id: moment.id } };
  },
  createImport: () => ({ body: '{}' }),
  createDemo: async () => ({ values: { project_id: (await makeProject(service)).id } }),
  getImport: () => ({ values: { id: imported } }),
  undoImport: () => ({ values: { id: imported } }),
  getRejectedRows: () => ({ values: { id: imported } }),
  changeKey: async () => ({ values: { id: (await makeKey(service, { scopes: ['*'] })).id } }),
  changeSigningKey: async () => ({ values: { id: await signingKey() } }),
  deleteSigningKey: async () => ({ values: { id: await signingKey() } }),
  listTokenRevocations: async () => ({ values: { id: await signingKey() } }),
  revokeTokens: async () => ({ values: { id: await signingKey() } }),
  deleteTokenRevocation: async () => {
    const id = await signingKey();
    const path = `/api/projects/${project.id}/signing_keys/${id}/revocations`;
    const made = await service.call('POST', path, { body: { jti: 'x' } });
    return { values: { id, revocation_id: made.json.id } };
  },
  rollKey: async () => ({ values: { id: (await makeKey(service, { scopes: ['*'] })).id } }),
  revokeKey: async () => ({ values: { id: (await makeKey(service, { scopes: ['*'] })).id } }),
  createConsoleSession: () => ({ body: {} }),
  endConsoleSession: async () => ({ key: await signIn(service, service.rootKey) }),
  rollCaptureToken: async () => ({ values: { project_id: (await makeProject(service)).id } }),
  deleteProject: async () => ({ values: { project_id: (await makeProject(service)).id } }),
};

async function signingKey(): Promise<string> {
  const body = { label: 'server', generate: true };
  return (await service.call('POST', `/api/projects/${project.id}/signing_keys`, { body })).json.id;
}

function sampleOf(operation: Operation): Sample | Promise<Sample> {
  if (operation.params?.['token'] !== undefined) return ofToken();
  if (operation.captureToken === 'header') return { key: project.api_token, headers: SDK_HEADERS };
  if (operation.captureToken === 'body') return operation.method === 'GET' ? captureByGet() : capture();
  return SAMPLES[operation.id]?.() ?? {};
}

test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
  const { status, values = {}, ...sample } = await sampleOf(operation);
  const place = { project_id: project.id, name: 'x', id: action, ...values };
  const answer = await callOperation(service, operation, place, sample);
  const documented = Object.keys(operation.answers).map(Number);
  expect(status === undefined ? documented : [status], answer.text).toContain(answer.status);
  expect(bodyProblems(operation, answer)).toEqual([]);
});

test('the refusals of the table are documented as they come', async () => {
  for (const operation of OPERATIONS.filter(({ access }) => access !== 'open')) {
    const place = {
      project_id: project.id,
      name: 'x',
      id: action,
      type: 'event',
      client_query_id: 'x',
      revocation_id: 'x',
    };
    const answer = await callOperation(service, operation, place, { key: null });
    expect(errorBodySchema.safeParse(answer.json), operation.id).toMatchObject({ success: true });
  }
});

/** What of the body is not as documented. */
function bodyProblems(
  operation: Operation,
  answer: { status: number; text: string; json: unknown },
): unknown {
  const { schema, media } =
    Object.entries(operation.answers).find(([code]) => Number(code) === answer.status)?.[1] ?? {};
  if (answer.status >= 400) return errorBodySchema.safeParse(answer.json).error?.issues ?? [];
  if (schema !== undefined) return schema.safeParse(answer.json).error?.issues ?? [];
  return media === undefined && answer.text !== '' ? ['a body that is not documented'] : [];
}
