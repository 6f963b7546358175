import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

// Ten projects, three months, four events. A range of two days of one event lies in one or two granules, whatever the
// statement puts between the condition and the table.
// [SQL-5.1], [ENG-7.2].

let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
  await server.engine.command(`
    INSERT INTO app.events (project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties)
    SELECT 1 + number % 10, toUUID('00000000-0000-0000-0000-000000000001'), ['a', 'b', 'c', 'd'][1 + number % 4],
      toString(number % 1000), toUUID('00000000-0000-0000-0000-000000000002'),
      toDateTime64('2026-01-01 00:00:00', 6, 'UTC') + toIntervalMinute(number % 129600),
      toDateTime64('2026-01-01 00:00:00', 6, 'UTC'), '{}'
    FROM numbers(1000000)`);
});

afterAll(() => server.close());

/** Granules that the engine would read of `events`, after all indexes. */
async function granulesRead(text: string, changes: Parameters<typeof testProject>[0]): Promise<number> {
  const compiled = compileStatement(parseSelect(text), { project: testProject(changes), text });
  const rows = { limit: 10, offset: 0 };
  const { query } = bindStatement(compiled, { values: new Map(), nowMs: 0, rows });
  const answer = await server.engine.command(`EXPLAIN indexes = 1 ${query.sql}`, query.parameters);
  const lines: readonly string[][] = JSON.parse(`[${Buffer.from(answer.rows).toString('utf8')}]`);
  const granules = lines.flatMap(([line = '']) => /Parts: \d+ \| Granules: (\d+)/.exec(line)?.[1] ?? []);
  return Number(granules[0]);
}

const RANGE = "event = 'a' AND timestamp >= '2026-02-10' AND timestamp < '2026-02-12'";

test.each([
  { name: 'the table itself', text: `SELECT count() FROM events WHERE ${RANGE}`, changes: {} },
  {
    name: 'a project in another zone',
    text: `SELECT count() FROM events WHERE ${RANGE}`,
    changes: { timezone: 'Asia/Tokyo' },
  },
  {
    name: 'merged persons',
    text: `SELECT count(DISTINCT person_id) FROM events WHERE ${RANGE}`,
    changes: { hasPersonOverrides: true },
  },
  {
    name: 'a property of the person',
    text: `SELECT count() FROM events WHERE ${RANGE} AND person.properties.plan IS NULL`,
    changes: {},
  },
  {
    name: 'a sub-query in another zone',
    text: `SELECT count() FROM (SELECT timestamp, event FROM events) WHERE ${RANGE}`,
    changes: { timezone: 'Asia/Tokyo' },
  },
  {
    name: 'a CTE',
    text: `WITH e AS (SELECT * FROM events) SELECT count() FROM e WHERE ${RANGE}`,
    changes: {},
  },
  {
    name: 'an alias of the column',
    text: `SELECT timestamp AS at, count() FROM events WHERE event = 'a' AND at >= '2026-02-10' AND at < '2026-02-12' GROUP BY at`,
    changes: { timezone: 'America/New_York' },
  },
])('a range of time reads two granules through $name', async ({ text, changes }) => {
  expect(await granulesRead(text, changes)).toBeLessThanOrEqual(2);
});
