import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectStore } from '../../src/adapters/objects/object-store.ts';

export interface OpenedStore {
  readonly store: ObjectStore;
  close(): Promise<void>;
}

/** What every object store must do; called once per adapter. */
export function describeObjectStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(name, () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const text = async (key: string): Promise<string | undefined> => {
      const bytes = await opened.store.get(key);
      return bytes && Buffer.from(bytes).toString();
    };

    test('gives back what was put, replaces it and deletes it', async () => {
      const { store } = opened;
      await store.put('p1/a.parquet', Buffer.from('one'));
      await store.put('p1/a.parquet', Buffer.from('two'));
      expect(await text('p1/a.parquet')).toBe('two');
      await store.delete('p1/a.parquet');
      await store.delete('p1/a.parquet');
      expect(await text('p1/a.parquet')).toBeUndefined();
      expect(await store.getStream('p1/a.parquet')).toBeUndefined();
      expect(await store.stat('p1/a.parquet')).toBeUndefined();
    });

    test('lists the keys below a prefix, however many', async () => {
      const { store } = opened;
      const keys = Array.from({ length: 1_010 }, (_, at) => `many/deep/${at}`);
      for (let at = 0; at < keys.length; at += 101)
        await Promise.all(keys.slice(at, at + 101).map((key) => store.put(key, Buffer.from('x'))));
      await store.put('manyfold/b', Buffer.from('x'));
      expect([...(await store.list('many/'))].sort()).toEqual([...keys].sort());
      expect(await store.list('nothing/')).toEqual([]);
    });

    test.each([
      ['nothing', 0],
      ['less than a part', 1_000],
      ['exactly one part', 8 * 1024 * 1024],
      ['several parts', 20 * 1024 * 1024 + 1],
    ])('streams %s in and out', async (_, size) => {
      const { store } = opened;
      const bytes = randomBytes(size);
      await store.putStream('large', pieces(bytes, 300_000));
      expect((await store.stat('large'))?.bytes).toBe(size);
      const hash = createHash('sha256');
      for await (const piece of (await store.getStream('large')) ?? []) hash.update(piece);
      expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    });

    test.each([
      ['at once', 0],
      ['in the first part', 10_000],
      ['in a later part', 18 * 1024 * 1024],
    ])('a stream that breaks off %s changes nothing', async (_, after) => {
      const { store } = opened;
      await store.put('broken', Buffer.from('whole'));
      const broken = async function* (): AsyncGenerator<Uint8Array> {
        if (after > 0) yield* pieces(Buffer.alloc(after), 1024 * 1024);
        throw new Error('the source broke off');
      };
      await expect(store.putStream('broken', broken())).rejects.toThrow('the source broke off');
      expect(await text('broken')).toBe('whole');
      expect(await store.list('brok')).toEqual(['broken']);
    });

    test('tells two writes of one key apart', async () => {
      const { store } = opened;
      await store.put('tagged', Buffer.from('aaa'));
      const first = await store.stat('tagged');
      expect(await store.stat('tagged')).toEqual(first);
      await store.put('tagged', Buffer.from('bbb'));
      const second = await store.stat('tagged');
      expect(second?.bytes).toBe(3);
      expect(second?.tag).not.toBe(first?.tag);
      expect(store.peek('tagged')).toEqual(second);
    });

    test.each(['../a', 'a/../../b', '/etc/passwd', 'a//b', '', 'a b'])('refuses the key %j', async (key) => {
      await expect(async () => opened.store.put(key, Buffer.from('x'))).rejects.toThrow('object key');
    });
  });
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
