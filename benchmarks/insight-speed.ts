import { isDeepStrictEqual } from 'node:util';
import type { EmbeddedEngine } from '../src/adapters/engine/embedded/supervisor.ts';
import { startTestEngine } from '../test/fixtures/start-engine.ts';
import { ACTOR_QUESTIONS } from './insights/actor-questions.ts';
import { answerOf, cellOf } from './insights/ask-engine.ts';
import { FUNNEL_QUESTIONS } from './insights/funnel-questions.ts';
import { fillInsightEvents } from './insights/generated-events.ts';
import type { Question } from './insights/question.ts';
import { TRENDS_QUESTIONS } from './insights/trends-questions.ts';
import { OUT_OF_MEMORY, type Spent, timed } from './measure/engine-time.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';

const ROUNDS = 5;
const EVENTS = 10_000_000;

/** Unit in which the system counts processor time. */
const TICK_MS = 10;
/** A way is repeated until it has about so much of it, at most so often. */
const ENOUGH_CPU_MS = 400;
const MOST_REPEATS = 20;

const QUESTIONS: readonly Question[] = [...TRENDS_QUESTIONS, ...ACTOR_QUESTIONS, ...FUNNEL_QUESTIONS];

/**
 * Every kind of insight on generated events: the compiled SQL against the same question written by hand for this
 * engine, and against the way it is usually written. All three must answer the same numbers.
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

/**
 * What each way costs. Short ones are repeated, so that the ticks in which processor time is counted do not matter.
 * @throws when the answers differ
 */
async function compareQuestion(engine: EmbeddedEngine, question: Question): Promise<Row> {
  const ways = {
    compiled: () => answerOf(engine, question),
    byHand: () => cellOf(engine, question.byHand),
    textbook: () => cellOf(engine, question.textbook),
  };
  const { cpuMs } = await timed(engine, ways.byHand);
  const times = Math.min(MOST_REPEATS, Math.ceil(ENOUGH_CPU_MS / Math.max(cpuMs, TICK_MS)));
  const { compiled, byHand, textbook } = await inRounds(ROUNDS, {
    compiled: () => timed(engine, ways.compiled, times),
    byHand: () => timed(engine, ways.byHand, times),
    textbook: () => timed(engine, ways.textbook, times),
  });
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

function spent(times: readonly Spent[]): string {
  if (times.some(({ answer }) => answer === OUT_OF_MEMORY)) return OUT_OF_MEMORY;
  return `${median(times.map(({ ms }) => ms)).toFixed(0)} ms (${median(times.map(({ cpuMs }) => cpuMs)).toFixed(0)} CPU)`;
}

/** By processor time: the median of the rounds, each of which disturbs both ways alike. */
function relation(ours: readonly Spent[], theirs: readonly Spent[], whose: string): string {
  const relations = ours.map(({ cpuMs }, round) => cpuMs / Math.max(theirs[round]?.cpuMs ?? 0, TICK_MS / 2));
  return `${median(relations).toFixed(2)} of ${whose}`;
}

/** Numbers to nine digits: sums of fractions depend on their order. */
function rounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rounded);
  return typeof value === 'number' ? Number(value.toPrecision(9)) : value;
}
