import { isDeepStrictEqual } from 'node:util';
import { foldWorld } from '../test/fixtures/fold-world.ts';
import { startTestEngine } from '../test/fixtures/start-engine.ts';
import { ACTOR_QUESTIONS } from './insights/actor-questions.ts';
import { answerOf, PROJECT } from './insights/ask-engine.ts';
import { FUNNEL_QUESTIONS } from './insights/funnel-questions.ts';
import { fillInsightEvents } from './insights/generated-events.ts';
import type { Question } from './insights/question.ts';
import { TRENDS_QUESTIONS } from './insights/trends-questions.ts';
import { type Spent, timed } from './measure/engine-time.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';

const EVENTS = 10_000_000;
const ROUNDS = 3;
const REPEATS = 3;
const NAMES = ['dau', 'funnel, counts and times', 'retention, recurring'];

/** What queries cost before merged persons are folded into the events, and after; and what folding costs. */
export const personFold: Benchmark = {
  question: 'What do merged persons cost queries, until they are folded into the events?',
  measure: async (scale = 1) => {
    const { engine, close } = await startTestEngine();
    const questions = [...TRENDS_QUESTIONS, ...FUNNEL_QUESTIONS, ...ACTOR_QUESTIONS].filter(({ name }) =>
      NAMES.includes(name),
    );
    const ask = (isFolded: boolean) =>
      inRounds(
        ROUNDS,
        Object.fromEntries(
          questions.map((question) => [
            question.name,
            () =>
              timed(
                engine,
                () => answerOf(engine, question, { ...PROJECT, hasPersonOverrides: !isFolded }),
                REPEATS,
              ),
          ]),
        ),
      );
    try {
      await fillInsightEvents(engine, EVENTS * scale);
      const before = await ask(false);
      const fold = await timed(engine, () => foldWorld(engine, 1));
      const after = await ask(true);
      return [
        ...questions.map((question) => compared(question, before, after)),
        { what: 'folding', value: spent([fold]), relation: '' },
      ];
    } finally {
      await close();
    }
  },
};

type Times = Readonly<Record<string, readonly Spent[]>>;

/** @throws when folding changed the answer */
function compared({ name }: Question, before: Times, after: Times): Row {
  const [joined = [], folded = []] = [before[name], after[name]];
  if (!isDeepStrictEqual(joined[0]?.answer, folded[0]?.answer)) throw new Error(`${name}: another answer`);
  return {
    what: name,
    value: `${spent(folded)}, with the join ${spent(joined)}`,
    relation: `${(cpuOf(folded) / cpuOf(joined)).toFixed(2)} of before`,
  };
}

function spent(times: readonly Spent[]): string {
  return `${median(times.map(({ ms }) => ms)).toFixed(0)} ms (${cpuOf(times).toFixed(0)} CPU)`;
}

function cpuOf(times: readonly Spent[]): number {
  return median(times.map(({ cpuMs }) => cpuMs));
}
