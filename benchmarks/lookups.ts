import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startTestService } from '../test/fixtures/start-service.ts';
import { fillDuckdb } from './lookups/ask-duckdb.ts';
import { fillPostgres } from './lookups/ask-postgres.ts';
import { learnProperties, makeEndpoints, overHttp } from './lookups/ask-sluice.ts';
import type { Answer, AskedDatabase } from './lookups/asked-database.ts';
import { fillCustomerEvents, LARGEST, ORDINARY } from './lookups/customer-events.ts';
import { LOOKUP_QUESTIONS, type LookupQuestion } from './lookups/lookup-questions.ts';
import { quietEngine } from './lookups/quiet-engine.ts';
import { type Benchmark, inRounds, median, percentile, type Row } from './measure/round.ts';

const EVENTS = 10_000_000;

/** Who is asked for, and how often. */
const CUSTOMERS = [
  { customer: ORDINARY, of: 'ordinary customer', rounds: 40 },
  { customer: LARGEST, of: 'largest customer', rounds: 15 },
] as const;

/**
 * What the page of one customer asks every day: whole runs over HTTP that read no cache, against a PostgreSQL with the
 * index that fits, and DuckDB. All warm and in turns. Answers must be the same.
 */
export const lookups: Benchmark = {
  question: 'What does the page of a customer wait for, against PostgreSQL with an index and DuckDB?',
  measure: async (scale = 1, part = '') => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-bench-'));
    // PostgreSQL reads files in it as another user.
    chmodSync(folder, 0o755);
    const opened = await openContestants(folder, EVENTS * scale);
    try {
      const rows: Row[] = [];
      for (const { customer, of, rounds } of CUSTOMERS)
        for (const question of LOOKUP_QUESTIONS.filter(({ name }) => name.includes(part))) {
          const asked = { question, customer, rounds };
          rows.push(rowOf(`${question.name}, ${of}`, await measureOne(opened.contestants, asked)));
        }
      return rows;
    } finally {
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Contestants = Readonly<Record<'sluice' | 'postgres' | 'duckdb', AskedDatabase>>;

async function openContestants(folder: string, events: number) {
  const service = await startTestService({ testClock: false });
  const { engine } = service.services;
  await learnProperties(service);
  await fillCustomerEvents(engine, { from: 0, count: events, ordinaryAmong: events });
  await makeEndpoints(service);
  const contestants: Contestants = {
    sluice: overHttp(service),
    postgres: await fillPostgres(engine, folder),
    duckdb: await fillDuckdb(engine, folder),
  };
  await quietEngine(engine);
  const close = async () => {
    for (const contestant of Object.values(contestants)) await contestant.close();
    await service.close();
  };
  return { contestants, close };
}

interface Asked {
  readonly question: LookupQuestion;
  readonly customer: string;
  readonly rounds: number;
}

interface Timed {
  readonly ms: number;
  readonly answer: Answer;
}

/** @throws when the answers are not the same */
async function measureOne(contestants: Contestants, { question, customer, rounds }: Asked) {
  const timed = (database: AskedDatabase) => async (): Promise<Timed> => {
    const startedMs = performance.now();
    const answer = await database.ask(question, customer);
    return { ms: performance.now() - startedMs, answer };
  };
  const results = await inRounds(rounds, {
    sluice: timed(contestants.sluice),
    postgres: timed(contestants.postgres),
    duckdb: timed(contestants.duckdb),
  });
  const [expected] = results.postgres;
  for (const [name, times] of Object.entries(results))
    for (const { answer } of times)
      if (!isDeepStrictEqual(answer, expected?.answer))
        throw new Error(
          `${question.name} of ${customer}: ${name} answers ${JSON.stringify(answer)}, PostgreSQL ${JSON.stringify(expected?.answer)}`,
        );
  return results;
}

function rowOf(
  what: string,
  { sluice, postgres, duckdb }: Readonly<Record<keyof Contestants, readonly Timed[]>>,
): Row {
  const more = p50(sluice) - p50(postgres);
  return {
    what,
    value: shown(sluice),
    relation: `PostgreSQL ${shown(postgres)} (${more < 0 ? '' : '+'}${more.toFixed(1)} ms), DuckDB ${shown(duckdb)}`,
  };
}

function shown(times: readonly Timed[]): string {
  return `${p50(times).toFixed(1)} / ${percentile(msOf(times), 0.95).toFixed(1)}`;
}

function p50(times: readonly Timed[]): number {
  return median(msOf(times));
}

function msOf(times: readonly Timed[]): readonly number[] {
  return times.map(({ ms }) => ms);
}
