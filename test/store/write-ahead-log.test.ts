import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listProjects } from '../../src/adapters/store/project-store.ts';
import { checkpointSqliteFile } from '../../src/adapters/store/sqlite-copy.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import type { WriteAheadLogOptions } from '../../src/adapters/store/write-ahead-log.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { addProject } from './add-project.ts';

// [SPEC-8.1]: the event loop waits for no disk, and no writer is told before the disk has its rows.

let files: { datasync(): Promise<void> };
beforeAll(async () => {
  const file = await open(import.meta.filename);
  files = Object.getPrototypeOf(file);
  await file.close();
});

async function openFile(options: WriteAheadLogOptions = {}) {
  const path = join(temporaryFolder(), 'store.db');
  const database = await openSqliteDatabase(path, options);
  onTestFinished(() => database.close());
  return { path, database };
}

test('each commit is synced once, a read and the statements of a transaction are not', async () => {
  const took: number[] = [];
  const { database } = await openFile({ onSync: (ms) => took.push(ms) });
  const syncs = async (work: () => Promise<unknown>): Promise<number> => {
    const before = took.length;
    await work();
    return took.length - before;
  };
  expect(await syncs(() => listProjects(database.query, null))).toBe(0);
  const transaction = () =>
    database.transaction(async (rows) => {
      for (const name of ['a', 'b', 'c']) await rows.updateTable('projects').set({ name }).execute();
    });
  expect(await syncs(transaction)).toBe(1);
  expect(await syncs(() => database.query.deleteFrom('endpoints').execute())).toBe(1);
  const broken = () =>
    database
      .transaction(async () => {
        throw new Error('no');
      })
      .catch(() => {});
  expect(await syncs(broken)).toBe(0);
  expect(Math.min(...took)).toBeGreaterThanOrEqual(0);
});

test('while the disk is slow the loop goes on, readers see the rows, and the writer waits', async () => {
  const { database } = await openFile();
  await addProject(database, 'slc_1');
  const disk = Promise.withResolvers<void>();
  const sync = vi.spyOn(files, 'datasync').mockReturnValueOnce(disk.promise);
  onTestFinished(() => sync.mockRestore());
  let isTold = false;
  const name = 'renamed';
  const renaming = database.query.updateTable('projects').set({ name }).execute();
  const written = renaming.then(() => {
    isTold = true;
  });
  await vi.waitFor(async () => expect(await listProjects(database.reading, null)).toMatchObject([{ name }]));
  expect([sync.mock.calls.length, isTold]).toEqual([1, false]);
  disk.resolve();
  await written;
  expect(isTold).toBe(true);
});

test('a disk that fails is told to the writer, and what was known is asked again', async () => {
  const { database } = await openFile();
  const before = database.catalog.count;
  const sync = vi.spyOn(files, 'datasync').mockRejectedValueOnce(new Error('EIO'));
  onTestFinished(() => sync.mockRestore());
  await expect(addProject(database, 'slc_1')).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(database.catalog.count).toBeGreaterThan(before);
  await addProject(database, 'slc_2');
});

test('another connection brings a long log into the file, and the log begins anew', async () => {
  let path = '';
  let checkpoints = 0;
  const checkpoint = async (): Promise<void> => {
    checkpoints += 1;
    checkpointSqliteFile(path);
  };
  const opened = await openFile({ checkpoint });
  path = opened.path;
  const { query } = opened.database;
  const { id } = await addProject(opened.database, 'slc_1');
  const write = (letter: string) =>
    query
      .updateTable('projects')
      .set({ name: letter.repeat(2_500_000) })
      .where('id', '=', id)
      .execute();
  await write('a');
  await write('b');
  await vi.waitFor(() => expect(checkpoints).toBe(1));
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(4_000_000);
  await query.updateTable('projects').set({ name: 'short' }).where('id', '=', id).execute();
  expect(statSync(`${path}-wal`).size).toBeLessThan(4_000_000);
  const other = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => other.close());
  expect(other.prepare('select name from projects').all()).toEqual([{ name: 'short' }]);
});
