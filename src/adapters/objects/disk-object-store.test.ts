import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiskObjectStore } from './disk-object-store.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sluice-objects-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('DiskObjectStore', () => {
  test('gives back what was put, replaces it and deletes it', async () => {
    const store = new DiskObjectStore(path.join(folder, 'objects'));
    await store.put('p1/a.parquet', Buffer.from('one'));
    await store.put('p1/a.parquet', Buffer.from('two'));
    expect(Buffer.from((await store.get('p1/a.parquet')) ?? []).toString()).toBe('two');
    await store.delete('p1/a.parquet');
    await store.delete('p1/a.parquet');
    expect(await store.get('p1/a.parquet')).toBeUndefined();
  });

  test('lists keys below a prefix and no half-written file', async () => {
    const store = new DiskObjectStore(folder);
    expect(await new DiskObjectStore(path.join(folder, 'absent')).list('')).toEqual([]);
    await store.put('p1/a', Buffer.from('x'));
    await store.put('p1/deep/b', Buffer.from('x'));
    await store.put('p2/a', Buffer.from('x'));
    await writeFile(path.join(folder, 'p1', 'c~123'), 'half');
    expect([...(await store.list('p1/'))].sort()).toEqual(['p1/a', 'p1/deep/b']);
  });

  test.each(['../a', 'a/../../b', '/etc/passwd', 'a//b', '', 'a b'])('refuses the key %j', async (key) => {
    await expect(new DiskObjectStore(folder).put(key, Buffer.from('x'))).rejects.toThrow('object key');
  });
});
