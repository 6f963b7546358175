import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findEndpoint } from '../../src/adapters/store/endpoint-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { claimBuild } from '../../src/services/materialize/claim-build.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

const PATIENCE = { timeout: 30_000, interval: 20 };
const HOUR_MS = 3_600_000;

const buildsOf = async (service: TestService) =>
  (await service.call('GET', 'endpoints/x/materializations/')).json.results;

test('a build that a killed process held is made at the next start, not after its lease', async () => {
  const first = await startTestService();
  onTestFinished(() => first.close());
  const query = { kind: 'HogQLQuery', query: "select 'built'" };
  await first.call('POST', 'endpoints/', { body: { name: 'x', query, is_materialized: true } });
  await vi.waitFor(
    async () => expect(await buildsOf(first)).toMatchObject([{ state: 'Completed' }]),
    PATIENCE,
  );
  const { dataDir, rootKey, services } = first;
  await first.close({ keepData: true });
  await abandonBuild(dataDir, services.clock.nowMs() + 48 * HOUR_MS);

  const second = await startTestService({ dataDir, rootKey });
  onTestFinished(() => second.close());
  const startedMs = services.clock.nowMs();
  await vi.waitFor(async () => expect((await buildsOf(second))[0].state).toBe('Failed'), PATIENCE);
  const [given] = await buildsOf(second);
  expect(given.error).toBe('The process that built it ended.');
  // The lease of a build is 15 s.
  expect(Date.parse(given.ended_at) - startedMs).toBeLessThan(15_000);
  await second.call('POST', 'endpoints/x/materialize/?wait=true');
  const { json } = await second.call('POST', 'endpoints/x/run', { body: {} });
  expect(json).toMatchObject({ served_from: 'materialized', results: [['built']] });
});

/** Leaves a store as a process does that is killed while it builds. */
async function abandonBuild(dataDir: string, nowMs: number): Promise<void> {
  const database = await openSqliteDatabase(path.join(dataDir, 'store.sqlite'));
  const endpoint = await findEndpoint(database.query, 1, 'x');
  const terms = { owner: 'killed', nowMs, leaseMs: HOUR_MS };
  const key = { projectId: 1, endpointId: endpoint?.id ?? '' };
  expect(await claimBuild(database, key, terms)).toBeDefined();
  await database.close();
}
