import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import { listLookups } from '../../src/adapters/store/lookup-store.ts';
import { openPostgresDatabase } from '../../src/adapters/store/postgres-database.ts';
import { wait } from '../../src/base/wait.ts';
import { Lane } from '../../src/services/admission/lane.ts';
import { ONE_AT_A_TIME } from '../../src/services/admission/lanes.ts';
import { followSaves } from '../../src/services/endpoints/wake-after-save.ts';
import { LookupChooser } from '../../src/services/lookups/lookup-chooser.ts';
import { endpointsOn, sql } from '../endpoints/endpoint-fixture.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { addProject } from '../store/add-project.ts';

// Two services on one PostgreSQL database, one of which chooses lookups at a time. [ENG-13.6], [ENG-11.7].

const EVENTS = 60;
/** Nobody looks by himself a second time within the test. */
const POLL_MS = 600_000;
/** A woken look begins within a second; this machine may be slow. */
const WOKEN = { timeout: 10_000, interval: 20 };
const PATIENCE = { timeout: 60_000, interval: 20 };

let postgres: TestPostgres;
let server: TestEngine;
beforeAll(async () => {
  [postgres, server] = await Promise.all([startPostgres(), startTestEngine()]);
  await server.engine.ensureProject(1);
  await server.engine.command(`INSERT INTO app.events
      (project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties)
    SELECT 1, generateUUIDv4(), 'used', 'd', generateUUIDv4(), toDateTime64('2026-01-05 08:00:00', 6, 'UTC'), now64(6),
      concat('{"customer":"c', toString(number % 20), '"}')
    FROM numbers(${EVENTS})`);
});
afterAll(() => Promise.all([postgres.close(), server.close()]));

/** A service that chooses, and what its choices have come to. */
interface ChoosingService {
  readonly database: Database;
  readonly looks: readonly ('chose' | 'another chooses')[];
  readonly create: ReturnType<typeof endpointsOn>['create'];
}

/** @param beforeChoosing is waited for by each look that may choose, when it has seen the endpoints */
async function openService(
  url: string,
  engine: Engine,
  beforeChoosing: () => Promise<void>,
): Promise<ChoosingService> {
  const opened = await openPostgresDatabase({ url, maxConnections: 3, statementTimeoutMs: 10_000 });
  onTestFinished(() => opened.close());
  const looks: ('chose' | 'another chooses')[] = [];
  const alone: Database['alone'] = async (name, work) => {
    let has: (typeof looks)[number] = 'another chooses';
    await opened.alone(name, async () => {
      has = 'chose';
      await beforeChoosing();
      await work();
    });
    looks.push(has);
  };
  const database = { ...opened, alone };
  const { services, create } = endpointsOn(database);
  const lookupChooser = new LookupChooser(
    { ...services, engine, wait, upkeepLane: new Lane(ONE_AT_A_TIME) },
    { mostOfProject: 1, leastEvents: EVENTS, diskPercent: 25, pollMs: POLL_MS },
  );
  Object.assign(services, { lookupChooser });
  followSaves(services);
  await vi.waitFor(() => expect(database.catalog.isCurrent).toBe(true), PATIENCE);
  lookupChooser.start();
  onTestFinished(() => lookupChooser.stop());
  return { database, looks, create };
}

test('the service that is choosing during a save of another one looks again at once', async () => {
  const url = await postgres.newDatabase();
  const [choosing, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // It has seen the endpoints before the save, and holds the choice.
  const holder = await openService(url, server.engine, () => {
    choosing.resolve();
    return saved.promise;
  });
  onTestFinished(() => saved.resolve());
  await choosing.promise;
  await addProject(holder.database, 'slc_test');
  const saver = await openService(url, server.engine, async () => undefined);
  await vi.waitFor(() => expect(saver.looks).toEqual(['another chooses']), PATIENCE);
  await saver.create({
    name: 'usage',
    query: sql('select count() from events where properties.customer = {variables.customer}'),
  });
  await vi.waitFor(() => expect(saver.looks.length).toBeGreaterThan(1), WOKEN);
  expect(saver.looks).not.toContain('chose');
  const lookups = async () =>
    (await listLookups(holder.database.query, [1])).map(({ subjectName }) => subjectName);
  expect({ looks: holder.looks, lookups: await lookups() }).toEqual({ looks: [], lookups: [] });
  saved.resolve();
  await vi.waitFor(async () => expect(await lookups()).toEqual(['property customer']), WOKEN);
  await vi.waitFor(() => expect(holder.looks).toEqual(['chose', 'chose']), WOKEN);
});
