import { afterAll, beforeAll, expect, test } from 'vitest';
import { RandomSource } from '../fixtures/random-source.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    maxQueries: 2,
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

test('slow readers take the places of the service and no more: those beyond are told to come again', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => run('large', 'csv')));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 503, 503]);
  for (const answer of answers.filter(({ status }) => status === 503)) {
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ code: 'query_capacity' });
  }
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
  expect(ends.filter((end) => !/^(answered (200|503)|broken off)$/.test(end))).toEqual([]);
  expect(new Set(ends).size).toBe(3);
  await expectAllPlacesFree();
  const after = await run('small', 'csv');
  expect((await after.text()).split('\r\n')).toHaveLength(12);
});
