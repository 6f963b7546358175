import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/temporary-folder.ts';
import { Spool, type SpoolOptions } from './spool.ts';

// [CAP-6.1], [CAP-6.5].

const MIB = 1024 * 1024;

async function openSpool(options: Partial<SpoolOptions> & { folder: string }): Promise<Spool> {
  const spool = await Spool.open({ maxBytes: MIB, ...options });
  onTestFinished(async () => spool.close().catch(() => undefined));
  return spool;
}

async function readAll(spool: Spool, from = 0, maxBytes = 100): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let at = from; ; ) {
    const entries = await spool.read(at, maxBytes);
    if (entries.length === 0) return texts;
    for (const entry of entries) {
      texts.push(Buffer.from(entry.payload).toString());
      at = entry.end;
    }
  }
}

function texts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `record ${index} ${'x'.repeat((index * 37) % 300)}`);
}

async function appendAll(spool: Spool, records: readonly string[]): Promise<readonly number[]> {
  return Promise.all(records.map((text) => spool.append(Buffer.from(text))));
}

function lastFile(folder: string): string {
  return join(folder, readdirSync(folder).sort().at(-1) ?? '');
}

test('records come back in order, across segments and after reopening', async () => {
  const folder = temporaryFolder();
  const spool = await openSpool({ folder, segmentBytes: 1000 });
  const records = texts(50);
  const ends: number[] = [];
  for (const record of records) ends.push(await spool.append(Buffer.from(record)));
  expect(await readAll(spool)).toEqual(records);
  expect(readdirSync(folder).length).toBeGreaterThan(5);
  await spool.close();

  const reopened = await openSpool({ folder, segmentBytes: 1000 });
  expect(reopened.end).toBe(ends.at(-1));
  expect(await readAll(reopened)).toEqual(records);
  expect(await readAll(reopened, ends[9])).toEqual(records.slice(10));
});

test('appends at one moment keep their order and share a write', async () => {
  const spool = await openSpool({ folder: temporaryFolder() });
  const records = texts(200);
  const ends = await appendAll(spool, records);
  expect([...ends].sort((a, b) => a - b)).toEqual(ends);
  expect(await readAll(spool)).toEqual(records);
});

test('records that belong together are taken as a whole or not at all', async () => {
  const spool = await openSpool({ folder: temporaryFolder(), maxBytes: 1000 });
  await expect(spool.append(Buffer.alloc(500, 1), Buffer.alloc(500, 1))).rejects.toMatchObject({
    code: 'capture_capacity',
  });
  expect(await readAll(spool)).toEqual([]);
  const end = await spool.append(Buffer.from('one'), Buffer.from('two'));
  expect([await readAll(spool), end]).toEqual([['one', 'two'], spool.end]);
});

test('a record larger than the wanted bytes is read whole', async () => {
  const spool = await openSpool({ folder: temporaryFolder() });
  await appendAll(spool, ['a', 'y'.repeat(50_000), 'b']);
  expect(await readAll(spool, 0, 10)).toEqual(['a', 'y'.repeat(50_000), 'b']);
});

test('release removes whole segments and never forgets the position', async () => {
  const folder = temporaryFolder();
  const spool = await openSpool({ folder, segmentBytes: 1000 });
  await appendAll(spool, texts(20));
  const end = await spool.append(Buffer.from('last'));
  await spool.release(end);
  expect(spool.pendingBytes).toBe(0);
  expect(readdirSync(folder)).toHaveLength(1);
  await spool.close();
  const reopened = await openSpool({ folder });
  expect(reopened.end).toBe(end);
  expect(await reopened.append(Buffer.from('more'))).toBeGreaterThan(end);
});

test('a full spool refuses and takes again when records were written to the engine', async () => {
  const spool = await openSpool({ folder: temporaryFolder(), maxBytes: 1000 });
  const end = await spool.append(Buffer.alloc(900, 1));
  await expect(spool.append(Buffer.alloc(200, 1))).rejects.toMatchObject({ code: 'capture_capacity' });
  await spool.release(end);
  await expect(spool.append(Buffer.alloc(200, 1))).resolves.toBeGreaterThan(end);
});

test.each([
  ['half of a header', (path: string) => appendFileSync(path, Buffer.from([5, 0, 0]))],
  [
    'a header without its payload',
    (path: string) => appendFileSync(path, Buffer.from([5, 0, 0, 0, 1, 2, 3, 4])),
  ],
  ['a header that claims four gigabytes', (path: string) => appendFileSync(path, Buffer.alloc(20, 0xff))],
  ['zeros of a file system that had no time', (path: string) => appendFileSync(path, Buffer.alloc(5000))],
])('a torn end is cut: %s', async (_name, damage) => {
  const folder = temporaryFolder();
  const spool = await openSpool({ folder });
  await appendAll(spool, ['one', 'two']);
  await spool.close();
  damage(lastFile(folder));
  const reopened = await openSpool({ folder });
  expect(await readAll(reopened)).toEqual(['one', 'two']);
  await reopened.append(Buffer.from('three'));
  expect(await readAll(reopened)).toEqual(['one', 'two', 'three']);
});

