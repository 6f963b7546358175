import { isDeepStrictEqual } from 'node:util';
import type { EmbeddedEngine } from '../src/adapters/engine/embedded/supervisor.ts';
import type { Engine } from '../src/adapters/engine/engine.ts';
import type { EngineParameters } from '../src/base/engine-parameter.ts';
import { isAppError } from '../src/base/errors.ts';
import { compileVersion } from '../src/query/plan.ts';
import type { ProjectContext } from '../src/query/project-context.ts';
import type { PlannedQuery, ResultTable, RunPlan } from '../src/query/run-plan.ts';
import { startTestEngine } from '../test/fixtures/start-engine.ts';
import { ACTOR_QUESTIONS } from './insights/actor-questions.ts';
import { FUNNEL_QUESTIONS } from './insights/funnel-questions.ts';
import { FIRST_DAY, fillInsightEvents, LAST_DAY } from './insights/generated-events.ts';
import type { Question, Result } from './insights/question.ts';
import { TRENDS_QUESTIONS } from './insights/trends-questions.ts';
import { cpuMicrosecondsOf } from './measure/process-cpu.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';

const ROUNDS = 3;
const EVENTS = 10_000_000;

const QUESTIONS: readonly Question[] = [...TRENDS_QUESTIONS, ...ACTOR_QUESTIONS, ...FUNNEL_QUESTIONS];

/** As of an endpoint run, with more time. */
const LIMITS = {
  timeoutMs: 600_000,
  maxMemoryBytes: 1024 ** 3,
  maxResultRows: 100_000,
  maxResultBytes: 64 * 1024 ** 2,
  maxThreads: 1,
  priority: 1,
} as const;

const PROJECT: ProjectContext = {
  projectId: 1,
  timezone: 'UTC',
  weekStartDay: 0,
  testAccountFilters: [],
  pathCleaningFilters: [],
  propertyTypes: { event: new Map(), person: new Map(), group: new Map() },
  groupTypes: [],
  hasPersonOverrides: true,
  actions: new Map(),
  dataEpoch: 0,
  revision: 'benchmark',
};

/**
 * Every kind of insight on generated events: the compiled SQL against the same question written by hand for this engine,
 * and against the way it is usually written. All three must answer the same numbers.
 */
export const insightSpeed: Benchmark = {
  question: 'What does compiled SQL cost against the same question written by hand?',
  measure: async (scale = 1, part = '') => {
    const { engine, close } = await startTestEngine();
    try {
      await fillInsightEvents(engine, EVENTS * scale);
      const rows: Row[] = [];
      for (const question of QUESTIONS) {
        if (question.name.includes(part)) rows.push(await compareQuestion(engine, question));
      }
      return rows;
    } finally {
      await close();
    }
  },
};

/** What each way costs. @throws when the answers differ */
async function compareQuestion(engine: EmbeddedEngine, question: Question): Promise<Row> {
  const ways = {
    compiled: () => answerOf(engine, question),
    byHand: () => cellOf(engine, question.byHand),
    textbook: () => cellOf(engine, question.textbook),
  };
  const times = await inRounds(ROUNDS, {
    compiled: () => timed(engine, ways.compiled),
    byHand: () => timed(engine, ways.byHand),
    textbook: () => timed(engine, ways.textbook),
  });
  const { compiled, byHand, textbook } = times;
  checkAgreement(question, compiled, [...byHand, ...textbook]);
  return {
    what: question.name,
    value: `${spent(compiled)}, by hand ${spent(byHand)}, textbook ${spent(textbook)}`,
    relation: `${relation(compiled, byHand, 'by hand')}, ${relation(compiled, textbook, 'textbook')}`,
  };
}

