import { describe, expect, test } from 'vitest';
import { MOST_CODES, MOST_SESSIONS } from '../../src/adapters/store/console-store.ts';
import { hashSecret, newCode, newSecret } from '../../src/services/access/secret.ts';
import { openManageApi } from '../http/manage-api.ts';

// [CON-2.1] to [CON-2.8], [CON-1.1].

const SESSIONS = '/api/console_sessions';
const CODES = '/api/console_session_codes';
const KEYS = '/api/personal_api_keys';
const CURRENT = `${KEYS}/@current`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Api = Awaited<ReturnType<typeof openManageApi>>;

async function makeKey({ root }: Api, fields: object = {}): Promise<{ id: string; value: string }> {
  return (await root('POST', KEYS, { label: 'ada', scopes: ['*'], ...fields })).body;
}

async function signIn({ as }: Api, key: string, body: object = {}): Promise<string> {
  const { status, body: made } = await as(key)('POST', SESSIONS, body);
  expect(status).toBe(201);
  return made.token;
}

const statusOf = async ({ as }: Api, secret: string): Promise<number> =>
  (await as(secret)('GET', CURRENT)).status;

describe('a session', () => {
  test('stands for its key, and is not stored itself', async () => {
    const api = await openManageApi();
    const key = await makeKey(api, { scopes: ['endpoint:read'], projects: [1] });
    const made = await api.as(key.value)('POST', SESSIONS, {});
    expect(made).toMatchObject({
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: {
        token: expect.stringMatching(/^sls_[0-9A-Za-z]{49}$/),
        expires_at: '2026-01-05T21:00:00Z',
        key: { id: key.id, label: 'ada', scopes: ['endpoint:read'], projects: [1] },
      },
    });
    const session = api.as(made.body.token);
    expect((await session('GET', CURRENT)).body).toMatchObject({
      id: key.id,
      session: { expires_at: '2026-01-05T21:00:00Z' },
    });
    expect((await api.as(key.value)('GET', CURRENT)).body).toMatchObject({ id: key.id, session: null });
    expect(await session('GET', '/api/projects/1/endpoints')).toMatchObject({ status: 200 });
    expect(await session('GET', '/api/projects')).toMatchObject({ status: 403 });
    const rows = await api.services.database.query.selectFrom('consoleSessions').selectAll().execute();
    expect(rows).toMatchObject([{ tokenHash: hashSecret(made.body.token) }]);
    expect(JSON.stringify([rows, api.observations])).not.toContain(made.body.token);
  });

  test('may what its key may now: scopes and projects are not those of the sign-in', async () => {
    const api = await openManageApi();
    const key = await makeKey(api, { scopes: ['endpoint:read', 'key:write'] });
    const session = api.as(await signIn(api, key.value));
    expect((await session('GET', KEYS)).status).toBe(200);
    const { query } = api.services.database;
    await query
      .updateTable('keys')
      .set({ scopes: ['endpoint:read'] })
      .where('id', '=', key.id)
      .execute();
    expect((await session('GET', KEYS)).status).toBe(403);
    expect((await session('GET', '/api/projects/1/endpoints')).status).toBe(200);
    await query
      .updateTable('keys')
      .set({ projectIds: [2] })
      .where('id', '=', key.id)
      .execute();
    expect((await session('GET', '/api/projects/1/endpoints')).status).toBe(403);
  });

  test('names the key and the console as author of what it makes, and what it makes may outlast it', async () => {
    const api = await openManageApi();
    const key = await makeKey(api);
    const session = api.as(await signIn(api, key.value));
    const body = { name: 'made', query: { kind: 'HogQLQuery', query: 'select 1' } };
    expect((await session('POST', '/api/projects/1/endpoints', body)).body).toMatchObject({
      created_by: { key_id: key.id, label: 'ada (console)' },
    });
    const made = await session('POST', KEYS, { label: 'made', scopes: ['endpoint:read'] });
    expect(made).toMatchObject({ status: 201, body: { expires_at: null } });
  });

  test.each([
    { stay: false, idleMs: 12 * HOUR_MS, totalMs: 7 * DAY_MS },
    { stay: true, idleMs: 30 * DAY_MS, totalMs: 90 * DAY_MS },
  ])('with stay: $stay ends unused and in all', async ({ stay, idleMs, totalMs }) => {
    const api = await openManageApi();
    const { clock } = api.services;
    const begin = clock.nowMs();
    const key = await makeKey(api);
    const [used, unused] = [await signIn(api, key.value, { stay }), await signIn(api, key.value, { stay })];
    clock.set(begin + idleMs - 1);
    expect(await statusOf(api, used)).toBe(200);
    clock.set(begin + idleMs);
    expect(await statusOf(api, used)).toBe(200);
    expect(await statusOf(api, unused)).toBe(401);
    for (let atMs = begin + idleMs; atMs < begin + totalMs; atMs += idleMs / 2) {
      clock.set(atMs);
      expect(await statusOf(api, used)).toBe(200);
    }
    clock.set(begin + totalMs - 1);
    const { body } = await api.as(used)('GET', CURRENT);
    expect(body).toMatchObject({
      session: { expires_at: new Date(begin + totalMs).toISOString().replace('.000', '') },
    });
    clock.set(begin + totalMs);
    expect(await statusOf(api, used)).toBe(401);
  });

  test('ends with its key, by sign-out, by revoking and by rolling, with an overlap too', async () => {
    const api = await openManageApi();
    const begin = api.services.clock.nowMs();
    const made = await Promise.all([0, 1, 2, 3].map(() => makeKey(api)));
    const ending = await makeKey(api, { expires_at: '2026-01-05T10:00:00Z' });
    const [out, revoked, rolled, kept, end] = await Promise.all(
      [...made, ending].map(({ value }) => signIn(api, value)),
    );
    expect(await api.as(String(out))('DELETE', `${SESSIONS}/@current`)).toMatchObject({ status: 204 });
    await api.root('DELETE', `${KEYS}/${made[1]?.id}`);
    await api.root('POST', `${KEYS}/${made[2]?.id}/roll`, { overlap_seconds: 3600 });
    api.services.clock.set(begin + HOUR_MS - 1);
    const all = [out, revoked, rolled, kept, end].map((token) => statusOf(api, String(token)));
    expect(await Promise.all(all)).toEqual([401, 401, 401, 200, 200]);
    api.services.clock.set(begin + HOUR_MS);
    expect(await statusOf(api, String(end))).toBe(401);
    expect((await api.as(made[2]?.value)('POST', SESSIONS, {})).status).toBe(401);
    expect(await api.root('DELETE', `${SESSIONS}/@current`)).toMatchObject({ status: 404 });
  });

  test('makes no sessions and no codes, and rolls its own key only to its own end', async () => {
    const api = await openManageApi();
    const key = await makeKey(api);
    const session = api.as(await signIn(api, key.value));
    for (const path of [SESSIONS, CODES]) {
      expect(await session('POST', path, {})).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    }
    const rolled = await session('POST', `${KEYS}/${key.id}/roll`, {});
    expect(rolled).toMatchObject({ status: 200 });
    expect((await session('GET', CURRENT)).status).toBe(401);
    expect(await statusOf(api, rolled.body.value)).toBe(200);
  });

  test('a use through another service counts', async () => {
    const api = await openManageApi();
    const begin = api.services.clock.nowMs();
    const token = await signIn(api, (await makeKey(api)).value);
    expect(await statusOf(api, token)).toBe(200);
    const { query } = api.services.database;
    await query
      .updateTable('consoleSessions')
      .set({ lastUsedAtMs: begin + 11 * HOUR_MS })
      .execute();
    api.services.clock.set(begin + 20 * HOUR_MS);
    expect(await statusOf(api, token)).toBe(200);
  });

  test('a warm call makes no statement, and its use is stored once a minute', async () => {
    const api = await openManageApi();
    const begin = api.services.clock.nowMs();
    const token = await signIn(api, (await makeKey(api)).value);
    const { catalog } = api.services.database;
    await statusOf(api, token);
    const revision = catalog.revisionOf(0);
    api.services.clock.set(begin + 60_000);
    expect(await statusOf(api, token)).toBe(200);
    const stored = api.services.database.query.selectFrom('consoleSessions').select('lastUsedAtMs');
    await expect.poll(async () => (await stored.execute())[0]?.lastUsedAtMs).toBe(begin + 60_000);
    expect(catalog.revisionOf(0)).toBe(revision);
  });

  test('there are at most 50 of a key, and the least used ends first', async () => {
    const api = await openManageApi();
    const { clock, database } = api.services;
    const key = await makeKey(api);
    const tokens: string[] = [];
    for (let made = 0; made < MOST_SESSIONS + 2; made += 1) {
      clock.set(clock.nowMs() + 1);
      tokens.push(await signIn(api, key.value));
    }
    const states = await Promise.all(tokens.map((token) => statusOf(api, token)));
    expect(states).toEqual([401, 401, ...tokens.slice(2).map(() => 200)]);
    clock.set(clock.nowMs() + 13 * HOUR_MS);
    await signIn(api, key.value);
    expect(await database.query.selectFrom('consoleSessions').selectAll().execute()).toHaveLength(1);
  });
});