test('a last record cut at any byte is gone and all before it stay', async () => {
  const folder = temporaryFolder();
  const spool = await openSpool({ folder });
  await appendAll(spool, ['one', 'two', 'three']);
  await spool.close();
  const path = lastFile(folder);
  const whole = readFileSync(path);
  const lastStart = whole.length - 'three'.length - 8;
  for (let size = whole.length - 1; size >= lastStart; size -= 1) {
    writeFileSync(path, whole);
    truncateSync(path, size);
    const reopened = await openSpool({ folder });
    expect(await readAll(reopened)).toEqual(['one', 'two']);
    await reopened.close();
  }
});

test('damage before the last segment stops the start', async () => {
  const folder = temporaryFolder();
  const spool = await openSpool({ folder, segmentBytes: 500 });
  for (const record of texts(20)) await spool.append(Buffer.from(record));
  await spool.close();
  const first = join(folder, readdirSync(folder).sort()[0] ?? '');
  const bytes = readFileSync(first);
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  writeFileSync(first, bytes);
  const opened: FileHandle[] = [];
  const openFile = async (path: string, flags: string) => {
    const file = await open(path, flags);
    opened.push(file);
    return file;
  };
  await expect(Spool.open({ folder, maxBytes: MIB, openFile })).rejects.toThrow(/damaged at byte 17/);
  expect(opened.map(({ fd }) => fd)).toEqual(opened.map(() => -1));
});

test('a start that fails at the last segment leaves no file open', async () => {
  const opened: FileHandle[] = [];
  const openFile = async (path: string, flags: string) => {
    const file = await open(path, flags);
    file.truncate = async () => {
      throw new Error('read-only file system');
    };
    opened.push(file);
    return file;
  };
  await expect(openSpool({ folder: temporaryFolder(), openFile })).rejects.toThrow('read-only');
  expect(opened.map(({ fd }) => fd)).toEqual([-1]);
});

test('a new segment that cannot be made durable is closed, and made by the next append', async () => {
  const folder = join(temporaryFolder(), 'spool');
  const opened: FileHandle[] = [];
  const openFile = async (file: string, flags: string) => {
    const handle = await open(file, flags);
    opened.push(handle);
    // A folder that is away cannot be synced.
    if (opened.length === 2) await rename(folder, `${folder}-away`);
    return handle;
  };
  const spool = await openSpool({ folder, segmentBytes: 1, openFile });
  await spool.append(Buffer.from('first'));
  await expect(spool.append(Buffer.from('refused'))).rejects.toMatchObject({ code: 'capture_capacity' });
  expect(opened.map(({ fd }) => fd >= 0)).toEqual([true, false]);
  await rename(`${folder}-away`, folder);
  await spool.append(Buffer.from('second'));
  expect(await readAll(spool)).toEqual(['first', 'second']);
  await spool.close();
  expect(await readAll(await openSpool({ folder }))).toEqual(['first', 'second']);
});

test('a full disk refuses, keeps what was acknowledged, and recovers', async () => {
  const folder = temporaryFolder();
  const disk = { freeBytes: 100 };
  const spool = await openSpool({ folder, openFile: (path, flags) => openOnFullDisk(path, flags, disk) });
  await spool.append(Buffer.from('kept'));
  await expect(spool.append(Buffer.alloc(500, 1))).rejects.toMatchObject({ code: 'capture_capacity' });
  expect(await readAll(spool)).toEqual(['kept']);
  disk.freeBytes = MIB;
  await spool.append(Buffer.from('after'));
  expect(await readAll(spool)).toEqual(['kept', 'after']);
  await spool.close();
  expect(await readAll(await openSpool({ folder }))).toEqual(['kept', 'after']);
});

/** A real file on a disk with `freeBytes` left: like the system, it writes what fits and then says ENOSPC. */
async function openOnFullDisk(path: string, flags: string, disk: { freeBytes: number }): Promise<FileHandle> {
  const file = await open(path, flags);
  const writev = file.writev.bind(file);
  file.writev = async (buffers, position) => {
    const all = Buffer.concat(buffers as readonly Uint8Array[]);
    const fitting = all.subarray(0, disk.freeBytes);
    disk.freeBytes -= fitting.length;
    await writev([fitting], position);
    if (fitting.length < all.length)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    return { bytesWritten: all.length, buffers };
  };
  return file;
}
