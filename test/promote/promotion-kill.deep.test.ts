import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPromotedColumns } from '../../src/adapters/engine/statements/promoted-columns.ts';
import { addPropertyReads } from '../../src/adapters/store/property-read-store.ts';
import { wait } from '../../src/base/wait.ts';
import type { PromoteServices } from '../../src/services/promote/promote-services.ts';
import { PropertyPromoter } from '../../src/services/promote/property-promoter.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';

// The engine's child is killed at any statement of a promotion, while the engine writes columns of older rows, and when
// they are taken away. Answers stay, with the columns that there are and without, and later looks end what was begun.

const CYCLES = Math.max(3, scaled(20));
const ROWS = 200_000;
const NOW_MS = Date.UTC(2026, 0, 5, 12);
const DAY_MS = Date.UTC(2026, 0, 5);
const HOUR_MS = 3_600_000;
const PROPERTIES = ['plan', 'seats', "it's"];

let service: TestService;
let expected: unknown;

beforeAll(async () => {
  service = await startTestService();
  // The test looks by itself.
  await service.services.promoter.stop();
  service.setNow(new Date(NOW_MS).toISOString());
  await service.engine.command(`INSERT INTO app.events
    (project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties)
    SELECT 1, generateUUIDv4(), 'paid', toString(number % 100), generateUUIDv4(),
      toDateTime64('2026-01-05 00:00:00', 6, 'UTC') + number % 40000, now64(6),
      concat('{"plan":"p', toString(number % 5), '","seats":', toString(number % 7), ',"it\\'s":null}')
    FROM numbers(${ROWS})`);
  const query = `select properties.plan as p, sum(toFloat(properties.seats)) as s, count(properties['it\\'s']) as n
    from events group by p order by p`;
  const body = { name: 'plans', query: { kind: 'HogQLQuery', query } };
  const made = await service.call('POST', 'endpoints', { body });
  expect(made.status, made.text).toBe(201);
  expected = await answer();
  await addPropertyReads(
    service.services.database.query,
    PROPERTIES.map((name) => ({ projectId: 1, name, dayMs: DAY_MS, rowsRead: 10_000_000 })),
  );
}, 120_000);
afterAll(() => service.close());

async function answer(): Promise<unknown> {
  const body = { refresh: 'force_blocking' };
  const { status, text, json } = await service.call('POST', 'endpoints/plans/run', { body });
  expect(status, text).toBe(200);
  return json.results;
}

const columns = () => readPromotedColumns(service.services.engine);

/** An engine whose child is killed a moment after the statement of this number has begun. */
function killedAt(statement: number, delayMs: number): PromoteServices['engine'] {
  const { engine } = service.services;
  let count = 0;
  return {
    command: async (...given) => {
      count += 1;
      if (count !== statement) return engine.command(...given);
      const processId = service.engine.processId();
      if (processId === undefined) throw new Error('the engine has no child');
      const killed = wait(delayMs).then(() => process.kill(processId, 'SIGKILL'));
      const [outcome] = await Promise.allSettled([engine.command(...given), killed]);
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
  };
}

/** A promoter as after a new start of the service. */
function promoter(engine: PromoteServices['engine'], mostColumns: number): PropertyPromoter {
  return new PropertyPromoter(
    { ...service.services, wait, engine },
    { largeProjectEvents: 1e9, mostColumns, pollMs: 1 },
  );
}

/** Looks until `isDone`; between looks the answers are as ever. */
async function lookUntil(mostColumns: number, isDone: () => Promise<boolean>): Promise<void> {
  const { engine } = service.services;
  await expect.poll(() => engine.ping(), { timeout: 30_000 }).toBe(true);
  const surviving = promoter(engine, mostColumns);
  await expect
    .poll(
      async () => {
        await surviving.look();
        await service.services.promoter.open();
        expect(await answer()).toEqual(expected);
        return isDone();
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

test(`${CYCLES} promotions and demotions with kills, seed ${seed()}`, async () => {
  const random = new RandomSource(seed());
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    service.setNow(new Date(NOW_MS).toISOString());
    for (let look = 0; look < 2; look += 1)
      await promoter(killedAt(1 + random.below(9), random.below(40)), 50).look();
    await lookUntil(50, async () => {
      const found = await columns();
      return found.length === 3 && found.every(({ isFilled }) => isFilled);
    });
    await promoter(killedAt(1 + random.below(6), random.below(40)), 0).look();
    await lookUntil(0, async () => (await columns()).every(({ retiredAtMs }) => retiredAtMs !== null));
    service.setNow(new Date(NOW_MS + HOUR_MS).toISOString());
    await promoter(killedAt(1 + random.below(6), random.below(40)), 0).look();
    await lookUntil(0, async () => (await columns()).length === 0);
  }
});
