import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DiskObjectStore } from '../../src/adapters/objects/disk-object-store.ts';
import { ObjectsUnavailableError } from '../../src/adapters/objects/object-store.ts';
import type { ImportOrder } from '../../src/adapters/store/import-store.ts';
import { convertedFile, fileOfImport, ImportBytes } from '../../src/services/capture/import/import-bytes.ts';
import { ImportFolder } from '../../src/services/capture/import/import-folder.ts';
import { readableFile } from '../../src/services/capture/import/readable-file.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// Files of imports for an engine elsewhere: they lie in the bucket, where any service finds them.

const ID = '0190e5b5-7c4b-7000-8000-000000000001';
const LIMITS = { maxBytes: 1000, maxWaitingBytes: 4000 };

function open() {
  const folder = temporaryFolder();
  const bucket = new DiskObjectStore(path.join(folder, 'bucket'));
  const files = new ImportFolder(path.join(folder, 'imports'), LIMITS, bucket);
  const order: ImportOrder = {
    ...{ format: 'csv', mapping: null, fileState: '', ownsFile: true, onError: 'skip', isDryRun: false },
    ...files.placesOf(ID),
  };
  return { folder, bucket, files, order, bytes: new ImportBytes(bucket) };
}

async function* piecesOf(...texts: readonly (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const textOf = async (pieces: AsyncIterable<Uint8Array>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(pieces)).toString();

test('a file is brought to the bucket, and nothing of it stays on the disk', async () => {
  const { files, bucket, order } = open();
  const key = { projectId: 1, id: ID };
  expect(await files.store(key, piecesOf('event,', 'distinct_id'))).toBe(17);
  expect(String(Buffer.from((await bucket.get(`imports/${ID}`)) ?? ''))).toBe('event,distinct_id');
  expect(fileOfImport(order)).toEqual({ kind: 'object', key: `imports/${ID}` });
  expect(existsSync(order.path)).toBe(false);
  await files.remove(ID);
  expect(await bucket.list('')).toEqual([]);
});

test('one that is too large leaves no object', async () => {
  const { files, bucket } = open();
  const large = files.store({ projectId: 1, id: ID }, piecesOf('x'.repeat(600), 'x'.repeat(600)));
  await expect(large).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(await bucket.list('')).toEqual([]);
});

test('a bucket that takes nothing is asked again later by the sender', async () => {
  const { folder } = open();
  const bucket = Object.assign(new DiskObjectStore(path.join(folder, 'other')), {
    putStream: async () => {
      throw new ObjectsUnavailableError('down');
    },
  });
  const files = new ImportFolder(path.join(folder, 'imports'), LIMITS, bucket);
  await expect(files.store({ projectId: 1, id: ID }, piecesOf('x'))).rejects.toMatchObject({
    code: 'capture_capacity',
    retryAfterSeconds: 10,
  });
});

test('a text of another encoding is converted beside it, and both go together', async () => {
  const { files, bucket, bytes, order } = open();
  const text = Buffer.from('\ufeffevent,distinct_id\nö,d1\n', 'utf16le');
  await files.store({ projectId: 1, id: ID }, piecesOf(text.subarray(0, 11), text.subarray(11)));
  const source = await readableFile(bytes, order);
  expect(source.file).toEqual(convertedFile(order));
  expect(source.csv?.columns).toEqual(['event', 'distinct_id']);
  expect(await textOf(await bytes.open(source.file))).toBe('event,distinct_id\nö,d1\n');
  expect(await bucket.list('')).toHaveLength(2);
  await bytes.remove(order);
  expect(await bucket.list('')).toEqual([]);
});

describe('rejected rows', () => {
  test('are read in order by any service, and a repeated block replaces its own', async () => {
    const { bytes, bucket, order } = open();
    const kept = await bytes.addRejected(order, 0, Buffer.from('one\n'));
    await bytes.addRejected(order, kept, Buffer.from('a block that was cut off\n'));
    const all = await bytes.addRejected(order, kept, Buffer.from('two\n'));
    expect(await bytes.addRejected(order, all, Buffer.alloc(0))).toBe(all);
    expect(await textOf(new ImportBytes(bucket).rejected(order, all))).toBe('one\ntwo\n');
    expect(await textOf(bytes.rejected(order, kept))).toBe('one\n');
    expect(await textOf(bytes.rejected(order, 0))).toBe('');
  });

  test('that were given back in the form in which they came take the place of all', async () => {
    const { bytes, order } = open();
    const length = await bytes.addRejected(order, 0, Buffer.from('in our form\n'));
    expect(await bytes.gatherRejected(order, length)).toEqual({
      kind: 'object',
      key: `imports/${ID}.refused.jsonl`,
    });
    expect(await bytes.replaceRejected(`imports/${ID}`, piecesOf('as they', ' came\n'))).toBe(13);
    expect(await textOf(bytes.rejected(order, 13))).toBe('as they came\n');
  });

  test('stay when the import ends, and go when nobody keeps them', async () => {
    const { bytes, bucket, files, order } = open();
    await files.store({ projectId: 1, id: ID }, piecesOf('x'));
    await bytes.addRejected(order, 0, Buffer.from('one\n'));
    await bytes.remove(order);
    await files.keepRejects(async () => [{ projectId: 1, id: ID }]);
    expect(await bucket.list('')).toEqual([`imports/${ID}.rejected/0`]);
    await files.keepRejects(async () => []);
    expect(await bucket.list('')).toEqual([]);
  });
});

test('for an engine on this machine the files are files, as ever', async () => {
  const { folder, bytes } = open();
  const files = new ImportFolder(path.join(folder, 'own'), LIMITS);
  await files.store({ projectId: 1, id: ID }, piecesOf('abc'));
  const places = files.placesOf(ID);
  expect(readFileSync(places.path, 'utf8')).toBe('abc');
  expect(places).not.toHaveProperty('objectKey');
  writeFileSync(places.path, 'PAR1 and more');
  expect(String(await bytes.startOf(fileOfImport(places)))).toBe('PAR1');
});
