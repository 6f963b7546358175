import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '../../src/services/access/secret.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { scaled } from '../fixtures/test-scale.ts';

// Two processes on one PostgreSQL database: what one changes, the other must not serve from memory.
// [ENG-11.3], [ENG-11.7], [SPEC-2.0.8], [SPEC-7.3].

/** [SPEC-7] for keys; `Database.catalog` promises the same for everything else. */
const BOUND_MS = 2000;

let postgres: TestPostgres;
let one: ServiceProcess;
let other: ServiceProcess;
beforeAll(async () => {
  postgres = await startPostgres();
  const settings = {
    SLUICE_DATABASE_URL: await postgres.newDatabase(),
    SLUICE_ROOT_KEY: newSecret('slp_'),
    // None of these tests asks for events, which the two engines do not share.
    SLUICE_TEST_SEPARATE_ENGINES: 'on',
    SLUICE_TEST_CLOCK: 'on',
  };
  // Both find an empty database.
  [one, other] = await Promise.all([startServiceProcess(settings), startServiceProcess(settings)]);
});
afterAll(async () => {
  await Promise.all([one?.close(), other?.close()]);
  await postgres.close();
});

/** Milliseconds until `ask` is true. Asks without a pause, so that what is kept in memory stays warm. */
async function timeUntil(ask: () => Promise<boolean>): Promise<number> {
  const startedMs = performance.now();
  while (!(await ask())) expect(performance.now() - startedMs).toBeLessThan(3 * BOUND_MS);
  return performance.now() - startedMs;
}

test('a first start of both at once makes one project and one root key', async () => {
  const projects = await one.call('GET', '/api/projects');
  expect(projects.json.results.map(({ id }: { id: number }) => id)).toEqual([1]);
  const keys = await other.call('GET', '/api/personal_api_keys');
  expect(keys.json.results.map(({ label }: { label: string }) => label)).toEqual(['root']);
});

test('a key revoked through one is refused by the other within 2 s, warm as it is', async () => {
  for (let round = 0; round < scaled(20); round += 1) {
    const body = { label: 'short', scopes: ['endpoint:read'], projects: [1] };
    const { json: key } = await one.call('POST', '/api/personal_api_keys', { body });
    const list = () => other.call('GET', 'endpoints', { key: key.value });
    expect((await list()).status).toBe(200);
    expect((await one.call('DELETE', `/api/personal_api_keys/${key.id}`)).status).toBe(204);
    expect(await timeUntil(async () => (await list()).status === 401)).toBeLessThan(BOUND_MS);
  }
});

const answering = (answer: number) => ({ query: { kind: 'HogQLQuery', query: `select ${answer}` } });

test('an endpoint changed through one is served changed by the other within 2 s', async () => {
  await one.call('POST', 'endpoints', { body: { name: 'number', ...answering(0) } });
  const run = async (through: ServiceProcess) => (await through.call('POST', 'endpoints/number/run')).json;
  await timeUntil(async () => (await run(other)).results?.[0][0] === 0);
  for (let answer = 1; answer <= scaled(100); answer += 1) {
    const [writer, reader] = answer % 2 === 0 ? [one, other] : [other, one];
    expect((await run(reader)).results).toEqual([[answer - 1]]);
    expect((await writer.call('PATCH', 'endpoints/number', { body: answering(answer) })).status).toBe(200);
    expect((await run(writer)).results).toEqual([[answer]]);
    expect(await timeUntil(async () => (await run(reader)).results[0][0] === answer)).toBeLessThan(BOUND_MS);
    const after = await run(reader);
    expect([after.results[0][0], after.endpoint_version]).toEqual([answer, answer + 1]);
  }
});

