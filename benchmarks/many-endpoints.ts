import { findEndpoint, insertEndpoint, type NewEndpoint } from '../src/adapters/store/endpoint-store.ts';
import { findVersion, insertVersion } from '../src/adapters/store/version-store.ts';
import { newUuid } from '../src/base/ids.ts';
import { invariant } from '../src/base/invariant.ts';
import { startTestService, type TestService } from '../test/fixtures/start-service.ts';
import { load, requestBytes } from './measure/load.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';

const FEW = 10;
const MANY = 10_000;
const ROUNDS = 5;
const ROUND_MS = 1_000;

const CALLS = {
  'list page of 10': { method: 'GET', path: 'endpoints?limit=10' },
  'list page of 100': { method: 'GET', path: 'endpoints?limit=100' },
  'last page of 100': { method: 'GET', path: `endpoints?limit=100&offset=${MANY - 100}` },
  'search in the list': { method: 'GET', path: 'endpoints?limit=100&search=number-77' },
  'cached hit': { method: 'POST', path: 'endpoints/first/run', body: '{}' },
  'uncached run': { method: 'POST', path: 'endpoints/first/run', body: '{"refresh":"force_blocking"}' },
} as const;

/** Lists and runs of a project with 10 endpoints and of one with 10,000, in turns. */
export const manyEndpoints: Benchmark = {
  question: 'What do 10,000 endpoints in one project cost, against 10?',
  measure: async () => {
    const [few, many] = [await startWith(FEW), await startWith(MANY)];
    try {
      const rows: Row[] = [];
      for (const [what, call] of Object.entries(CALLS)) {
        const results = await inRounds(ROUNDS, { few: () => time(few, call), many: () => time(many, call) });
        const [small, large] = [median(results.few), median(results.many)];
        rows.push({
          what,
          value: `p50 ${large.toFixed(2)} ms with ${MANY.toLocaleString('en')}`,
          relation: `${(large / small).toFixed(2)} of ${small.toFixed(2)} ms with ${FEW}`,
        });
      }
      return rows;
    } finally {
      await few.close();
      await many.close();
    }
  },
};

/** Median milliseconds of one call after the other. */
async function time(
  service: TestService,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: string },
): Promise<number> {
  const auth = { authorization: `Bearer ${service.rootKey}` };
  const request = requestBytes(method, `/api/projects/1/${path}`, auth, body);
  const port = Number(new URL(service.url).port);
  return (await load({ port, request, connections: 1, durationMs: ROUND_MS })).p50Ms;
}

async function startWith(endpoints: number): Promise<TestService> {
  const service = await startTestService({ testClock: false });
  const query = { kind: 'HogQLQuery', query: 'SELECT 1 AS a' };
  await service.call('POST', 'endpoints', { body: { name: 'first', query, tags: ['a', 'b'] } });
  await copyFirst(service, endpoints - 1);
  return service;
}

/** Adds copies of the first endpoint, as creating them would. */
async function copyFirst({ services, call }: TestService, copies: number): Promise<void> {
  const { query } = services.database;
  const endpoint = await findEndpoint(query, 1, 'first');
  invariant(endpoint !== undefined, 'the first endpoint was made');
  const version = await findVersion(query, 1, endpoint.id, endpoint.currentVersion);
  invariant(version !== undefined, 'every endpoint has its version');
  await services.database.transaction(async (transaction) => {
    for (let copy = 1; copy <= copies; copy += 1) {
      const createdAtMs = endpoint.createdAtMs + copy;
      const added: NewEndpoint = { ...endpoint, id: newUuid(), name: `number-${copy}`, createdAtMs };
      await insertEndpoint(transaction, added);
      await insertVersion(transaction, added.projectId, { ...version, endpointId: added.id });
    }
  });
  const { json } = await call('GET', 'endpoints?limit=1');
  if (json.count !== copies + 1) throw new Error(`there are ${json.count} endpoints`);
}
