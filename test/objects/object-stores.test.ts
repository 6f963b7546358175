import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DiskObjectStore } from '../../src/adapters/objects/disk-object-store.ts';
import { ObjectsUnavailableError } from '../../src/adapters/objects/object-store.ts';
import { S3ObjectStore } from '../../src/adapters/objects/s3-object-store.ts';
import { SnapshotFiles } from '../../src/services/materialize/snapshot-files.ts';
import { startS3, type TestS3 } from '../fixtures/start-s3.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeObjectStore } from './describe-object-store.ts';

function connect(s3: Pick<TestS3, 'endpoint' | 'bucket'>, accessKeyId = 'S3RVER'): S3ObjectStore {
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

test('a folder that cannot be written or read is a storage that is down, and a broken body is not', async () => {
  const folder = temporaryFolder();
  const store = new DiskObjectStore(folder);
  writeFileSync(path.join(folder, 'p1'), 'a file where a folder should be');
  await expect(store.put('p1/a', Buffer.from('x'))).rejects.toThrow(ObjectsUnavailableError);
  await expect(store.stat('p1/a')).rejects.toThrow('The folder of objects refuses to work: ENOTDIR.');
  expect(store.peek('p1/a')).toBeUndefined();
  mkdirSync(path.join(folder, 'p2', 'a', 'inside'), { recursive: true });
  await expect(store.put('p2/a', Buffer.from('x'))).rejects.toThrow('refuses to work: EISDIR.');
  expect(readdirSync(path.join(folder, 'p2'))).toEqual(['a']);
  const broken = async function* () {
    yield Buffer.from('half');
    throw Object.assign(new Error('the engine is away'), { code: 'ECONNRESET' });
  };
  await expect(store.putStream('b', broken())).rejects.toThrow('the engine is away');
});

test('an answer of S3 that breaks off is a storage that is down, not another object', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': 10, etag: '"e"' });
    response.write('half', () => response.destroy());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const store = connect({ endpoint: `http://127.0.0.1:${port}`, bucket: 'b' });
  await expect(store.get('a')).rejects.toThrow(ObjectsUnavailableError);
  const files = new SnapshotFiles(store, { folder: temporaryFolder(), maxBytes: 100 });
  const written = { bytes: 10, sha256: '0'.repeat(64) };
  await expect(files.use('a', written, async () => 1)).rejects.toThrow(ObjectsUnavailableError);
  await store.close();
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
