import { cpSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bringCanaries, CANARIES } from '../fixtures/bring-canaries.ts';
import { startTestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeForgottenPerson } from './describe-forgotten-person.ts';
import { FOLDERS, holders, kindOf } from './held-texts.ts';

// Bytes in files of the data folder and the bucket, whatever the file is for. [CAP-9.5], [CAP-9.6].

describeForgottenPerson('the data folder');

/** What a crash leaves besides the engine's own files. */
const FILES = ['store.sqlite', 'store.sqlite-wal', 'spool', 'imports'];

test('what a crash after a deletion leaves of the person goes with the next start', async () => {
  const service = await startTestService();
  let { close } = service;
  onTestFinished(() => close());
  const { dataDir, rootKey } = service;
  const texts = await bringCanaries(service);
  const { spool } = service.services;
  vi.spyOn(spool, 'closeSegment').mockRejectedValue(new Error('the process has died'));
  expect((await service.call('DELETE', 'persons/canary-anon-id')).status).toBe(204);
  const crashed = temporaryFolder();
  for (const name of FILES) cpSync(path.join(dataDir, name), path.join(crashed, name), { recursive: true });
  const left = holders(crashed, texts).map((file) => kindOf(file).replace(/-wal$/, ''));
  expect(new Set(left)).toEqual(new Set(FOLDERS.filter((name) => name !== 'store.sqlite-wal')));

  await service.close({ keepData: true });
  cpSync(crashed, dataDir, { recursive: true });
  const again = await startTestService({ dataDir, rootKey });
  close = again.close;
  expect(holders(dataDir, texts).filter((file) => FILES.includes(kindOf(file)))).toEqual([]);
});

/** A service with an event whose text the spool holds, and how to look there and to delete it. */
async function spoolCanary() {
  const service = await startTestService();
  const { dataDir } = service;
  await service.capture([{ event: 'see', distinct_id: 'somebody', properties: { said: 'canary-of-event' } }]);
  const left = () => holders(path.join(dataDir, 'spool'), CANARIES);
  expect(left()).not.toEqual([]);
  const remove = async (): Promise<void> => {
    const deleted = await service.call('POST', 'events/delete/', { body: { event: 'see', wait: true } });
    expect(deleted.json, deleted.text).toMatchObject({ state: 'completed', deleted: 1 });
  };
  return { service, left, remove };
}

test('deleted events leave the spool at once', async () => {
  const { service, left, remove } = await spoolCanary();
  onTestFinished(() => service.close());
  await remove();
  expect(left()).toEqual([]);
});

test('deleted events leave a spool that cannot be closed at first', async () => {
  const { service, left, remove } = await spoolCanary();
  onTestFinished(() => service.close());
  vi.spyOn(service.services.spool, 'closeSegment').mockRejectedValueOnce(new Error('the disk is full'));
  await remove();
  expect(left()).toEqual([]);
});

test('what a crash leaves of deleted events in the spool goes with the next start', async () => {
  const { service, left, remove } = await spoolCanary();
  let { close } = service;
  onTestFinished(() => close());
  const { dataDir, rootKey } = service;
  const crashed = temporaryFolder();
  const { spool } = service.services;
  const closeSegment = spool.closeSegment.bind(spool);
  vi.spyOn(spool, 'closeSegment').mockImplementationOnce(async () => {
    for (const name of FILES) cpSync(path.join(dataDir, name), path.join(crashed, name), { recursive: true });
    await closeSegment();
  });
  await remove();
  await service.close({ keepData: true });
  cpSync(crashed, dataDir, { recursive: true });
  expect(left()).not.toEqual([]);
  const again = await startTestService({ dataDir, rootKey });
  close = again.close;
  expect(left()).toEqual([]);
});
