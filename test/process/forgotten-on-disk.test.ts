import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ENGINE_TABLES } from '../../src/adapters/engine/ddl/engine-tables.ts';
import { binaryUuids } from '../../src/adapters/engine/statements/find-known-event-ids.ts';
import { bringCanaries, CANARIES, CANARY_EVENT, CANARY_TIME } from '../fixtures/bring-canaries.ts';
import { startS3 } from '../fixtures/start-s3.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// Bytes in files of the data folder and the bucket, whatever the file is for. [CAP-9.5], [CAP-9.6].

/** The id of an event as the engine writes it. */
const EVENT_BYTES = binaryUuids([CANARY_EVENT]);

/** What a file is for: the first folder below the data folder, or the file itself. */
function kindOf(file: string): string {
  return file.split(path.sep)[0] ?? '';
}

/** What files of the engine are for: the table to which they belong. */
async function tableKinds({ services: { engine } }: TestService): Promise<(file: string) => string> {
  const { rows } = await engine.command(
    `SELECT toString(uuid), name FROM system.tables WHERE database = 'app'`,
  );
  const names: readonly (readonly [string, string])[] = JSON.parse(`[${Buffer.from(rows).toString()}]`);
  return (file) => names.find(([uuid]) => file.includes(uuid))?.[1] ?? kindOf(file);
}

/** Files that hold one of the texts. */
function holders(folder: string, texts: readonly (string | Buffer)[]): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const found = files.flatMap((file) => {
    const whole = path.join(file.parentPath, file.name);
    let bytes: Buffer;
    try {
      bytes = readFileSync(whole);
    } catch {
      // The engine has removed it meanwhile.
      return [];
    }
    return texts.some((text) => bytes.includes(text)) ? [path.relative(folder, whole)] : [];
  });
  return found;
}

const PLAIN_COLUMNS = [
  ['events', 'properties'],
  ['events', 'distinct_id'],
  ['lookups', 'properties'],
  ['lookups', 'distinct_id'],
  ['persons', 'properties'],
  ['person_distinct_ids', 'distinct_id'],
  ['cohort_members', 'distinct_id'],
] as const;

/** Tables that name a person, and what else of the data folder does. */
const TABLES = ['events', 'lookups', 'event_ids', 'persons', 'person_distinct_ids', 'cohort_members'];
const FOLDERS = ['imports', 'spool', 'store.sqlite', 'store.sqlite-wal'];

/** Lets the engine write texts as they are, and remove old parts in seconds in place of minutes. */
async function writePlainParts({ services: { engine } }: TestService): Promise<void> {
  for (const [table, column] of PLAIN_COLUMNS)
    await engine.command(`ALTER TABLE app.${table} MODIFY COLUMN ${column} String CODEC(NONE)`);
  await engine.command('ALTER TABLE app.event_ids MODIFY COLUMN uuid UUID CODEC(NONE)');
  const quick = 'old_parts_lifetime = 1, cleanup_delay_period = 1, max_cleanup_delay_period = 1';
  for (const { name } of ENGINE_TABLES)
    await engine.command(
      `ALTER TABLE app.${name} MODIFY SETTING ${quick}, cleanup_delay_period_random_add = 0`,
    );
}

/** Where snapshots are kept, and the files that hold a person then. */
const PLACES = {
  'the data folder': async () => ({ settings: {}, folders: [], kinds: ['objects'] }),
  'a bucket of S3': async () => {
    const s3 = await startS3();
    onTestFinished(() => s3.close());
    return { settings: s3.settings, folders: [s3.folder], kinds: ['sluice', 'snapshot-copies'] };
  },
};

test.each(Object.entries(PLACES))(
  'a deleted person is in no file, with snapshots in %s',
  async (_, openPlace) => {
    const { settings, folders, kinds } = await openPlace();
    const service = await startTestService(settings);
    let { close } = service;
    onTestFinished(() => close());
    const { dataDir, rootKey } = service;
    service.setNow(CANARY_TIME);
    await writePlainParts(service);
    const texts = [...(await bringCanaries(service)), EVENT_BYTES];
    await service.services.lookupBuilder.look();
    const query = { kind: 'HogQLQuery', query: 'select distinct_id, properties.said from events' };
    await service.call('POST', 'endpoints', { body: { name: 'said', query, is_materialized: true } });
    const run = async () => (await service.call('POST', 'endpoints/said/run', { body: {} })).json;
    await expect.poll(async () => (await run()).served_from, { timeout: 30_000 }).toBe('materialized');

    const found = (some: readonly (string | Buffer)[]) =>
      [dataDir, ...folders].flatMap((folder) => holders(folder, some));
    // What was written until now stands in the store itself, and what comes now in its log.
    await service.services.database.forgetDeleted?.();
    await service.capture([
      { event: '$set', distinct_id: 'canary-main-id', properties: { $set: { email: 'canary-of-person 3' } } },
    ]);
    const place = await tableKinds(service);
    const places = new Set(found(texts).map(place));
    // Tables of imports, which the engine still has after it has dropped them.
    places.delete('engine');
    expect(places).toEqual(new Set([...TABLES, ...FOLDERS, ...kinds]));
    for (const text of CANARIES) expect(found([text]), text).not.toEqual([]);

    expect((await service.call('DELETE', 'persons/canary-anon-id')).status).toBe(204);
    expect((await run()).results).toEqual([['somebody', 'stays']]);
    // Snapshots go when nobody can read them any more.
    service.setNow('2026-01-05T14:00:00Z');
    const left = () => found(texts);
    await expect.poll(left, { timeout: 60_000, interval: 500 }).toEqual([]);

    await service.close({ keepData: true });
    const again = await startTestService({ ...settings, dataDir, rootKey });
    close = again.close;
    expect(left()).toEqual([]);
    const count = await again.call('POST', 'query', {
      body: { query: { kind: 'HogQLQuery', query: 'select distinct_id from events' } },
    });
    expect(count.json.results).toEqual([['somebody']]);
    expect((await again.call('GET', 'cohorts/1')).status).toBe(200);
  },
  240_000,
);

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
