import { expect, onTestFinished, test } from 'vitest';
import { ENGINE_TABLES } from '../../src/adapters/engine/ddl/engine-tables.ts';
import { binaryUuids } from '../../src/adapters/engine/statements/find-known-event-ids.ts';
import { bringCanaries, CANARIES, CANARY_EVENT, CANARY_TIME } from '../fixtures/bring-canaries.ts';
import { startS3 } from '../fixtures/start-s3.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { FOLDERS, holders, kindOf } from './held-texts.ts';

/** The id of an event as the engine writes it. */
const EVENT_BYTES = binaryUuids([CANARY_EVENT]);

/** What files of the engine are for: the table to which they belong. */
async function tableKinds({ services: { engine } }: TestService): Promise<(file: string) => string> {
  const { rows } = await engine.command(
    `SELECT toString(uuid), name FROM system.tables WHERE database = 'app'`,
  );
  const names: readonly (readonly [string, string])[] = JSON.parse(`[${Buffer.from(rows).toString()}]`);
  return (file) => names.find(([uuid]) => file.includes(uuid))?.[1] ?? kindOf(file);
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

/** A person is brought everywhere and deleted. [CAP-9.5]. */
export function describeForgottenPerson(where: keyof typeof PLACES): void {
  test(`a deleted person is in no file, with snapshots in ${where}`, async () => {
    const { settings, folders, kinds } = await PLACES[where]();
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
  }, 240_000);
}
