import { describe, expect, test } from 'vitest';
import { newSecret } from '../../src/services/access/secret.ts';
import { openManageApi } from './manage-api.ts';

const QUERY = { kind: 'HogQLQuery', query: 'select event from events' };

/** Every management route, the scope it asks for, and the status of a call that is allowed. `{action}` is an id. */
const ROUTES = [
  ['GET', '/api/projects/1/endpoints', 'endpoint:read', undefined, 200],
  ['POST', '/api/projects/1/endpoints', 'endpoint:write', { name: 'new', query: QUERY }, 201],
  ['POST', '/api/projects/1/endpoints/validate', 'endpoint:read', { query: QUERY }, 200],
  ['GET', '/api/projects/1/endpoints/x', 'endpoint:read', undefined, 200],
  ['PATCH', '/api/projects/1/endpoints/x', 'endpoint:write', {}, 200],
  ['PUT', '/api/projects/1/endpoints/x', 'endpoint:write', {}, 200],
  ['POST', '/api/projects/1/endpoints/x/rename', 'endpoint:write', { name: 'x' }, 200],
  ['POST', '/api/projects/1/endpoints/x/rollback', 'endpoint:write', { version: 1 }, 200],
  ['GET', '/api/projects/1/endpoints/x/versions', 'endpoint:read', undefined, 200],
  ['GET', '/api/projects/1/endpoints/x/materialization_status', 'endpoint:read', undefined, 200],
  ['GET', '/api/projects/1/endpoints/x/materializations', 'endpoint:read', undefined, 200],
  ['POST', '/api/projects/1/endpoints/built/materialize', 'endpoint:write', undefined, 202],
  ['DELETE', '/api/projects/1/endpoints/x', 'endpoint:write', undefined, 204],
  ['POST', '/api/projects/1/endpoints/gone/restore', 'endpoint:write', undefined, 200],
  ['GET', '/api/projects/1/actions', 'endpoint:read', undefined, 200],
  ['POST', '/api/projects/1/actions', 'endpoint:write', { name: 'new' }, 201],
  ['GET', '/api/projects/1/actions/{action}', 'endpoint:read', undefined, 200],
  ['PATCH', '/api/projects/1/actions/{action}', 'endpoint:write', {}, 200],
  ['DELETE', '/api/projects/1/actions/{action}', 'endpoint:write', undefined, 204],
  ['GET', '/api/projects/1', 'project:read', undefined, 200],
  ['PATCH', '/api/projects/1', 'project:write', {}, 200],
  ['POST', '/api/projects/1/capture_token/roll', 'project:write', undefined, 200],
  ['GET', '/api/projects/1/event_definitions', 'project:read', undefined, 200],
  ['GET', '/api/projects/1/property_definitions', 'project:read', undefined, 200],
  ['GET', '/api/projects/1/ingestion_warnings', 'project:read', undefined, 200],
  [
    'PATCH',
    '/api/projects/1/property_definitions/event/a',
    'project:write',
    { property_type: 'String' },
    200,
  ],
  ['GET', '/api/projects', 'project:read', undefined, 200],
  ['GET', '/api/personal_api_keys', 'key:write', undefined, 200],
] as const;

const SCOPES = [
  'endpoint:read',
  'endpoint:write',
  'query:read',
  'event:write',
  'event:delete',
  'project:read',
  'project:write',
  'key:write',
  '*',
] as const;

