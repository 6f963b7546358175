import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DiskObjectStore } from '../../src/adapters/objects/disk-object-store.ts';
import { type ObjectStore, ObjectsUnavailableError } from '../../src/adapters/objects/object-store.ts';
import { SnapshotFiles } from '../../src/services/materialize/snapshot-files.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// [ENG-12.1].

const TEN = Buffer.from('0123456789');
const factsOf = (bytes: Buffer) => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
const read = async (file: string): Promise<string> => readFileSync(file, 'utf8');

/** A store whose objects are not files of this machine, and copies of at most `maxBytes`. */
function openRemote(maxBytes: number) {
  const folder = temporaryFolder();
  const disk = new DiskObjectStore(path.join(folder, 'objects'));
  const objects: ObjectStore = Object.assign(disk, { fileOf: () => null });
  const copies = path.join(folder, 'copies');
  const files = new SnapshotFiles(objects, { folder: copies, maxBytes });
  const put = async (key: string, bytes: Buffer = TEN) => objects.put(key, bytes);
  return { objects, files, put, copies, count: () => (existsSync(copies) ? readdirSync(copies).length : 0) };
}

describe('files of remote objects', () => {
  test('are copied once, and again when the object was written anew or the copy is gone', async () => {
    const { files, put, count, copies } = openRemote(1000);
    await put('a');
    const first = await files.use('a', factsOf(TEN), async (file) => file);
    expect(await files.use('a', factsOf(TEN), async (file) => file)).toBe(first);
    rmSync(first);
    const second = await files.use('a', factsOf(TEN), async (file) => file);
    expect(second).not.toBe(first);
    const other = Buffer.from('another text');
    await put('a', other);
    expect(await files.use('a', factsOf(other), read)).toBe('another text');
    expect(count()).toBe(1);
    await files.clear();
    expect(existsSync(copies)).toBe(false);
    expect(await files.use('a', factsOf(other), read)).toBe('another text');
  });

  test('ten readers at once share a copy', async () => {
    const { files, put, count } = openRemote(1000);
    await put('a');
    const texts = await Promise.all(Array.from({ length: 10 }, () => files.use('a', factsOf(TEN), read)));
    expect(new Set(texts)).toEqual(new Set([TEN.toString()]));
    expect(count()).toBe(1);
  });

  test('the least recently used go when the folder is full, but none that is read', async () => {
    const { files, put, count } = openRemote(25);
    for (const key of ['a', 'b', 'c', 'd']) await put(key);
    const use = (key: string) => files.use(key, factsOf(TEN), async (file) => file);
    const [a, b] = [await use('a'), await use('b')];
    await use('a');
    const c = await use('c');
    expect([existsSync(a), existsSync(b), existsSync(c)]).toEqual([true, false, true]);
    await files.use('a', factsOf(TEN), async (file) => {
      await use('d');
      await use('b');
      expect(await read(file)).toBe(TEN.toString());
    });
    expect(count()).toBe(2);
  });

  // [CAP-9.6]
  test('copies of snapshots that are gone go, but none that is read', async () => {
    const { files, put, count } = openRemote(1000);
    const keyOf = (build: string) => `snapshots/1/e/${build}/rows.parquet`;
    for (const build of ['stored', 'gone', 'read']) await put(keyOf(build));
    const use = (build: string, work: (file: string) => Promise<unknown>) =>
      files.use(keyOf(build), factsOf(TEN), work);
    for (const build of ['stored', 'gone']) await use(build, read);
    const asked: (readonly string[])[] = [];
    await use('read', async (file) => {
      await files.removeGone(async (prefixes) => {
        asked.push(prefixes);
        return new Set(['snapshots/1/e/stored']);
      });
      expect(await read(file)).toBe(TEN.toString());
    });
    expect(asked).toEqual([['snapshots/1/e/stored', 'snapshots/1/e/gone', 'snapshots/1/e/read']]);
    expect(count()).toBe(2);
    expect(await use('gone', read)).toBe(TEN.toString());
  });

  test('a folder of copies that cannot be written is a storage that is down', async () => {
    const { files, put, copies } = openRemote(1000);
    await put('a');
    writeFileSync(copies, 'a file where the folder should be');
    await expect(files.use('a', factsOf(TEN), read)).rejects.toThrow(ObjectsUnavailableError);
    rmSync(copies);
    expect(await files.use('a', factsOf(TEN), read)).toBe(TEN.toString());
  });

  test.each<[string, Buffer | null, RegExp]>([
    ['missing', null, /is missing/],
    ['cut off', TEN.subarray(0, 9), /has 9 bytes and not 10/],
    ['changed', Buffer.from('0123456780'), /another checksum/],
  ])('%s objects are told', async (_, bytes, message) => {
    const { files, put, count } = openRemote(1000);
    if (bytes !== null) await put('p/rows.parquet', bytes);
    await expect(files.use('p/rows.parquet', factsOf(TEN), read)).rejects.toThrow(message);
    await put('p/rows.parquet');
    expect(await files.use('p/rows.parquet', factsOf(TEN), read)).toBe(TEN.toString());
    expect(count()).toBe(1);
  });
});

test('objects that are files are read where they lie, and checked again when they change', async () => {
  const folder = temporaryFolder();
  const objects = new DiskObjectStore(folder);
  const files = new SnapshotFiles(objects, { folder: path.join(folder, 'copies'), maxBytes: 0 });
  await objects.put('a', TEN);
  expect(await files.use('a', factsOf(TEN), async (file) => file)).toBe(path.join(folder, 'a'));
  await objects.put('a', Buffer.from('9876543210'));
  await expect(files.use('a', factsOf(TEN), read)).rejects.toThrow('another checksum');
});
