import { setTimeout as delay } from 'node:timers/promises';
import { wait } from '../../src/base/wait.ts';
import type { LookupSubject } from '../../src/schema/lookup.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { LookupBuilder } from '../../src/services/lookups/lookup-builder.ts';
import { promoteProperties } from '../../test/fixtures/promote-properties.ts';
import { startTestService, type TestService } from '../../test/fixtures/start-service.ts';
import { fillDuckdb } from './ask-duckdb.ts';
import { fillPostgres } from './ask-postgres.ts';
import { byHand, learnProperties, makeEndpoints, overHttp } from './ask-sluice.ts';
import type { AskedDatabase } from './asked-database.ts';
import { fillCustomerEvents, ORDINARY } from './customer-events.ts';
import { quietEngine } from './quiet-engine.ts';

export type Contestants = Readonly<Record<'sluice' | 'byHand' | 'postgres' | 'duckdb', AskedDatabase>>;

/** No project is so large that the service builds something by itself. */
const BEFORE = { testClock: false, largeProjectEvents: 1_000_000_000_000 } as const;
/** Every project is large, so that a small scale measures the same. */
const AFTER = { testClock: false, largeProjectEvents: 1 } as const;
const CUSTOMER: LookupSubject = { kind: 'property', key: 'customer_id' };
/** As a service builds. */
const BUILDING = { pollMs: 2_000, stepRows: 500_000 };
const LOOK_MS = 200;

/**
 * A service with generated events of customers and endpoints that ask for one of them. What these read of events has
 * columns; there is no lookup.
 */
export async function openWithoutLookups(events: number): Promise<TestService> {
  const service = await startTestService(BEFORE);
  const { engine, promoter } = service.services;
  await learnProperties(service);
  await fillCustomerEvents(engine, { from: 0, count: events, ordinaryAmong: events });
  await makeEndpoints(service);
  await promoteProperties(engine, ['customer_id', 'feature', 'units'], 'shared');
  await promoter.look();
  await quietEngine(engine);
  return service;
}

/**
 * The same service, which builds the lookup by customer, and the others with the same events.
 * @returns the time until the lookup was ready, too
 */
export async function openContestants({ dataDir, rootKey }: TestService, folder: string) {
  const service = await startTestService({ ...AFTER, dataDir, rootKey });
  const { engine } = service.services;
  const startedMs = performance.now();
  const lookup = await readyLookup(service);
  const builtSeconds = (performance.now() - startedMs) / 1000;
  const contestants: Contestants = {
    sluice: overHttp(service),
    byHand: byHand(engine, lookup),
    postgres: await fillPostgres(engine, folder),
    duckdb: await fillDuckdb(engine, folder),
  };
  await quietEngine(engine);
  const close = async () => {
    for (const contestant of Object.values(contestants)) await contestant.close();
    await service.close();
  };
  return { contestants, builtSeconds, close };
}

/** Has the lookup by customer built, and waits until runs read it. @returns its number */
async function readyLookup({ services, call }: TestService): Promise<number> {
  const { number } = await beginLookup(services, 1, CUSTOMER);
  await new LookupBuilder({ ...services, wait }, BUILDING).look();
  const body = { refresh: 'force_blocking', debug: true, variables: { customer: ORDINARY } };
  const statement = async () =>
    String((await call('POST', 'endpoints/usage_all/run', { body })).json.clickhouse);
  while (!(await statement()).includes('app.lookups')) await delay(LOOK_MS);
  return number;
}