test('a setting, a deactivation and a deletion act in the other within 2 s', async () => {
  await one.call('POST', 'endpoints', { body: { name: 'zone', ...answering(7) } });
  const status = async () => (await other.call('POST', 'endpoints/zone/run')).status;
  const zone = async () => (await other.call('POST', 'endpoints/zone/run')).json.timezone;
  await timeUntil(async () => (await status()) === 200);
  await one.call('PATCH', '/api/projects/1', { body: { timezone: 'Asia/Tokyo' } });
  expect(await timeUntil(async () => (await zone()) === 'Asia/Tokyo')).toBeLessThan(BOUND_MS);
  await one.call('PATCH', 'endpoints/zone', { body: { is_active: false } });
  expect(await timeUntil(async () => (await status()) === 404)).toBeLessThan(BOUND_MS);
  await one.call('PATCH', 'endpoints/zone', { body: { is_active: true } });
  expect(await timeUntil(async () => (await status()) === 200)).toBeLessThan(BOUND_MS);
  await one.call('DELETE', 'endpoints/zone');
  expect(await timeUntil(async () => (await status()) === 404)).toBeLessThan(BOUND_MS);
});

test('200 changes of one endpoint through both processes: no number twice, none lost', async () => {
  await one.call('POST', 'endpoints', { body: { name: 'busy', ...answering(0) } });
  await timeUntil(async () => (await other.call('GET', 'endpoints/busy')).status === 200);
  // Those that wait too long for a connection are told to try again, and nothing of them is stored.
  const change = async (through: ServiceProcess, answer: number): ReturnType<ServiceProcess['call']> => {
    const told = await through.call('PATCH', 'endpoints/busy', { body: answering(answer) });
    return told.status === 503 ? change(through, answer) : told;
  };
  const changes = Array.from({ length: 200 }, (_, index) => change(index % 2 === 0 ? one : other, index + 1));
  const answers = await Promise.all(changes);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ json }) => json.current_version)).size).toBe(200);
  const { json } = await one.call('GET', 'endpoints/busy/versions?limit=300');
  const numbers = json.results.map(({ version }: { version: number }) => version);
  expect(numbers).toEqual(Array.from({ length: 201 }, (_, index) => 201 - index));
});

/** Runs for many seconds: every pair of a hundred thousand numbers. */
const SLOW =
  'select count() from numbers(100000) as a cross join numbers(100000) as b where a.number + b.number = 7';

test('a run is cancelled through the other within 2 s, and 404 comes when no service has it', async () => {
  for (let round = 0; round < scaled(5); round += 1) {
    const name = `slow ${round} "'`;
    const body = { query: { kind: 'HogQLQuery', query: SLOW }, client_query_id: name };
    const running = one.call('POST', 'query', { body });
    let cancelled = 404;
    const tookMs = await timeUntil(async () => {
      cancelled = (await other.call('DELETE', `query/${encodeURIComponent(name)}`)).status;
      return cancelled === 204;
    });
    expect(tookMs).toBeLessThan(3 * BOUND_MS);
    const endedMs = await timeUntil(async () => (await running).status === 400);
    expect(endedMs).toBeLessThan(BOUND_MS);
    expect((await running).json).toMatchObject({ code: 'query_cancelled' });
  }
  expect((await other.call('DELETE', 'query/nobody')).status).toBe(404);
});

test('the test clock of one is that of the other', async () => {
  const now = '2031-02-03T04:05:06Z';
  await one.call('POST', '/_test/clock', { body: { now } });
  const query = { kind: 'HogQLQuery', query: 'select toString(now())' };
  const told = async () => String((await other.call('POST', 'query', { body: { query } })).json.results);
  await timeUntil(async () => (await told()).startsWith('2031-02-03'));
  await other.call('POST', '/_test/clock', { body: { now: null } });
  await timeUntil(async () => !(await told()).startsWith('2031-02-03'));
});

test('services whose engines hold other events build nothing for each other', async () => {
  const body = { name: 'built', ...answering(1), is_materialized: true };
  expect((await one.call('POST', 'endpoints', { body })).status).toBe(201);
  // Without the rule it would be built within a second.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  for (const service of [one, other]) {
    const { json } = await service.call('POST', 'endpoints/built/run');
    expect(json).toMatchObject({ results: [[1]], served_reason: 'materialized_not_built' });
  }
});
