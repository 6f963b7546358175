import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryLimits } from '../../src/adapters/engine/engine.ts';
import { queryOf, WIDE_LIMITS } from '../fixtures/engine-query.ts';
import { rowsOf } from '../fixtures/engine-rows-of.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

// [ENG-6.5]: the pipe of a text whose last answer was small is read at the end, and nobody may notice.

let started: TestEngine;

beforeAll(async () => {
  started = await startTestEngine();
  await started.engine.ensureProject(1);
});
afterAll(() => started.close());

const rows = 'SELECT number AS n FROM numbers({count:UInt64})';
const ask = async (sql: string, count: number, limits: Partial<QueryLimits> = {}) => {
  const parameters = { count: { type: 'UInt64', value: count } } as const;
  return started.engine.query(queryOf(sql, { parameters, limits: { ...WIDE_LIMITS, ...limits } }));
};

test('answers the same as before, and as many rows as there are', async () => {
  const first = await ask(rows, 3);
  const second = await ask(rows, 3);
  expect(Buffer.from(second.rows).toString()).toBe(Buffer.from(first.rows).toString());
  expect(second).toMatchObject({ columns: first.columns, rowCount: 3, statistics: { rowsRead: 3 } });
  for (const count of [2, 100, 101, 20_000, 2, 0, 5_000])
    expect(rowsOf(await ask(rows, count)), String(count)).toEqual(
      Array.from({ length: count }, (_, n) => [n]),
    );
});

test.each([
  ['one long text', "SELECT repeat('x', {count:UInt64}) AS a"],
  ['one long list', 'SELECT range({count:UInt64}) AS a'],
  ['one text in many rows', "SELECT repeat('x', 200) AS a FROM numbers({count:UInt64})"],
  [
    'values that are counted once',
    "SELECT arrayMap(x -> toLowCardinality('xxxxxxxx'), range({count:UInt64})) AS a",
  ],
])('may answer %s, up to the limit of bytes', async (_, sql) => {
  for (let round = 0; round < 2; round += 1) {
    await ask(sql, 2);
    expect((await ask(sql, 100_000)).rows.length).toBeGreaterThan(100_000);
    await ask(sql, 2);
    const refused = ask(sql, 100_000, { maxResultBytes: 90_000 });
    await expect(refused).rejects.toMatchObject({ code: 'query_too_large' });
  }
});

test('keeps the limits of its call, and begins with a session of its own', async () => {
  for (let round = 0; round < 3; round += 1) await ask(rows, 3);
  await expect(ask(rows, 3, { maxResultRows: 2 })).rejects.toMatchObject({ code: 'query_too_large' });
  await expect(ask(rows, 3, { maxResultBytes: 10 })).rejects.toMatchObject({ code: 'query_too_large' });
  const failing = 'SELECT throwIf(number = {count:UInt64}), 1 FROM numbers(10)';
  for (let round = 0; round < 3; round += 1) {
    await ask(failing, 20);
    await expect(ask(failing, 9)).rejects.toMatchObject({ code: 'query_failed' });
    expect(rowsOf(await ask(rows, 1))).toEqual([[0]]);
  }
  const roles = 'SELECT length(currentRoles()), currentDatabase(), {count:UInt64}';
  for (let round = 0; round < 3; round += 1)
    expect(rowsOf(await ask(roles, round))).toEqual([[0, 'p_1', round]]);
});

test('is stopped as any other', async () => {
  const slow = 'SELECT sum(sleepEachRow(0.01)) FROM numbers({count:UInt64})';
  await ask(slow, 1);
  const gone = new AbortController();
  const parameters = { count: { type: 'UInt64', value: 3_000 } } as const;
  const query = queryOf(slow, { parameters, signal: gone.signal, blockRows: 1 });
  const asked = started.engine.query(query);
  const running = started.engine.whenEnded(query.runId);
  setTimeout(() => gone.abort(), 100);
  await expect(asked).rejects.toMatchObject({ code: 'query_cancelled' });
  await running;
  expect(rowsOf(await ask(rows, 1))).toEqual([[0]]);
});
