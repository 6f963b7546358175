import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { compileInsightStatement } from '../../src/query/compile-insight-version.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { type CompiledStatement, compileStatement } from '../../src/query/compiler/compile.ts';
import { openInsight, prepareInsight } from '../../src/query/insights/insight-version.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import type { PlannedQuery } from '../../src/query/run-plan.ts';
import { ACCEPTED_QUERIES } from '../fixtures/compiler/corpus.ts';
import { insertSampleRows, sampleRows } from '../fixtures/compiler/sample-rows.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import type { StartedEngine } from '../fixtures/engine-forms.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { startTwoShards } from '../fixtures/start-two-shards.ts';

// Every accepted query answers the same rows from one node and from two shards, merged persons included, and the shards
// aggregate what they hold. [ENG-10.1], [ENG-10.2], [ENG-10.3].

let one: StartedEngine;
let two: StartedEngine;

beforeAll(async () => {
  [one, two] = await Promise.all([startTestEngine(), startTwoShards()]);
  for (const { engine } of [one, two]) {
    await engine.ensureProject(1);
    await insertSampleRows(engine, sampleRows(1));
  }
});

afterAll(async () => {
  await Promise.all([one?.close(), two?.close()]);
});

const project = testProject({ timezone: 'Asia/Tokyo', hasPersonOverrides: true });

const NOW_MS = Date.UTC(2026, 0, 8);

function bound(compiled: CompiledStatement): PlannedQuery {
  const rows = { limit: 100, offset: 0 };
  return bindStatement(compiled, { values: new Map(), nowMs: NOW_MS, rows }).query;
}

async function rowsOf(engine: Engine, text: string): Promise<readonly string[]> {
  const query = bound(compileStatement(parseSelect(text), { project, text }));
  const answer = await engine.query(queryOf(query.sql, { parameters: query.parameters }));
  const rows: readonly unknown[] = JSON.parse(`[${Buffer.from(answer.rows).toString('utf8')}]`);
  return rows.map((row) => JSON.stringify(text.includes('groupArray(') ? withoutOrder(row) : row));
}

/** `groupArray` gathers in the order of reading, which no form promises. */
function withoutOrder(row: unknown): unknown {
  const cells: readonly unknown[] = Array.isArray(row) ? row : [];
  return cells.map((cell) => (Array.isArray(cell) ? cell.toSorted() : cell));
}

test.each(ACCEPTED_QUERIES)('%s', async (text) => {
  const [expected, found] = await Promise.all([one, two].map(({ engine }) => rowsOf(engine, text)));
  expect(found?.toSorted()).toEqual(expected?.toSorted());
});

const EVENTS = [
  { kind: 'EventsNode', event: 'a' },
  { kind: 'EventsNode', event: 'b', properties: [{ key: 'plan', value: 'pro', type: 'event' }] },
];

const RANGE = { date_from: '2025-12-01', date_to: '2026-01-07' };

const INSIGHTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'a trend': { kind: 'TrendsQuery', series: EVENTS, dateRange: RANGE },
  'a trend of persons, broken down': {
    kind: 'TrendsQuery',
    series: EVENTS.map((node) => ({ ...node, math: 'dau' })),
    breakdownFilter: { breakdown: 'plan', breakdown_type: 'event' },
    dateRange: RANGE,
  },
  'the counts of a funnel': { kind: 'FunnelsQuery', series: EVENTS, dateRange: RANGE },
};

const TABLES: Readonly<Record<string, string>> = {
  'a table':
    'SELECT event, properties.plan, count() FROM events GROUP BY event, properties.plan ORDER BY 3 DESC',
  'a table of persons': 'SELECT toDate(timestamp) AS day, uniq(person_id) FROM events GROUP BY day',
  'a table by a property of persons': 'SELECT person.properties.email, count() FROM events GROUP BY 1',
  'one number': "SELECT count() FROM events WHERE event = 'a'",
  'a table beside another': `SELECT p.properties.email, count() FROM events AS e LEFT JOIN persons AS p ON e.person_id = p.id
    WHERE e.event = 'a' GROUP BY 1`,
  sessions: 'SELECT $entry_current_url, avg($session_duration) FROM sessions GROUP BY 1',
};

describe('shards aggregate their own rows', () => {
  test.each(Object.entries(INSIGHTS))('%s', async (_, query) => {
    const version = openInsight({ kind: 'unknown', ...query });
    const prepared = prepareInsight(version, project, {}, { allowedOverrides: null, mayQuery: true });
    const plan = prepared.plan(NOW_MS);
    const statements = plan.kind === 'probe' ? [] : plan.statements;
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements)
      await expectMerged(compileInsightStatement(statement, prepared, NOW_MS));
  });

  test.each(Object.entries(TABLES))('%s', async (_, text) => {
    for (const stream of [undefined, 'csv'] as const)
      await expectMerged(compileStatement(parseSelect(text), { project, text, ...(stream && { stream }) }));
  });
});

/** Each part of the plan that reads the shards ends there with an aggregate, which is merged here. */
async function expectMerged(compiled: CompiledStatement): Promise<void> {
  const { sql, parameters } = bound(compiled);
  const { rows } = await two.engine.command(`EXPLAIN ${sql}`, parameters);
  const lines: readonly string[][] = JSON.parse(`[${Buffer.from(rows).toString('utf8')}]`);
  const plan = lines.map(([line = '']) => line).join('\n');
  expect(plan).toContain('MergingAggregated');
}
