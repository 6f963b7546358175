import { describe, expect, test } from 'vitest';
import { openManageApi } from './manage-api.ts';

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

  test('a key that ends makes none that outlives it', async () => {
    const { as, root } = await openManageApi();
    const KEYS = '/api/personal_api_keys';
    const request = { label: 'k', scopes: ['*'], expires_at: '2026-01-06T00:00:00Z' };
    const ending = as((await root('POST', KEYS, request)).body.value);
    expect(await ending('POST', KEYS, { ...request, expires_at: '2026-01-06T00:00:01Z' })).toMatchObject({
      status: 403,
      body: { code: 'permission_denied', attr: 'expires_at' },
    });
    expect(await ending('POST', KEYS, { ...request, expires_at: null })).toMatchObject({
      status: 201,
      body: { expires_at: '2026-01-06T00:00:00Z' },
    });
    const sooner = { ...request, expires_at: '2026-01-05T10:00:00Z' };
    expect((await ending('POST', KEYS, sooner)).body).toMatchObject({ expires_at: sooner.expires_at });
  });

  test('a roll with overlap lets both secrets work until it ends, and a second roll ends the first', async () => {
    const { as, root, services } = await openManageApi();
    const start = services.clock.nowMs();
    const works = async (key: string) => (await as(key)('GET', '/api/projects')).status === 200;
    const issued = (await root('POST', '/api/personal_api_keys', { label: 'k', scopes: ['*'] })).body;
    const path = `/api/personal_api_keys/${issued.id}/roll`;
    expect(await works(issued.value)).toBe(true);
    const second = (await as(issued.value)('POST', path, { overlap_seconds: 60 })).body;
    expect([await works(issued.value), await works(second.value)]).toEqual([true, true]);
    services.clock.set(start + 59_999);
    expect([await works(issued.value), await works(second.value)]).toEqual([true, true]);
    services.clock.set(start + 60_000);
    expect([await works(issued.value), await works(second.value)]).toEqual([false, true]);
    const third = (await root('POST', path, { overlap_seconds: 3600 })).body;
    const fourth = (await root('POST', path, { overlap_seconds: 3600 })).body;
    expect(await Promise.all([second, third, fourth].map(({ value }) => works(value)))).toEqual([
      false,
      true,
      true,
    ]);
    expect(await root('POST', path, { overlap_seconds: 604_801 })).toMatchObject({ status: 400 });
  });

  test('a key lists, rolls and revokes those that reach no further, and always itself', async () => {
    const { as, root } = await openManageApi();
    await root('POST', '/api/projects', { name: 'second' });
    const issue = async (label: string, scopes: string[], projects: number[] | null) =>
      (await root('POST', '/api/personal_api_keys', { label, scopes, projects })).body;
    const manager = await issue('manager', ['key:write', 'endpoint:read'], [1]);
    const below = await issue('below', ['endpoint:read'], [1]);
    const keys = {
      wider: await issue('wider', ['endpoint:read', 'query:read'], [1]),
      elsewhere: await issue('elsewhere', ['endpoint:read'], [2]),
      everywhere: await issue('everywhere', ['endpoint:read'], null),
    };
    const { results } = (await as(manager.value)('GET', '/api/personal_api_keys')).body;
    expect(results).toMatchObject([{ label: 'manager' }, { label: 'below' }]);
    for (const { id } of Object.values(keys)) {
      const path = `/api/personal_api_keys/${id}`;
      expect(await as(manager.value)('DELETE', path)).toMatchObject({ status: 404 });
      expect(await as(manager.value)('POST', `${path}/roll`)).toMatchObject({ status: 404 });
      expect(await as(below.value)('DELETE', path)).toMatchObject({ status: 403 });
    }
    for (const [grant, attr] of [
      [{ scopes: ['query:read'] }, 'scopes'],
      [{ scopes: ['endpoint:read'], projects: [2] }, 'projects'],
      [{ scopes: ['endpoint:read'], projects: null }, 'projects'],
    ] as const) {
      const refused = await as(manager.value)('POST', '/api/personal_api_keys', { label: 'k', ...grant });
      expect(refused).toMatchObject({ status: 403, body: { attr } });
    }
    expect(await as(below.value)('DELETE', `/api/personal_api_keys/${below.id}`)).toMatchObject({
      status: 204,
    });
    expect(await as(below.value)('GET', '/api/projects/1/endpoints')).toMatchObject({ status: 401 });
    const itself = await as(keys.elsewhere.value)('POST', `/api/personal_api_keys/${keys.elsewhere.id}/roll`);
    expect(itself.status).toBe(200);
    expect(await as(manager.value)('DELETE', `/api/personal_api_keys/${manager.id}`)).toMatchObject({
      status: 204,
    });
  });

  // [CON-17.2]
  test('label and end of a key are changed by those who may, and never the own end', async () => {
    const { as, root, services } = await openManageApi();
    const issue = async (fields: object) =>
      (await root('POST', '/api/personal_api_keys', { label: 'k', scopes: ['*'], ...fields })).body;
    const pathOf = ({ id }: { readonly id: string }) => `/api/personal_api_keys/${id}`;
    const ending = await issue({
      scopes: ['key:write', 'endpoint:read'],
      expires_at: '2026-02-01T00:00:00Z',
    });
    const below = await issue({ scopes: ['endpoint:read'] });
    const wider = await issue({ scopes: ['query:read'] });
    const [manager, own] = [as(ending.value), as(below.value)];
    expect(await own('PATCH', pathOf(below), { label: ' mine ' })).toMatchObject({
      status: 200,
      body: { label: 'mine', expires_at: null },
    });
    expect((await own('PATCH', pathOf(ending), { label: 'x' })).status).toBe(403);
    expect((await manager('PATCH', pathOf(wider), { label: 'x' })).status).toBe(404);
    for (const [key, expires_at, status] of [
      [ending, '2026-01-20T00:00:00Z', 403],
      [below, '2026-02-01T00:00:01Z', 403],
      [below, null, 403],
      [below, '2026-01-05T09:00:00Z', 400],
      [below, '2026-02-01T00:00:00Z', 200],
    ] as const) {
      const answer = await manager('PATCH', pathOf(key), { expires_at });
      expect([answer.status, answer.body], `${expires_at}`).toMatchObject([
        status,
        status === 200 ? { expires_at } : { attr: 'expires_at' },
      ]);
    }
    expect((await own('PATCH', pathOf(below), { expires_at: null })).status).toBe(403);
    expect((await root('PATCH', pathOf(below), { scopes: ['*'] })).status).toBe(400);
    services.clock.set(Date.parse('2026-02-01T00:00:00Z'));
    expect((await own('GET', '/api/projects/1/endpoints')).status).toBe(401);
    const { results } = (await root('GET', '/api/projects/1/activity?subject=key')).body;
    expect(results).toContainEqual(
      expect.objectContaining({
        activity: 'changed',
        changes: [{ member: 'label', before: 'k', after: 'mine' }],
      }),
    );
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
    expect((await services.catalog.context(1)).timezone).toBe('Europe/Berlin');
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
