import { isDeepStrictEqual } from 'node:util';
import type { EmbeddedEngine } from '../src/adapters/engine/embedded/supervisor.ts';
import {
  dropPromotedColumns,
  readPromotedColumns,
} from '../src/adapters/engine/statements/promoted-columns.ts';
import { type PromotionStage, promoteProperties } from '../test/fixtures/promote-properties.ts';
import { startTestEngine } from '../test/fixtures/start-engine.ts';
import { answerOf, PROJECT } from './insights/ask-engine.ts';
import { fillInsightEvents } from './insights/generated-events.ts';
import { TRENDS_QUESTIONS } from './insights/trends-questions.ts';
import { type Spent, timed } from './measure/engine-time.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';

const ROUNDS = 3;
const EVENTS = 10_000_000;
const PROPERTIES = ['plan', 'browser', 'page', 'amount'];

/** Questions that read properties. */
const QUESTIONS = TRENDS_QUESTIONS.filter(({ name }) => /property|breakdown/.test(name));

/** Rows of one insert, with the properties of the other rows and 50 more. */
const INSERTED = 10_000;
const COLUMNS = 50;
const INSERT = `INSERT INTO app.events
  (project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties)
  SELECT project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties FROM app.to_insert`;

/**
 * What a column of its own saves queries that read a property, and what columns cost inserts. Answers must be the same.
 */
export const promotedProperties: Benchmark = {
  question: 'What do columns of single properties save and cost?',
  measure: async (scale = 1, part = '') => {
    const { engine, close } = await startTestEngine();
    try {
      await fillInsightEvents(engine, EVENTS * scale);
      const promoted = { ...PROJECT, promoted: await promoteProperties(engine, PROPERTIES, 'filled') };
      const rows: Row[] = [];
      for (const question of QUESTIONS.filter(({ name }) => name.includes(part))) {
        const spent = await inRounds(ROUNDS, {
          parsed: () => timed(engine, () => answerOf(engine, question)),
          promoted: () => timed(engine, () => answerOf(engine, question, promoted)),
        });
        if (!isDeepStrictEqual(spent.parsed[0]?.answer, spent.promoted[0]?.answer))
          throw new Error(`${question.name}: the answers differ`);
        rows.push({ what: question.name, value: shown(spent.promoted), relation: ofParsed(spent) });
      }
      await dropPromotedColumns(engine, await readPromotedColumns(engine));
      return 'insert'.includes(part) ? [...rows, ...(await measureInserts(engine))] : rows;
    } finally {
      await close();
    }
  },
};

function ofParsed({ parsed, promoted }: Readonly<Record<'parsed' | 'promoted', readonly Spent[]>>): string {
  return `${(total(promoted) / total(parsed)).toFixed(3)} of parsing (${shown(parsed)})`;
}

/** The same rows are inserted into a table with no columns, then with many, computed one by one and together. */
async function measureInserts(engine: EmbeddedEngine): Promise<readonly Row[]> {
  const keys = Array.from({ length: COLUMNS }, (_, at) => `key ${at}`);
  await engine.command('CREATE TABLE app.to_insert AS app.events ENGINE = Memory');
  const more = keys.map((key, at) => `'"${key}":"', toString(number % ${at + 2}), '",'`).join(', ');
  await engine.command(`INSERT INTO app.to_insert SELECT * EXCEPT (number) REPLACE (concat('{', ${more}, substring(properties, 2)) AS properties)
    FROM (SELECT *, rowNumberInAllBlocks() AS number FROM app.events LIMIT ${INSERTED})`);
  const insert = () => timed(engine, () => engine.command(INSERT));
  const rows: Row[] = [];
  const { bare } = await inRounds(ROUNDS, { bare: insert });
  rows.push({
    what: `insert ${INSERTED} rows of ${COLUMNS + 6} properties`,
    value: shown(bare),
    relation: '',
  });
  for (const [count, stage] of [
    [5, 'added'],
    [5, 'shared'],
    [COLUMNS, 'added'],
    [COLUMNS, 'shared'],
  ] as const) {
    await promoteProperties(engine, keys.slice(0, count), stage);
    const { full } = await inRounds(ROUNDS, { full: insert });
    const relation = `${(total(full) / total(bare)).toFixed(2)} of none`;
    rows.push({ what: `${count} columns, ${HOW[stage]}`, value: shown(full), relation });
    await dropPromotedColumns(engine, await readPromotedColumns(engine));
  }
  return rows;
}

const HOW: Readonly<Record<PromotionStage, string>> = {
  added: 'each parses',
  filled: 'each parses',
  shared: 'parsed once',
};

function shown(spent: readonly Spent[]): string {
  return `${median(spent.map(({ cpuMs }) => cpuMs))} ms CPU`;
}

function total(spent: readonly Spent[]): number {
  return spent.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}
