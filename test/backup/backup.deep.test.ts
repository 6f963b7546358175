import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../fixtures/run-command.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { answersOf, backUp, LATE, newEvents, storeQuestions } from './backup-world.ts';

// [SPEC-11.1] to [SPEC-11.5]. What `backup.test.ts` leaves out, because it starts more services.

test('a file that waits to be imported is imported from the restored folder, and its rejected rows are there', async () => {
  const folder = temporaryFolder();
  const [backup, restored] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
  const service = await startTestService();
  const gate = Promise.withResolvers<void>();
  const before = service.services.importLane.run({ group: '1', member: '1' }, {}, () => gate.promise);
  const line = JSON.stringify({ event: 'e', distinct_id: 'a', timestamp: '2026-01-01T00:00:00Z' });
  const body = `${line}\nno event\n`;
  const headers = { 'content-type': 'application/octet-stream' };
  const sent = await service.call('POST', 'imports', { body, headers });
  expect([sent.status, sent.json.state]).toEqual([202, 'running']);
  expect((await backUp(service, backup)).exitCode).toBe(0);
  // The folder that the backup was taken from goes on being another service's.
  gate.resolve();
  await before;
  const importOf = async (of: TestService) => (await of.call('GET', `imports/${sent.json.id}`)).json;
  await expect.poll(async () => (await importOf(service)).state, LATE).toBe('completed');

  expect((await runCommandHere(['restore', backup, '--data-dir', restored])).exitCode).toBe(0);
  const again = await startTestService({ dataDir: restored, rootKey: service.rootKey });
  await expect.poll(async () => (await importOf(again)).state, LATE).not.toBe('running');
  expect(await importOf(again)).toMatchObject({ error: null, inserted: 1, rejected: 1 });
  await service.close();
  const rejected = await again.call('GET', `imports/${sent.json.id}/rejected`);
  expect([rejected.status, rejected.text]).toEqual([200, expect.stringContaining('no event')]);
  await again.close();
});

test('a stopped folder is backed up as it lies there', async () => {
  const folder = temporaryFolder();
  const [backup, restored] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
  const service = await startTestService();
  await service.capture(newEvents(60));
  await storeQuestions(service);
  const before = await answersOf(service);
  await service.close({ keepData: true });
  const made = await runCommand(['backup', backup, '--data-dir', service.dataDir]);
  expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('files') });
  rmSync(service.dataDir, { recursive: true });
  expect((await runCommandHere(['restore', backup, '--data-dir', restored])).exitCode).toBe(0);
  const again = await startTestService({ dataDir: restored, rootKey: service.rootKey });
  expect(await answersOf(again)).toEqual(before);
  await again.close();
});
