import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EngineQuery } from '../src/adapters/engine/engine.ts';
import { newUuid } from '../src/base/ids.ts';
import { compileVersion } from '../src/query/plan.ts';
import { startTestService, type TestService } from '../test/fixtures/start-service.ts';
import { load, requestBytes } from './measure/load.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';
import { runLimits } from './measure/run-limits.ts';

const ROUNDS = 5;
const ROUND_MS = 1_500;

const LIMITS = runLimits(10_000);

/**
 * A forced run through HTTP against the statement that it sends to the engine: asked for directly by the same process,
 * and by a bare node:http server of this process that sends the engine’s rows as they are.
 */
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
  const statement = await statementOf(service, query);
  const bare = await listen(service, statement);
  const p50 = async (port: number): Promise<number> =>
    (await load({ port, request, connections: 1, durationMs: ROUND_MS })).p50Ms;
  try {
    const results = await inRounds(ROUNDS, {
      engine: () => askEngine(service, statement),
      raw: () => p50(portOf(bare)),
      run: () => p50(Number(new URL(service.url).port)),
    });
    return rowsOf(name, median(results.engine), median(results.raw), median(results.run));
  } finally {
    bare.close();
  }
}

function rowsOf(name: string, engine: number, raw: number, run: number): readonly Row[] {
  return [
    { what: `engine alone, ${name}`, value: `p50 ${engine.toFixed(2)} ms`, relation: '' },
    { what: `sent raw, ${name}`, value: `p50 ${raw.toFixed(2)} ms`, relation: '' },
    {
      what: `forced run, ${name}`,
      value: `p50 ${run.toFixed(2)} ms`,
      relation: `+${(run - engine).toFixed(2)} ms over the engine, ${(run / raw).toFixed(2)} of sent raw`,
    },
  ];
}

type Statement = Pick<EngineQuery, 'sql' | 'parameters'>;

/** What a run of the query sends to the engine. */
async function statementOf({ services }: TestService, query: string): Promise<Statement> {
  const project = await services.catalog.context(1);
  const compiled = compileVersion({ kind: 'HogQLQuery', query }, {}, project);
  const { answerRows } = services.runLimits;
  const plan = compiled
    .prepare({}, { project, allowedOverrides: null, maxRows: answerRows })
    .plan(Date.now());
  if (plan.kind !== 'table') throw new Error('a SQL query has one statement');
  return plan.query;
}

function ask({ services }: TestService, statement: Statement): Promise<Uint8Array> {
  const asked = services.engine.query({ ...statement, projectId: 1, runId: newUuid(), limits: LIMITS });
  return asked.then(({ rows }) => rows);
}

/** A bare server that answers each request with the engine's rows. */
async function listen(service: TestService, statement: Statement): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    void ask(service, statement).then((rows) => {
      response.writeHead(200, { 'content-length': rows.length });
      response.end(rows);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Median time of the statement alone, for as long as a round lasts. */
async function askEngine(service: TestService, statement: Statement): Promise<number> {
  const times: number[] = [];
  const endMs = performance.now() + ROUND_MS;
  for (let at = performance.now(); at < endMs; ) {
    await ask(service, statement);
    const nowMs = performance.now();
    times.push(nowMs - at);
    at = nowMs;
  }
  return median(times);
}
