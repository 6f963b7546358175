import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { doorOf } from '../fixtures/engine-doors.ts';
import { startTestService, type TestAnswer, type TestService } from '../fixtures/start-service.ts';
import { scaled } from '../fixtures/test-scale.ts';
import { materialize, sourceOf, sql } from '../materialize/snapshot-lab.ts';

// Many callers ask for the same result while the engine is slow, loses the query, or is killed.
// [SPEC-4.4].

const CALLERS = 100;
const SLOW =
  'select count() as n from numbers(30000000) where sipHash64(toString(number)) != {variables.seed}';

let service: TestService;
let engineQueries: string[] = [];
let seed = 0;

beforeAll(async () => {
  service = await startTestService({ maxQueriesPerKey: 8, maxQueriesPerProject: 8 });
  const query = { kind: 'HogQLQuery', query: SLOW };
  const variables = { seed: { type: 'Number' } };
  await service.call('POST', 'endpoints', { body: { name: 'slow', query, variables } });
  countQueries(service.services.engine);
});
afterAll(() => service.close());

/** Notes the run id of every query that reaches the engine. */
function countQueries(engine: Engine): void {
  const query = engine.query.bind(engine);
  engine.query = (asked) => {
    engineQueries.push(asked.runId);
    return query(asked);
  };
}

/** A hundred callers of one key that nobody has asked for before. */
function callTogether(): readonly Promise<TestAnswer>[] {
  engineQueries = [];
  seed += 1;
  const body = { variables: { seed } };
  return Array.from({ length: CALLERS }, () => service.call('POST', 'endpoints/slow/run', { body }));
}

function childOf(engine: Engine): number {
  const processId = doorOf(engine).processId();
  if (processId === undefined) throw new Error('the engine has no child');
  return processId;
}

test('a hundred misses of one key are one engine query', async () => {
  const answers = await Promise.all(callTogether());
  expect(engineQueries).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ json }) => json.execution_id)).size).toBe(1);
  expect(answers.filter(({ headers }) => String(headers['cache-status']).includes('collapsed'))).toHaveLength(
    CALLERS - 1,
  );
});

test('when the engine loses the query of the leader, the followers are answered by one more', async () => {
  const calls = callTogether();
  await expect.poll(() => engineQueries.length).toBe(1);
  expect(await service.services.engine.cancel(engineQueries[0] ?? '')).toBe(true);
  const answers = await Promise.all(calls);
  expect(engineQueries).toHaveLength(2);
  const failed = answers.filter(({ status }) => status !== 200);
  expect(failed.map(({ json }) => json.code)).toEqual(['query_cancelled']);
});

test('when the child is killed, every caller gets an answer or a clear error, and the service recovers', async () => {
  for (let round = 0; round < scaled(1); round += 1) {
    const shared = callTogether();
    const others = ['slow', 'slow'].map((name, at) =>
      service.call('POST', `endpoints/${name}/run?format=${at === 0 ? 'json' : 'csv'}`, {
        body: { variables: { seed: -seed - at } },
      }),
    );
    await expect.poll(() => engineQueries.length).toBeGreaterThan(1);
    process.kill(childOf(service.services.engine), 'SIGKILL');
    for (const { status, json, headers } of await Promise.all([...shared, ...others])) {
      if (status === 200) continue;
      expect({ status, code: json.code }).toEqual({ status: 503, code: 'engine_unavailable' });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    const ask = (): Promise<TestAnswer> =>
      service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query: 'select 1' } } });
    await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200);
    expect(service.services.admission).toMatchObject({ running: 0, waiting: 0 });
  }
});

test('whoever begins to read a snapshot and leaves takes nothing from those who wait for the same', async () => {
  await materialize(service, 'ready', sql('select number from numbers(3)'));
  const { snapshotReader, flights } = service.services;
  const gate = Promise.withResolvers<void>();
  const read = vi.spyOn(snapshotReader, 'read');
  const readSnapshot = snapshotReader.constructor.prototype.read.bind(snapshotReader);
  read.mockImplementation((...asked) => gate.promise.then(() => readSnapshot(...asked)));
  const fly = vi.spyOn(flights, 'run');

  const leader = new AbortController();
  const headers = { authorization: `Bearer ${service.rootKey}` };
  const left = fetch(`${service.url}/api/projects/1/endpoints/ready/run`, { headers, signal: leader.signal });
  left.catch(() => undefined);
  await expect.poll(() => fly.mock.calls.length).toBe(1);
  const follower = service.call('GET', 'endpoints/ready/run');
  await expect.poll(() => fly.mock.calls.length).toBe(2);
  leader.abort();
  await expect(fly.mock.results[0]?.value).rejects.toMatchObject({ code: 'query_cancelled' });
  gate.resolve();
  expect(sourceOf(await follower)).toBe('materialized materialized_current');
  expect(read).toHaveBeenCalledTimes(1);
});
