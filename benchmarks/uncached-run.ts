import { startTestService, type TestService } from '../test/fixtures/start-service.ts';
import { load, requestBytes } from './measure/load.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';

const ROUNDS = 5;
const ROUND_MS = 1_500;

const LIMITS = {
  timeoutMs: 10_000,
  maxMemoryBytes: 1024 ** 3,
  maxResultRows: 100_000,
  maxResultBytes: 64 * 1024 ** 2,
  maxThreads: 1,
  priority: 1,
} as const;

/** A forced run through HTTP against the same engine query asked for directly, by the same process. */
export const uncachedRun: Benchmark = {
  question: 'What does an uncached run add to the engine’s own answer?',
  measure: async () => {
    const service = await startTestService({ testClock: false, maxQueries: 8 });
    try {
      const small = await compare(service, 'small', 'SELECT 1 AS a');
      const large = await compare(
        service,
        'large',
        'SELECT number AS n, toString(number) AS text FROM numbers(10000)',
      );
      return [...small, ...large];
    } finally {
      await service.close();
    }
  },
};

async function compare(service: TestService, name: string, query: string): Promise<readonly Row[]> {
  await service.call('POST', 'endpoints', { body: { name, query: { kind: 'HogQLQuery', query } } });
  const auth = { authorization: `Bearer ${service.rootKey}` };
  const path = `/api/projects/1/endpoints/${name}/run`;
  const request = requestBytes('POST', path, auth, '{"refresh":"force_blocking"}');
  const port = Number(new URL(service.url).port);
  const results = await inRounds(ROUNDS, {
    engine: () => askEngine(service, query),
    run: async () => (await load({ port, request, connections: 1, durationMs: ROUND_MS })).p50Ms,
  });
  const [engine, run] = [median(results.engine), median(results.run)];
  return [
    { what: `engine alone, ${name}`, value: `p50 ${engine.toFixed(2)} ms`, relation: '' },
    {
      what: `forced run, ${name}`,
      value: `p50 ${run.toFixed(2)} ms`,
      relation: `+${(run - engine).toFixed(2)} ms, ${(run / engine).toFixed(2)} of the engine`,
    },
  ];
}

/** Median time of the query alone, for as long as a round lasts. */
async function askEngine({ services }: TestService, sql: string): Promise<number> {
  const times: number[] = [];
  const endMs = performance.now() + ROUND_MS;
  for (let at = performance.now(); at < endMs; ) {
    await services.engine.query({
      sql,
      parameters: {},
      projectId: 1,
      runId: `bench-${times.length}`,
      limits: LIMITS,
    });
    const nowMs = performance.now();
    times.push(nowMs - at);
    at = nowMs;
  }
  return median(times);
}
