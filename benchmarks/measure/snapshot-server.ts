import { startTestService, type TestService } from '../../test/fixtures/start-service.ts';
import { serveParent } from './server-process.ts';

// Run as a child of the snapshot benchmark: the same rows out of the cache and out of a snapshot.

/** A thousand short rows. */
const QUERY =
  "select number as n, concat('row number ', toString(number)) as text from numbers(1000) order by n";

async function makeEndpoint(service: TestService, name: string, settings: object): Promise<void> {
  const body = { name, query: { kind: 'HogQLQuery', query: QUERY }, ...settings };
  const made = await service.call('POST', 'endpoints', { body });
  if (made.status !== 201) throw new Error(made.text);
}

async function serve(): Promise<void> {
  const service = await startTestService({
    testClock: false,
    rateLimits: '100000000,0,0,0',
    logLevel: 'info',
  });
  await makeEndpoint(service, 'cached', {});
  await makeEndpoint(service, 'snapshot', { is_materialized: true });
  await service.call('POST', 'endpoints/snapshot/materialize?wait=true');
  for (const name of ['cached', 'snapshot', 'cached', 'snapshot'])
    await service.call('POST', `endpoints/${name}/run`, { body: '{}' });
  serveParent(Number(new URL(service.url).port), { key: service.rootKey }, () => service.close());
}

if (process.send !== undefined) await serve();
