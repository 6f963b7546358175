import { startTestService, type TestService } from '../test/fixtures/start-service.ts';
import { type LoadResult, load, requestBytes } from './measure/load.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';
import { type ServerProcess, startServerProcess } from './measure/server-process.ts';

const ROUNDS = 5;
const ROUND_MS = 2_000;
const CONNECTIONS = 16;
const LARGE_ROWS = 5_000_000;
const SERVER = new URL('./measure/snapshot-server.ts', import.meta.url);

/**
 * What snapshots promise: as fast as cached answers, quick pages of large ones, builds that cost little more than their
 * query.
 */
export const snapshot: Benchmark = {
  question: 'What does an answer out of a snapshot cost, and what does building one add to its query?',
  measure: async () => {
    const hits = await measureHits();
    const service = await startTestService({ testClock: false, executionTimeoutMs: 120_000 });
    try {
      return [...hits, ...(await measurePages(service)), ...(await measureBuilds(service))];
    } finally {
      await service.close();
    }
  },
};

interface Measured extends LoadResult {
  readonly cpuMicrosecondsPerRequest: number;
}

async function measureHits(): Promise<readonly Row[]> {
  const server = await startServerProcess(SERVER, []);
  const results = await inRounds(ROUNDS, {
    cached: () => hit(server, 'cached'),
    snapshot: () => hit(server, 'snapshot'),
  });
  await server.stop();
  const middle = (measured: readonly Measured[]) => ({
    rate: median(measured.map((one) => one.requestsPerSecond)),
    cpu: median(measured.map((one) => one.cpuMicrosecondsPerRequest)),
  });
  const [cached, materialized] = [middle(results.cached), middle(results.snapshot)];
  const row = (what: string, { rate, cpu }: typeof cached, relation: string): Row => ({
    what,
    value: `${Math.round(rate).toLocaleString('en')} /s, ${cpu.toFixed(1)} µs CPU`,
    relation,
  });
  const ratio = (part: number, whole: number) => (part / whole).toFixed(2);
  return [
    row('cached, 1,000 rows', cached, ''),
    row(
      'snapshot, 1,000 rows',
      materialized,
      `${ratio(materialized.rate, cached.rate)} of cached, ${ratio(cached.cpu, materialized.cpu)} by CPU`,
    ),
  ];
}

async function hit(server: ServerProcess, name: string): Promise<Measured> {
  const headers = { authorization: `Bearer ${server.facts['key']}` };
  const request = requestBytes('POST', `/api/projects/1/endpoints/${name}/run`, headers, '{}');
  const before = await server.cpuMicroseconds();
  const options = { port: server.port, request, connections: CONNECTIONS, durationMs: ROUND_MS };
  const result = await load(options);
  const cpu = (await server.cpuMicroseconds()) - before;
  return { ...result, cpuMicrosecondsPerRequest: cpu / result.requests };
}

/** Pages that nobody asked for before, so that none is in memory. */
async function measurePages(service: TestService): Promise<readonly Row[]> {
  const query = `select number as n, toString(number % 1000) as group, toDateTime('2026-01-01 00:00:00') + number as moment,
    number / 7 as share, concat('some text ', toString(number)) as text from numbers(${LARGE_ROWS}) order by n desc`;
  await build(service, 'large', query);
  const page = async (limit: number, offset: number): Promise<number> => {
    const startedMs = performance.now();
    const answer = await service.call('POST', 'endpoints/large/run', { body: { limit, offset } });
    if (answer.json.served_from !== 'materialized') throw new Error(answer.text.slice(0, 300));
    return performance.now() - startedMs;
  };
  const first: number[] = [];
  const deep: number[] = [];
  for (let at = 0; at < 30; at += 1) {
    first.push(await page(100 + at, 0));
    deep.push(await page(100, LARGE_ROWS - 1000 + at));
  }
  return [
    { what: 'first page of 5 M rows', value: `p50 ${median(first).toFixed(1)} ms`, relation: 'goal 50 ms' },
    { what: 'last page of 5 M rows', value: `p50 ${median(deep).toFixed(1)} ms`, relation: '' },
  ];
}

/** A function that is not compared keeps the proof, which is a run of its own, out of the second number. */
async function measureBuilds(service: TestService): Promise<readonly Row[]> {
  const query = (unstable: string) =>
    `select number % 1000 as k, sum(cityHash64(number)) as s${unstable} from numbers(60000000) group by k order by k`;
  const run = async (): Promise<number> => {
    const startedMs = performance.now();
    await service.call('POST', 'endpoints/proved/run', { body: { refresh: 'direct' } });
    return performance.now() - startedMs;
  };
  await build(service, 'proved', query(''));
  await build(service, 'unproved', query(', any(number % 1000) as a'));
  const results = await inRounds(ROUNDS, {
    run,
    unproved: () => buildAgain(service, 'unproved'),
    proved: () => buildAgain(service, 'proved'),
  });
  const direct = median(results.run);
  const row = (what: string, times: readonly number[]): Row => ({
    what,
    value: `${median(times).toFixed(0)} ms`,
    relation: `${(median(times) / direct).toFixed(2)} of the run`,
  });
  return [
    { what: 'run of 60 M rows into 1,000', value: `${direct.toFixed(0)} ms`, relation: '' },
    row('build without comparison', results.unproved),
    row('build with comparison', results.proved),
  ];
}

async function build(service: TestService, name: string, query: string): Promise<void> {
  const body = { name, query: { kind: 'HogQLQuery', query }, is_materialized: true };
  const made = await service.call('POST', 'endpoints', { body });
  if (made.status !== 201) throw new Error(made.text);
  await buildAgain(service, name);
}

/** Milliseconds of the build itself. */
async function buildAgain(service: TestService, name: string): Promise<number> {
  const built = await service.call('POST', `endpoints/${name}/materialize?wait=true`);
  if (built.json.state !== 'Completed') throw new Error(built.text);
  return built.json.duration * 1000;
}
