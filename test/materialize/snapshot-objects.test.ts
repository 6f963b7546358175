import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EngineException, toAppError } from '../../src/adapters/engine/engine-error.ts';
import { DiskObjectStore } from '../../src/adapters/objects/disk-object-store.ts';
import { ObjectsUnavailableError } from '../../src/adapters/objects/object-store.ts';
import { findSnapshotCheck, forgetSnapshotChecks } from '../../src/adapters/store/snapshot-check-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { systemClock } from '../../src/base/clock.ts';
import { UnusableSnapshotError } from '../../src/services/materialize/checked-bytes.ts';
import { SnapshotObjects } from '../../src/services/materialize/snapshot-objects.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { addProject } from '../store/add-project.ts';

// [ENG-15.5].

const BYTES = Buffer.from('rows of a snapshot');
const PREFIX = 'snapshots/1/e/b';
const KEY = `${PREFIX}/rows.parquet`;
const factsOf = (bytes: Buffer) => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** A bucket that counts how often an object is read. */
class CountingStore extends DiskObjectStore {
  reads = 0;

  override getStream(key: string) {
    this.reads += 1;
    return super.getStream(key);
  }

  override async stat(key: string) {
    const facts = await super.stat(key);
    return facts && { ...facts, etag: facts.tag.replaceAll(' ', '-') };
  }
}

async function openBucket() {
  const folder = temporaryFolder();
  const objects = new CountingStore(path.join(folder, 'bucket'));
  const database = await openSqliteDatabase(path.join(folder, 'store.db'));
  onTestFinished(() => database.close());
  const { id: projectId } = await addProject(database, 'slc_test');
  const service = () => new SnapshotObjects({ objects, database, clock: systemClock });
  const written = (bytes = BYTES) => ({ projectId, key: KEY, written: factsOf(bytes) });
  await objects.put(KEY, BYTES);
  return { objects, database, projectId, service, written };
}

test('an object is read once for all services, and the engine gets its key and its tag', async () => {
  const { objects, service, written } = await openBucket();
  const [one, two] = [service(), service()];
  const files = await Promise.all(Array.from({ length: 5 }, () => one.use(written(), async (file) => file)));
  const etag = (await objects.stat(KEY))?.etag;
  expect(files).toEqual(Array.from({ length: 5 }, () => ({ kind: 'object', key: KEY, etag })));
  expect(objects.reads).toBe(1);
  expect(await two.use(written(), async (file) => file)).toEqual(files[0]);
  expect(objects.reads).toBe(1);
});

test('an object that was written again is read again, and other bytes are refused', async () => {
  const { objects, service, written } = await openBucket();
  const reader = service();
  await reader.use(written(), async () => undefined);
  const other = Buffer.from('other rows');
  await objects.put(KEY, other);
  await expect(reader.use(written(), async () => undefined)).rejects.toThrow(UnusableSnapshotError);
  await expect(service().use(written(), async () => undefined)).rejects.toThrow(UnusableSnapshotError);
  await reader.use(written(other), async () => undefined);
  expect(objects.reads).toBe(2);
});

test('an object that is gone is refused', async () => {
  const { objects, service, written } = await openBucket();
  await objects.delete(KEY);
  await expect(service().use(written(), async () => undefined)).rejects.toThrow('rows.parquet is missing');
});

test.each([
  ['another ETag', 395, UnusableSnapshotError],
  ['a bucket that it cannot read', 499, ObjectsUnavailableError],
])('what the engine says of %s is understood', async (_, code, error) => {
  const { service, written } = await openBucket();
  const failing = async () => {
    throw toAppError(new EngineException(code, `Code: ${code}.`));
  };
  await expect(service().use(written(), failing)).rejects.toThrow(error);
});

test('what is known of objects goes with them', async () => {
  const { objects, database, projectId, service, written } = await openBucket();
  await service().use(written(), async () => undefined);
  const tag = String((await objects.stat(KEY))?.tag);
  const known = { projectId, objectPrefix: PREFIX, objectName: 'rows.parquet', tag };
  expect(await findSnapshotCheck(database.query, known)).toEqual({ ...known, ...factsOf(BYTES) });
  await forgetSnapshotChecks(database.query, { projectId, objectPrefix: PREFIX });
  expect(await findSnapshotCheck(database.query, known)).toBeUndefined();
});
