import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DiskObjectStore } from '../../src/adapters/objects/disk-object-store.ts';
import { S3ObjectStore } from '../../src/adapters/objects/s3-object-store.ts';
import { startS3, type TestS3 } from '../fixtures/start-s3.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeObjectStore } from './describe-object-store.ts';

function connect(s3: TestS3, accessKeyId = 'S3RVER'): S3ObjectStore {
  return new S3ObjectStore({
    endpoint: s3.endpoint,
    region: 'us-east-1',
    bucket: s3.bucket,
    prefix: 'some/prefix',
    accessKeyId,
    secretAccessKey: 'S3RVER',
    isPathStyle: true,
  });
}

describeObjectStore('DiskObjectStore', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-objects-'));
  return {
    store: new DiskObjectStore(folder),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

describeObjectStore('S3ObjectStore', async () => {
  const s3 = await startS3();
  const store = connect(s3);
  return {
    store,
    close: async () => {
      await store.close();
      await s3.close();
    },
  };
});

test('a folder keeps nothing of writes that a crash cut off, and no empty folders', async () => {
  const folder = temporaryFolder();
  const store = new DiskObjectStore(path.join(folder, 'objects'));
  await store.removePartials();
  mkdirSync(path.join(folder, 'objects', 'p1'), { recursive: true });
  writeFileSync(path.join(folder, 'objects', 'p1', 'a~123'), 'half');
  await store.put('p1/deep/b', Buffer.from('x'));
  expect(await store.list('')).toEqual(['p1/deep/b']);
  await store.removePartials();
  await store.delete('p1/deep/b');
  expect(readdirSync(path.join(folder, 'objects'))).toEqual([]);
});

test('an S3 store says within seconds that the storage is down, and never its keys', async () => {
  const s3 = await startS3();
  const refused = connect(s3, 'ANOTHER');
  await expect(refused.put('a', Buffer.from('x'))).rejects.toThrow('403: InvalidAccessKeyId');
  await refused.close();
  const store = connect(s3);
  await store.put('a', Buffer.from('x'));
  await s3.stop();
  await expect(store.get('a')).rejects.toThrow('GET was not answered.');
  await s3.restart();
  expect(Buffer.from((await store.get('a')) ?? []).toString()).toBe('x');
  await store.close();
  await s3.close();
});