/** A way may need too much memory, which is no answer; all answers must be the same. */
function checkAgreement({ name }: Question, ours: readonly Spent[], theirs: readonly Spent[]): void {
  const [expected] = ours;
  for (const { answer } of theirs) {
    if (answer === OUT_OF_MEMORY || isDeepStrictEqual(rounded(answer), rounded(expected?.answer))) continue;
    const [found, wanted] = [answer, expected?.answer].map((one) => JSON.stringify(one).slice(0, 300));
    throw new Error(`${name}: ${found} is not ${wanted}`);
  }
}

interface Spent {
  readonly ms: number;
  /** Of the process of the engine: other work on the machine disturbs it less. */
  readonly cpuMs: number;
  readonly answer: unknown;
}

const OUT_OF_MEMORY = 'out of memory';

async function timed(engine: EmbeddedEngine, ask: () => Promise<unknown>): Promise<Spent> {
  const startedMs = performance.now();
  const cpuBeforeMs = engineCpuMs(engine);
  const answer = await ask().catch((error: unknown) => {
    if (isAppError(error) && error.code === 'query_memory_limit') return OUT_OF_MEMORY;
    throw error;
  });
  return { ms: performance.now() - startedMs, cpuMs: engineCpuMs(engine) - cpuBeforeMs, answer };
}

function engineCpuMs({ processId }: EmbeddedEngine): number {
  return cpuMicrosecondsOf(processId ?? 0) / 1000;
}

function spent(times: readonly Spent[]): string {
  if (times.some(({ answer }) => answer === OUT_OF_MEMORY)) return OUT_OF_MEMORY;
  return `${median(times.map(({ ms }) => ms)).toFixed(0)} ms (${median(times.map(({ cpuMs }) => cpuMs))} CPU)`;
}

/** Processor time is counted in ticks of 10 ms, so that the relation of shorter times would be chance. */
const LEAST_CPU_MS = 50;

/** By processor time, that of all rounds together. */
function relation(ours: readonly Spent[], theirs: readonly Spent[], whose: string): string {
  const [own, other] = [ours, theirs].map((times) => times.reduce((sum, { cpuMs }) => sum + cpuMs, 0));
  if (own === undefined || other === undefined || other < LEAST_CPU_MS) return `too short for ${whose}`;
  return `${(own / other).toFixed(2)} of ${whose}`;
}

/** The answer of the insight, without the service around it. */
async function answerOf(engine: Engine, { insight, numbers }: Question): Promise<unknown> {
  const dateRange = { date_from: FIRST_DAY, date_to: LAST_DAY };
  const stored = { dateRange, kind: 'unknown', ...insight };
  const run = compileVersion(stored, {}, PROJECT).prepare({}, { allowedOverrides: null, maxRows: 1000 });
  let plan: RunPlan = run.plan(Date.parse(`${LAST_DAY}T23:00:00Z`));
  while (plan.kind === 'probe') plan = plan.next(await tableOf(engine, plan.query));
  if (plan.kind !== 'insight') throw new Error('an insight is asked for');
  const tables: ResultTable[] = [];
  for (const query of plan.queries) tables.push(await tableOf(engine, query));
  return numbers(plan.shape(tables).results as readonly Result[]);
}

async function cellOf(engine: Engine, sql: string): Promise<unknown> {
  return (await rowsOf(engine, sql))[0]?.[0];
}

async function tableOf(engine: Engine, { sql, parameters }: PlannedQuery): Promise<ResultTable> {
  return { columns: [], rows: await rowsOf(engine, sql, parameters) };
}

let runs = 0;

async function rowsOf(
  engine: Engine,
  sql: string,
  parameters: EngineParameters = {},
): Promise<readonly (readonly unknown[])[]> {
  runs += 1;
  const { rows } = await engine.query({
    sql,
    parameters,
    projectId: 1,
    runId: `bench-${runs}`,
    limits: LIMITS,
  });
  return JSON.parse(`[${Buffer.from(rows).toString()}]`);
}

/** Numbers to nine digits: sums of fractions depend on their order. */
function rounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rounded);
  return typeof value === 'number' ? Number(value.toPrecision(9)) : value;
}
