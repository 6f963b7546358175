import path from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../fixtures/run-command.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// [SPEC-11.1]. An import takes 100,000 lines at once; the moment lies between two such chunks.
const LINES = 250_000;
const LATE = { timeout: 120_000, interval: 5 };

test('a backup that is taken in the middle of an import goes on with it where it is restored', async () => {
  const folder = temporaryFolder();
  const [backup, restored] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
  const service = await startTestService();
  const sent = await service.call('POST', 'imports?format=posthog&file_name=x.jsonl', {
    body: Array.from({ length: LINES }, (_, n) => lineOf(n)).join('\n'),
  });
  const importOf = async (of: TestService) => (await of.call('GET', `imports/${sent.json.id}`)).json;
  await expect.poll(async () => (await importOf(service)).read, LATE).toBeGreaterThan(0);
  const gate = Promise.withResolvers<void>();
  const held = service.services.importLane.run({ group: '1', member: '1' }, {}, () => gate.promise);
  const { url, rootKey } = service;
  const made = await runCommand(['backup', backup, '--url', url, '--key', rootKey]);
  expect(made.exitCode, made.stderr).toBe(0);
  expect((await importOf(service)).state).toBe('running');
  gate.resolve();
  await held;
  await service.close();
  expect((await runCommand(['restore', backup, '--data-dir', restored])).exitCode).toBe(0);
  const again = await startTestService({ dataDir: restored, rootKey });
  await expect.poll(async () => (await importOf(again)).state, LATE).not.toBe('running');
  expect(await importOf(again)).toMatchObject({ state: 'completed', inserted: LINES, duplicate: 0 });
  const query = { kind: 'HogQLQuery', query: 'select count(), uniqExact(uuid) from events' };
  const { json } = await again.call('POST', 'query', { body: { query } });
  expect(json.results).toEqual([[LINES, LINES]]);
  await again.close();
});

function lineOf(n: number): string {
  const uuid = `018f6f5e-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const event = { uuid, event: 'e', distinct_id: `u${n % 99}`, timestamp: '2026-01-01T00:00:00Z' };
  return JSON.stringify({ ...event, properties: {} });
}
