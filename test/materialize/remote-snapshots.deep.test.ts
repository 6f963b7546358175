import { afterAll, beforeAll, expect, test } from 'vitest';
import { startS3, type TestS3 } from '../fixtures/start-s3.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { build, expectSameAnswer, materialize, run, sourceOf, sql } from './snapshot-lab.ts';

let s3: TestS3;
let service: TestService;
beforeAll(async () => {
  s3 = await startS3();
  service = await startTestService(s3.settings);
});
afterAll(async () => {
  await service.close();
  await s3.close();
});

const NUMBERS = sql('select number as n, toString(number) as t from numbers(200000) order by n');

test('snapshots in S3 answer whole, by page and as files', async () => {
  await materialize(service, 'remote', NUMBERS);
  await expectSameAnswer(service, 'remote');
  await expectSameAnswer(service, 'remote', { limit: 3, offset: 150_000 });
  const limit = 'limit=5&offset=199998';
  const stored = await service.call('GET', `endpoints/remote/run?format=csv&${limit}`);
  expect(stored.text).toBe('"n","t"\r\n199998,"199998"\r\n199999,"199999"\r\n');
});

test('a storage that is down: from memory or by execution, without waiting each time, and nothing is rebuilt', async () => {
  await materialize(service, 'down', NUMBERS);
  expect(sourceOf(await run(service, 'down'))).toBe('materialized materialized_current');
  await s3.stop();
  expect(sourceOf(await run(service, 'down'))).toBe('materialized materialized_current');
  // A process that has nothing in memory and no copies.
  await service.close({ keepData: true });
  const { dataDir, rootKey } = service;
  service = await startTestService({ ...s3.settings, dataDir, rootKey });
  const first = await run(service, 'down', { limit: 2, offset: 7 });
  expect(first.json).toMatchObject({
    results: [
      [7, '7'],
      [8, '8'],
    ],
    served_from: 'direct',
    served_reason: 'materialized_failed_read',
  });
  const startedMs = performance.now();
  for (const offset of [8, 9, 10]) {
    const answer = await run(service, 'down', { limit: 2, offset });
    expect(sourceOf(answer)).toBe('direct materialized_failed_read');
  }
  // As long as one wait for a storage that does not answer at all.
  expect(performance.now() - startedMs).toBeLessThan(3_000);
  const { json } = await service.call('GET', 'endpoints/down/materializations/');
  expect(json.results.map(({ cause }: { cause: string }) => cause)).toEqual(['change']);
});

test('builds fail while it is down, and are served again when it is back', async () => {
  const failed = await service.call('POST', 'endpoints/down/materialize?wait=true');
  expect(failed.json).toMatchObject({ state: 'Failed' });
  expect(failed.json.error).toContain('storage');
  await s3.restart();
  // The storage is left alone for some seconds after it was down.
  const source = async () => sourceOf(await run(service, 'down', { limit: 2, offset: 11, refresh: 'force' }));
  await expect.poll(source, { timeout: 20_000 }).toBe('materialized materialized_current');
  await build(service, 'down');
  await expectSameAnswer(service, 'down');
});
