import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../src/app/read-settings.ts';
import { consoleLine } from '../../src/cli/console-line.ts';
import { newCode } from '../../src/services/access/secret.ts';
import { ENGINE_KIND } from '../fixtures/engine-of-tests.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { signIn } from './operation-calls.ts';

// [CON-2.7], [CON-2.9], [CON-2.10], [CON-3.1].

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ rateLimits: '6000,240,2400,5' });
});
afterAll(() => service.close());

const settingsOf = ({ dataDir }: TestService, flags = {}) =>
  readSettings({ environment: {}, flags: { dataDir, ...flags } });

test('the service tells any key what it is', async () => {
  service.setNow('2026-01-05T09:00:00Z');
  const { status, json } = await service.call('GET', '/api/service');
  expect({ status, json }).toMatchObject({
    status: 200,
    json: {
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      now: '2026-01-05T09:00:00Z',
      engine: { kind: ENGINE_KIND, version: expect.stringMatching(/^\d+\.\d+/) },
      limits: { answer_rows: 50_000, execution_timeout_ms: 10_000, runs_per_minute: 6000 },
      public_url: null,
      test_clock: true,
    },
  });
  expect((await service.call('GET', '/api/service', { key: null })).status).toBe(401);
});

test('a link is printed on a terminal alone, and signs in once', async () => {
  const running = { url: service.url, services: service.services };
  expect(await consoleLine(settingsOf(service), running, false)).toBe('Console: run `sluice console`');
  expect(await consoleLine(settingsOf(service, { console: 'off' }), running, true)).toBeNull();
  const line = await consoleLine(settingsOf(service), running, true);
  const [, base, code] = /^Console: (.+)\/console\/#code=([\w-]{43})$/.exec(line ?? '') ?? [];
  expect(base).toBe(service.url);
  const made = await service.call('POST', '/api/console_sessions', { key: null, body: { code } });
  expect(made).toMatchObject({ status: 201, json: { key: { label: 'root' } } });
  const named = settingsOf(service, { publicUrl: 'https://analytics.example.com/sluice/' });
  expect(await consoleLine(named, running, true)).toMatch(
    /^Console: https:\/\/analytics\.example\.com\/sluice\/console\/#code=/,
  );
});

test('wrong codes and pages of other sites are charged as wrong keys are, and never put off a right key', async () => {
  const wrong = () => service.call('POST', '/api/console_sessions', { key: null, body: { code: newCode() } });
  const foreign = () =>
    service.call('POST', '/api/console_sessions', { headers: { 'sec-fetch-site': 'cross-site' }, body: {} });
  service.setNow('2026-01-05T10:00:00Z');
  const statuses: number[] = [];
  for (const call of [wrong, wrong, wrong, foreign, foreign, wrong, foreign])
    statuses.push((await call()).status);
  expect(statuses).toEqual([401, 401, 401, 403, 403, 429, 429]);
  expect((await service.call('GET', '/api/projects', { key: newCode() })).status).toBe(429);
  await signIn(service, service.rootKey);
});

test('the key of the first start that works no more is not used', async () => {
  const { json: own } = await service.call('GET', '/api/personal_api_keys/@current');
  const other = await startTestService();
  const { json: key } = await other.call('GET', '/api/personal_api_keys/@current');
  await other.call('DELETE', `/api/personal_api_keys/${key.id}`);
  const line = await consoleLine(settingsOf(other), { url: other.url, services: other.services }, true);
  expect(line).toBe('Console: run `sluice console`');
  expect(own.label).toBe('root');
  await other.close();
});

test('without a console there is no sign-in, and no session is let in', async () => {
  const token = await signIn(service, service.rootKey);
  const { dataDir, rootKey } = service;
  await service.close({ keepData: true });
  const without = await startTestService({ dataDir, rootKey, console: 'off' });
  service = without;
  const path = '/api/personal_api_keys/@current';
  expect((await without.call('POST', '/api/console_sessions', { body: {} })).status).toBe(404);
  expect((await without.call('POST', '/api/console_session_codes')).status).toBe(404);
  expect((await without.call('GET', path, { key: token })).status).toBe(401);
  expect((await without.call('GET', path)).status).toBe(200);
});
