import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TestService } from '../test/fixtures/start-service.ts';
import { overHttp } from './lookups/ask-sluice.ts';
import type { Answer, AskedDatabase } from './lookups/asked-database.ts';
import { LARGEST, ORDINARY } from './lookups/customer-events.ts';
import { LOOKUP_QUESTIONS, type LookupQuestion } from './lookups/lookup-questions.ts';
import { type Contestants, openContestants, openWithoutLookups } from './lookups/lookup-world.ts';
import { type Benchmark, inRounds, median, percentile, type Row } from './measure/round.ts';

const EVENTS = 10_000_000;

/** Who is asked for, and how often. */
const CUSTOMERS = [
  { customer: ORDINARY, of: 'ordinary customer', rounds: 40, roundsBefore: 5 },
  { customer: LARGEST, of: 'largest customer', rounds: 15, roundsBefore: 3 },
] as const;

/**
 * What the page of one customer asks every day, as whole runs over HTTP that read no cache: with lookups, and before
 * them with columns alone; against a query by hand over the rows of the same lookup, a PostgreSQL with the index that
 * fits, and DuckDB. All warm and in turns, but for the runs without lookups, which come first. Answers must be equal.
 */
export const lookups: Benchmark = {
  question: 'What does the page of a customer wait for, against PostgreSQL with an index and DuckDB?',
  measure: async (scale = 1, part = '') => {
    const questions = LOOKUP_QUESTIONS.filter(({ name }) => name.includes(part));
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-bench-'));
    // PostgreSQL reads files in it as another user.
    chmodSync(folder, 0o755);
    try {
      const service = await openWithoutLookups(EVENTS * scale);
      const before = await measureBefore(service, questions);
      await service.close({ keepData: true });
      const { contestants, builtSeconds, close } = await openContestants(service, folder);
      const rows = await measureAll(contestants, questions, before);
      await close();
      return [
        { what: 'p50 / p95 in ms', value: 'Sluice', relation: '' },
        { what: 'lookup ready', value: `after ${builtSeconds.toFixed(1)} s`, relation: '' },
        ...rows,
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Timed {
  readonly ms: number;
  readonly answer: Answer;
}

/** Answers without lookups, by `labelOf`. */
type Before = ReadonlyMap<string, readonly Timed[]>;

function labelOf({ name }: LookupQuestion, of: string): string {
  return `${name}, ${of}`;
}

async function measureBefore(service: TestService, questions: readonly LookupQuestion[]): Promise<Before> {
  const before = new Map<string, readonly Timed[]>();
  const sluice = overHttp(service);
  for (const { customer, of, roundsBefore } of CUSTOMERS)
    for (const question of questions) {
      const asked = timed(sluice, question, customer);
      before.set(labelOf(question, of), (await inRounds(roundsBefore, { asked })).asked);
    }
  await sluice.close();
  return before;
}

async function measureAll(
  contestants: Contestants,
  questions: readonly LookupQuestion[],
  before: Before,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { customer, of, rounds } of CUSTOMERS)
    for (const question of questions) {
      const label = labelOf(question, of);
      const asked = (database: AskedDatabase) => timed(database, question, customer);
      const results = await inRounds(rounds, {
        sluice: asked(contestants.sluice),
        byHand: asked(contestants.byHand),
        postgres: asked(contestants.postgres),
        duckdb: asked(contestants.duckdb),
      });
      const all = { ...results, before: before.get(label) ?? [] };
      checkAnswers(label, all);
      rows.push(rowOf(label, all));
    }
  return rows;
}

function timed(database: AskedDatabase, question: LookupQuestion, customer: string) {
  return async (): Promise<Timed> => {
    const startedMs = performance.now();
    const answer = await database.ask(question, customer);
    return { ms: performance.now() - startedMs, answer };
  };
}

type Results = Readonly<Record<keyof Contestants | 'before', readonly Timed[]>>;

/** @throws when the answers are not the same */
function checkAnswers(label: string, results: Results): void {
  const expected = results.postgres[0]?.answer;
  for (const [name, times] of Object.entries(results))
    for (const { answer } of times)
      if (!isDeepStrictEqual(answer, expected)) {
        const texts = [answer, expected].map((rows) => JSON.stringify(rows).slice(0, 500));
        throw new Error(`${label}: ${name} answers ${texts[0]}, PostgreSQL ${texts[1]}`);
      }
}

function rowOf(what: string, { sluice, before, byHand, postgres, duckdb }: Results): Row {
  const more = p50(sluice) - p50(postgres);
  const rows = what.startsWith('usage') ? rowsCounted(sluice) : 0;
  const perRow = rows === 0 ? '' : `, ${((p50(sluice) * 1e6) / rows).toFixed(0)} ns a row`;
  return {
    what,
    value: shown(sluice),
    relation:
      `before ${p50(before).toFixed(1)}; by hand ${shown(byHand)} (${(p50(sluice) / p50(byHand)).toFixed(2)}${perRow}); ` +
      `PostgreSQL ${shown(postgres)} (${more < 0 ? '' : '+'}${more.toFixed(1)}); DuckDB ${shown(duckdb)}`,
  };
}

/** Rows of the customer that a question has read whose second column counts them. */
function rowsCounted([first]: readonly Timed[]): number {
  return first?.answer.reduce((sum, [, count]) => sum + Number(count), 0) ?? 0;
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