describe.each(ROUTES)('%s %s', (method, path, needed, body, allowedStatus) => {
  test('is open to its scope and to nobody else', async () => {
    const { as, root } = await openManageApi();
    await root('POST', '/api/projects', { name: 'second' });
    await root('POST', '/api/projects/1/endpoints', { name: 'gone', query: QUERY });
    await root('POST', '/api/projects/1/endpoints', { name: 'built', query: QUERY, is_materialized: true });
    await root('DELETE', '/api/projects/1/endpoints/gone');
    const issue = async (scopes: readonly string[], projects: number[] | null, more = {}) =>
      (await root('POST', '/api/personal_api_keys', { label: 'k', scopes, projects, ...more })).body;
    const revoked = await issue(['*'], null);
    await root('DELETE', `/api/personal_api_keys/${revoked.id}`);

    for (const key of [undefined, '', 'slp_', newSecret('slp_'), newSecret('slc_'), revoked.value]) {
      const answer = await as(key)(method, path, body);
      expect(answer).toMatchObject({ status: 401, body: { code: 'authentication_failed' } });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    if (path.startsWith('/api/projects/1')) {
      const foreign = await issue(['*'], [2]);
      expect(await as(foreign.value)(method, path, body)).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    }
    for (const scope of SCOPES) {
      await root('POST', '/api/projects/1/endpoints', { name: 'x', query: QUERY });
      const key = await issue([scope], [1]);
      const action = (await root('POST', '/api/projects/1/actions', { name: 'x' })).body;
      const answer = await as(key.value)(method, path.replace('{action}', String(action.id)), body);
      const isAllowed = scope === needed || scope === '*';
      expect(`${scope}: ${answer.status}`).toBe(`${scope}: ${isAllowed ? allowedStatus : 403}`);
      await root('DELETE', `/api/projects/1/actions/${action.id}`);
      if (!isAllowed) continue;
      // Undo what an allowed call of a matrix line did, so that the next one finds the same state.
      await root('DELETE', '/api/projects/1/endpoints/new');
      await root('DELETE', '/api/projects/1/endpoints/gone');
      if (path.endsWith('/actions')) await root('DELETE', `/api/projects/1/actions/${answer.body.id}`);
    }
  });
});

describe('keys over HTTP', () => {
  test('@current is the one project of a key', async () => {
    const { as, root } = await openManageApi();
    await root('POST', '/api/projects', { name: 'second' });
    const { body } = await root('POST', '/api/personal_api_keys', {
      label: 'k',
      scopes: ['*'],
      projects: [2],
    });
    expect((await as(body.value)('GET', '/api/projects/@current')).body).toMatchObject({
      id: 2,
      name: 'second',
    });
    expect(await root('GET', '/api/projects/@current')).toMatchObject({ status: 400 });
  });

  test('only a key that is not bound to projects creates projects', async () => {
    const { as, root } = await openManageApi();
    const bound = (await root('POST', '/api/personal_api_keys', { label: 'k', scopes: ['*'], projects: [1] }))
      .body;
    expect(await as(bound.value)('POST', '/api/projects', { name: 'x' })).toMatchObject({ status: 403 });
    expect(await root('POST', '/api/projects', { name: 'x' })).toMatchObject({
      status: 201,
      body: { id: 2 },
    });
    expect((await as(bound.value)('GET', '/api/projects')).body.results).toHaveLength(1);
  });

  test('an expired key is unknown, and a rolled one has a new secret', async () => {
    const { as, root, services } = await openManageApi();
    const request = { label: 'k', scopes: ['endpoint:read'], expires_at: '2026-01-05T09:00:01Z' };
    const issued = await root('POST', '/api/personal_api_keys', request);
    expect(issued).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
    const rolled = await as(issued.body.value)('POST', `/api/personal_api_keys/${issued.body.id}/roll`);
    expect(rolled).toMatchObject({ status: 200, body: { id: issued.body.id } });
    expect(await as(issued.body.value)('GET', '/api/projects/1/endpoints')).toMatchObject({ status: 401 });
    expect(await as(rolled.body.value)('GET', '/api/projects/1/endpoints')).toMatchObject({ status: 200 });
    services.clock.set(services.clock.nowMs() + 1000);
    expect(await as(rolled.body.value)('GET', '/api/projects/1/endpoints')).toMatchObject({ status: 401 });
  });

  test('no answer and no observation holds a key after it was shown', async () => {
    const { as, root, credentials, observations } = await openManageApi();
    const issued = (await root('POST', '/api/personal_api_keys', { label: 'k', scopes: ['*'] })).body.value;
    const answers = [
      await as(issued)('GET', '/api/personal_api_keys'),
      await as(issued)('GET', '/api/projects'),
      await as(issued)('POST', '/api/personal_api_keys', { label: issued }),
      await as(`${issued}x`)('GET', '/api/projects'),
    ];
    const seen = JSON.stringify([answers.slice(0, 2), answers[3], observations]);
    expect(seen).not.toContain(issued);
    expect(seen).not.toContain(credentials.root_key);
  });
});

describe('projects over HTTP', () => {
  test('are changed, and their capture token rolled', async () => {
    const { root, services, credentials } = await openManageApi();
    const changed = await root('PATCH', '/api/projects/1', { timezone: 'europe/berlin', week_start_day: 1 });
    expect(changed.body).toMatchObject({ timezone: 'Europe/Berlin', week_start_day: 1 });
    expect((await services.projects.context(1)).timezone).toBe('Europe/Berlin');
    const filters = { test_account_filters: [{ key: 'a', type: 'event', operator: 'like', value: 1 }] };
    expect(await root('PATCH', '/api/projects/1', filters)).toMatchObject({
      status: 400,
      body: { code: 'invalid_filter', attr: 'test_account_filters.0.operator' },
    });
    const rolled = await root('POST', '/api/projects/1/capture_token/roll');
    expect(rolled.body.api_token).toMatch(/^slc_/);
    expect(rolled.body.api_token).not.toBe(credentials.capture_token);
  });
});
