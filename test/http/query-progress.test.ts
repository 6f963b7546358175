import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { makeKey } from './operation-calls.ts';

// [CON-9.1], [CON-9.2], [CON-9.3].

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const sql = (query: string) => ({ query: { kind: 'HogQLQuery', query } });
/** Runs for seconds: every pair of a hundred thousand numbers. */
const SLOW =
  'select count() from numbers(100000) as a cross join numbers(100000) as b where a.number + b.number = 7';

const progress = (name: string, key?: string) =>
  service.call('GET', `query/${name}`, key === undefined ? {} : { key });

/** The figures of a run that has read something. */
async function whenReading(name: string) {
  await expect.poll(async () => (await progress(name)).json?.rows_read ?? 0).toBeGreaterThan(0);
  return (await progress(name)).json;
}

test('a running query tells what it has read, and nothing when it has ended', async () => {
  const running = service.call('POST', 'query', { body: { ...sql(SLOW), client_query_id: 'slow' } });
  const first = await whenReading('slow');
  expect(Object.keys(first).sort()).toEqual(
    expect.arrayContaining(['bytes_read', 'elapsed_ms', 'rows_read']),
  );
  expect(first.elapsed_ms).toBeGreaterThan(0);
  expect(first.bytes_read).toBeGreaterThanOrEqual(first.rows_read);
  const { headers } = await progress('slow');
  expect(headers['cache-control']).toBe('no-store');
  await service.call('DELETE', 'query/slow');
  expect((await running).json.code).toBe('query_cancelled');
  await expect.poll(async () => (await progress('slow')).status).toBe(404);
});

test('so does a run of an endpoint, and a caller who waits for the computation of another', async () => {
  const body = { name: 'slow-endpoint', ...sql(`${SLOW} -- endpoint`) };
  expect((await service.call('POST', 'endpoints', { body })).status).toBe(201);
  const names = ['leader', 'follower'];
  const runs = names.map((client_query_id) =>
    service.call('POST', 'endpoints/slow-endpoint/run', { body: { client_query_id } }),
  );
  for (const name of names) expect((await whenReading(name)).rows_read).toBeGreaterThan(0);
  for (const name of names) await service.call('DELETE', `query/${name}`);
  expect((await Promise.all(runs)).map(({ status }) => status)).not.toContain(200);
});

test('nobody else sees it: another key, another project, no scope', async () => {
  const running = service.call('POST', 'query', { body: { ...sql(SLOW), client_query_id: 'mine' } });
  await whenReading('mine');
  const other = await makeKey(service, { scopes: ['query:read'] });
  expect(await progress('mine', other.value)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  const writer = await makeKey(service, { scopes: ['event:write'] });
  expect((await progress('mine', writer.value)).status).toBe(403);
  const bound = await makeKey(service, {
    scopes: ['*'],
    projects: [(await service.addProject('Other')).projectId],
  });
  expect((await progress('mine', bound.value)).status).toBe(403);
  await service.call('DELETE', 'query/mine');
  await running;
});

test('the engine is asked four times a second at most, whoever asks', async () => {
  const running = service.call('POST', 'query', { body: { ...sql(SLOW), client_query_id: 'asked' } });
  await whenReading('asked');
  const answers = await Promise.all(Array.from({ length: 50 }, () => progress('asked')));
  expect(new Set(answers.map(({ json }) => json.rows_read)).size).toBeLessThanOrEqual(2);
  await service.call('DELETE', 'query/asked');
  await running;
});