describe('a code', () => {
  test('begins one session, of many calls at once too', async () => {
    const api = await openManageApi();
    const key = await makeKey(api);
    const made = await api.as(key.value)('POST', CODES);
    expect(made).toMatchObject({
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: { code: expect.stringMatching(/^[\w-]{43}$/), expires_at: '2026-01-05T09:10:00Z' },
    });
    const { code } = made.body;
    const rows = await api.services.database.query.selectFrom('consoleCodes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    const calls = Array.from({ length: 100 }, () => api.as(undefined)('POST', SESSIONS, { code }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(99);
    expect(JSON.stringify(api.observations)).not.toContain(code);
  });

  test('is refused in the same words when it was used, is old, unknown, or its key is gone or rolled', async () => {
    const api = await openManageApi();
    const begin = api.services.clock.nowMs();
    const [key, gone, rolled] = [await makeKey(api), await makeKey(api), await makeKey(api)];
    const codeOf = async ({ value }: { value: string }) => (await api.as(value)('POST', CODES)).body.code;
    const [used, old, ofGone, ofRolled] = [
      await codeOf(key),
      await codeOf(key),
      await codeOf(gone),
      await codeOf(rolled),
    ];
    await api.as(undefined)('POST', SESSIONS, { code: used });
    await api.root('DELETE', `${KEYS}/${gone.id}`);
    await api.root('POST', `${KEYS}/${rolled.id}/roll`, { overlap_seconds: 3600 });
    api.services.clock.set(begin + 10 * 60_000);
    const details = new Set<string>();
    for (const code of [used, old, ofGone, ofRolled, newCode(), newSecret('sls_')]) {
      const { status, body } = await api.as(undefined)('POST', SESSIONS, { code });
      expect(status).toBe(401);
      const { request_id: _, ...same } = body as unknown as Record<string, unknown>;
      details.add(JSON.stringify(same));
    }
    expect(details.size).toBe(1);
  });

  test('counts alone, whatever stands in Authorization', async () => {
    const api = await openManageApi();
    const key = await makeKey(api);
    const { code } = (await api.as(key.value)('POST', CODES)).body;
    expect((await api.root('POST', SESSIONS, { code })).body).toMatchObject({ key: { id: key.id } });
    expect((await api.root('POST', SESSIONS, { code })).status).toBe(401);
  });

  test('there are at most 10 of a key', async () => {
    const api = await openManageApi();
    const key = await makeKey(api);
    const codes: string[] = [];
    for (let made = 0; made < MOST_CODES + 1; made += 1) {
      api.services.clock.set(api.services.clock.nowMs() + 1);
      codes.push((await api.as(key.value)('POST', CODES)).body.code);
    }
    const states = await Promise.all(
      codes.map(async (code) => (await api.as(undefined)('POST', SESSIONS, { code })).status),
    );
    expect(states).toEqual([401, ...codes.slice(1).map(() => 201)]);
  });
});

describe('sign-in', () => {
  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['', 403],
    ['same-origin', 201],
    ['none', 201],
  ])('of a page whose Sec-Fetch-Site is "%s": %i', async (site, status) => {
    const api = await openManageApi();
    const headers = { 'sec-fetch-site': site };
    for (const path of [SESSIONS, CODES])
      expect((await api.root('POST', path, {}, headers)).status).toBe(status);
    const token = await signIn(api, api.credentials.root_key);
    const out = await api.as(token)('DELETE', `${SESSIONS}/@current`, undefined, headers);
    expect(out.status).toBe(status === 201 ? 204 : status);
  });

  test('takes JSON alone, and no member that it does not know', async () => {
    const api = await openManageApi();
    const text = { 'content-type': 'text/plain' };
    expect((await api.root('POST', SESSIONS, { code: 'x' }, text)).status).toBe(415);
    expect((await api.root('POST', SESSIONS, { key: 'x' })).status).toBe(400);
    expect((await api.root('POST', SESSIONS, { stay: 'yes' })).status).toBe(400);
    expect((await api.as(undefined)('POST', SESSIONS, {})).status).toBe(401);
  });
});
