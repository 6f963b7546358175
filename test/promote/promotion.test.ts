import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addPromotedColumns,
  fillPromotedColumns,
  isRewriting,
  markPromotedColumns,
  readPromotedColumns,
} from '../../src/adapters/engine/statements/promoted-columns.ts';
import { addPropertyReads, sumPropertyReads } from '../../src/adapters/store/property-read-store.ts';
import type { Observation } from '../../src/base/observation.ts';
import { wait } from '../../src/base/wait.ts';
import type { PromoteServices } from '../../src/services/promote/promote-services.ts';
import { PropertyPromoter } from '../../src/services/promote/property-promoter.ts';
import { READS_OF_A_ROW } from '../fixtures/engine-of-tests.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [ENG-8.2], [ENG-8.3].

const NOW = '2026-01-05T12:00:00Z';
const DAY_MS = Date.UTC(2026, 0, 5);
const EVERYBODYS = { of: { allBut: [] }, fromMs: DAY_MS, mostNames: 10 };
/** Enough for a column, whatever the size of the table. */
const MUCH = 10_000_000;

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ promotedProperties: 1 });
  service.setNow(NOW);
  await capture('2026-01-05T10:00:00Z');
  const query = 'select properties.plan as p, count() as n from events group by p order by p';
  const made = await service.call('POST', 'endpoints', {
    body: { name: 'plans', query: { kind: 'HogQLQuery', query } },
  });
  expect(made.status, made.text).toBe(201);
}, 60_000);
afterAll(() => service.close());

async function capture(timestamp: string): Promise<void> {
  const batch = ['free', 'pro', null].map((plan, at) => ({
    event: 'paid',
    distinct_id: `p${at}`,
    timestamp,
    properties: { plan, seats: at },
  }));
  await service.capture(batch);
}

async function run(): Promise<{ readonly results: unknown; readonly clickhouse: string }> {
  const { status, text, json } = await service.call('POST', 'endpoints/plans/run', {
    body: { refresh: 'force_blocking', debug: true },
  });
  expect(status, text).toBe(200);
  return json;
}

async function promotedNames(): Promise<readonly string[]> {
  const { json } = await service.call('GET', 'property_definitions');
  const definitions: readonly { readonly name: string; readonly is_promoted: boolean }[] = json.results;
  return definitions.filter(({ is_promoted }) => is_promoted).map(({ name }) => name);
}

const columns = () => readPromotedColumns(service.services.engine);

/** Waits until the engine has written what it was told to; a look before that adds and drops nothing. */
async function rewritten(): Promise<void> {
  await expect.poll(() => isRewriting(service.services.engine), { timeout: 30_000 }).toBe(false);
}

async function addReads(name: string, rowsRead: number): Promise<void> {
  await addPropertyReads(service.services.database.query, [{ projectId: 1, name, dayMs: DAY_MS, rowsRead }]);
}

test('what runs read of properties is noted', async () => {
  const { clickhouse } = await run();
  expect(clickhouse).toContain('JSONExtract');
  await expect
    .poll(() => sumPropertyReads(service.services.database.query, EVERYBODYS), { timeout: 10_000 })
    .toEqual(new Map([['plan', 3 * READS_OF_A_ROW]]));
});

test('a property that is read much gets a column, and answers stay', async () => {
  const before = await run();
  await service.services.promoter.look();
  expect(await promotedNames()).toEqual([]);

  await addReads('plan', MUCH);
  await service.services.promoter.look();
  expect(await promotedNames()).toEqual(['plan']);
  // The compiled version of before is not used any more.
  const after = await run();
  expect(after.clickhouse).not.toContain('JSONExtract');
  expect(after.results).toEqual(before.results);

  await expect.poll(async () => (await columns()).map(({ isFilled }) => isFilled)).toEqual([true]);
  await capture('2026-01-05T11:00:00Z');
  expect((await run()).results).toEqual([
    ['free', 2],
    ['pro', 2],
    [null, 2],
  ]);
});

test('a property that is read twice as much takes its place, after a rest', async () => {
  await addReads('seats', 3 * MUCH);
  await service.services.promoter.look();
  expect(await promotedNames()).toEqual([]);
  expect(await columns()).toMatchObject([{ property: 'plan', retiredAtMs: Date.parse(NOW) }]);
  expect((await run()).clickhouse).toContain('JSONExtract');

  service.setNow('2026-01-05T13:00:00Z');
  await rewritten();
  await service.services.promoter.look();
  expect(await promotedNames()).toEqual(['seats']);
  expect((await columns()).map(({ property }) => property)).toEqual(['seats']);
});

/** What looks of other processes failed with. */
const failures: unknown[] = [];

/** As of another process on the same engine and store. */
function anotherPromoter(mostColumns: number, engine: PromoteServices['engine'] = service.services.engine) {
  const observe = (observation: Observation): void => {
    if (observation.kind === 'failure') failures.push(observation.error);
  };
  return new PropertyPromoter(
    { ...service.services, wait, engine, observe },
    { mostColumns, largeProjectEvents: 1e9, pollMs: 1 },
  );
}

test('another process knows the columns at once; switched off, they go', async () => {
  const promoter = anotherPromoter(0);
  await promoter.open();
  expect([...promoter.current.events.keys()]).toEqual(['seats']);
  await promoter.look();
  expect(promoter.current.events.size).toBe(0);
  service.setNow('2026-01-05T14:00:00Z');
  await rewritten();
  await promoter.look();
  expect(await columns()).toEqual([]);
});

test('while the columns of the table are not known, none is used', async () => {
  const { engine } = service.services;
  let isBroken = false;
  const command: PromoteServices['engine']['command'] = async (...given) => {
    if (isBroken) throw new Error('no engine');
    return engine.command(...given);
  };
  const promoter = anotherPromoter(1, { command });
  await rewritten();
  await promoter.look();
  expect([...promoter.current.events.keys()]).toEqual(['seats']);
  isBroken = true;
  await promoter.look();
  expect(promoter.current.events.size).toBe(0);
  expect(failures.splice(0)).toHaveLength(1);
});

test('what the engine rewrites is not waited for, and what it writes is not dropped', async () => {
  const { engine } = service.services;
  await service.engine.command('SYSTEM STOP MERGES');
  await addPromotedColumns(engine, ['plan']);
  const [plan] = (await columns()).filter(({ property }) => property === 'plan');
  if (plan === undefined) throw new Error('the column was added');
  await fillPromotedColumns(engine, [plan]);
  expect(await isRewriting(engine)).toBe(true);
  await markPromotedColumns(engine, [plan], 0);
  const promoter = anotherPromoter(0);
  await promoter.look();
  expect((await columns()).map(({ property }) => property)).toContain('plan');
  expect((await run()).results).toHaveLength(3);

  await service.engine.command('SYSTEM START MERGES');
  await rewritten();
  await service.engine.command('SYSTEM STOP MERGES');
  await promoter.look();
  expect((await columns()).map(({ property }) => property)).not.toContain('plan');
  expect(await isRewriting(engine)).toBe(true);
  await service.engine.command('SYSTEM START MERGES');
  expect((await run()).results).toHaveLength(3);
  expect(failures).toEqual([]);
});
