import { afterAll, beforeAll, expect, test } from 'vitest';
import { RandomSource } from '../fixtures/random-source.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { makeKey } from './operation-calls.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    maxStreams: 2,
    queueTimeoutMs: 3_000,
    streamTimeoutMs: 3_000,
    // The client of Node connects again after a call that it broke off, and lets that connection wait.
    drainTimeoutMs: 100,
  });
  const query = "select repeat('a', 1000) as a from numbers(1000000)";
  await service.call('POST', 'endpoints', {
    body: { name: 'large', query: { kind: 'HogQLQuery', query }, limits: { max_rows: 1_000_000 } },
  });
  await service.call('POST', 'endpoints', {
    body: { name: 'small', query: { kind: 'HogQLQuery', query: 'select number from numbers(10)' } },
  });
});
afterAll(() => service.close());

function run(name: string, format: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${service.url}/api/projects/1/endpoints/${name}/run?format=${format}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.rootKey}`, 'accept-encoding': 'identity' },
    signal: signal ?? null,
  });
}

async function expectAllPlacesFree(): Promise<void> {
  const { admission } = service.services;
  const counts = () => [admission.running, admission.waiting];
  await expect.poll(counts, { timeout: 15_000 }).toEqual([0, 0]);
}

test('slow readers take the places of their key and no more: those beyond are told to come again', async () => {
  const answers = await Promise.all(Array.from({ length: 3 }, () => run('large', 'csv')));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 429, 429]);
  for (const answer of answers.filter(({ status }) => status === 429)) {
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ code: 'throttled' });
  }
  await expectAllPlacesFree();
});

test('a stream begins in the time limit of its endpoint, and streams of another project go on beside it', async () => {
  const endless =
    'select count() from numbers(1000000000) as a cross join numbers(1000) as b where a.number < b.number';
  await service.call('POST', 'endpoints', {
    body: { name: 'endless', query: { kind: 'HogQLQuery', query: endless }, limits: { timeout_seconds: 1 } },
  });
  const other = await service.addProject('other');
  const query = { kind: 'HogQLQuery', query: 'select 1 as a' };
  await other.call('POST', 'endpoints', { body: { name: 'one', query } });
  const streams = [run('endless', 'csv'), run('endless', 'ndjson')];
  await expect.poll(() => service.services.admission.lanes.stream.running).toBe(1);
  const { value: key } = await makeKey(service, { scopes: ['endpoint:read'], projects: [other.projectId] });
  const { status, text } = await other.call('POST', 'endpoints/one/run?format=csv', { key });
  expect([status, text]).toEqual([200, '"a"\r\n1\r\n']);
  const codes = await Promise.all(
    streams.map(async (stream) => JSON.parse(await (await stream).text()).code),
  );
  expect(codes[0]).toBe('query_timeout');
  await expectAllPlacesFree();
});

type Reader = (name: string, format: string, leave: AbortSignal) => Promise<string>;

/** Each tells how its call ended. */
const READERS: readonly [Reader, ...Reader[]] = [
  async function reads(name, format) {
    const answer = await run(name, format);
    await answer.arrayBuffer();
    return `answered ${answer.status}`;
  },
  async function leavesAtAnyMoment(name, format, leave) {
    const answer = await run(name, format, leave);
    await answer.arrayBuffer();
    return `answered ${answer.status}`;
  },
  async function leavesAfterTheFirstBytes(name, format) {
    const answer = await run(name, format);
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    return `answered ${answer.status}`;
  },
  async function stopsReading(name, format) {
    const answer = await run(name, format);
    const reader = answer.body?.getReader();
    reader?.closed.catch(() => undefined);
    await reader?.read();
    return `answered ${answer.status}`;
  },
];

test('however streams end, their places are free again', async () => {
  const random = new RandomSource(20_261_121);
  const ends = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const reader = random.pick(READERS);
      const name = random.pick(['large', 'small']);
      const format = random.pick(['csv', 'ndjson', 'arrow', 'parquet']);
      const leave = AbortSignal.timeout(random.below(3_000));
      return await reader(name, format, leave).catch(() => 'broken off');
    }),
  );
  // Some of the large files take longer than the three seconds of this service.
  expect(ends.filter((end) => !/^(answered (200|400|429)|broken off)$/.test(end))).toEqual([]);
  expect(new Set(ends).size).toBeGreaterThanOrEqual(3);
  await expectAllPlacesFree();
  const after = await run('small', 'csv');
  expect((await after.text()).split('\r\n')).toHaveLength(12);
});
