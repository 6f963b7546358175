import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineRows } from '../../src/adapters/engine/engine.ts';
import type { EngineParameters } from '../../src/base/engine-parameter.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

let started: TestEngine;

beforeAll(async () => {
  started = await startTestEngine();
  await started.engine.ensureProject(1);
});
afterAll(() => started.close());

function query(sql: string, parameters: EngineParameters = {}): Promise<EngineRows> {
  return started.engine.query(queryOf(sql, { parameters }));
}

function rowsOf({ rows }: EngineRows): unknown {
  return JSON.parse(`[${Buffer.from(rows).toString()}]`);
}

test('a query answers columns, rows and statistics', async () => {
  const answer = await query('SELECT number, toString(number) AS text FROM numbers(3)');
  expect(answer.columns).toEqual([
    { name: 'number', type: 'UInt64' },
    { name: 'text', type: 'String' },
  ]);
  expect(rowsOf(answer)).toEqual([
    [0, '0'],
    [1, '1'],
    [2, '2'],
  ]);
  expect(answer.rowCount).toBe(3);
  expect(Buffer.from(answer.rows).toString('utf8', 0, answer.lastRowStart - 1)).toBe(
    '[0, "0"],\n\t\t[1, "1"]',
  );
  expect(answer.statistics.rowsRead).toBe(3);
});

test('rows that were inserted are there for their project only', async () => {
  const { engine } = started;
  await engine.ensureProject(2);
  const columns = ['project_id', 'distinct_id', 'person_id', 'is_deleted', 'version'];
  const personId = '00000000-0000-4000-8000-000000000001';
  const rows = [1, 2].map((projectId) => JSON.stringify([projectId, 'ann', personId, 0, 1])).join('\n');
  await engine.insert({
    table: 'person_distinct_ids',
    columns,
    format: 'JSONCompactEachRow',
    body: Buffer.from(rows),
  });
  const answer = await query('SELECT project_id, distinct_id FROM app.person_distinct_ids FINAL');
  expect(rowsOf(answer)).toEqual([[1, 'ann']]);
});

test('a query that no table or row answers has columns and no rows', async () => {
  const answer = await query('SELECT event FROM app.events');
  expect(answer).toMatchObject({
    columns: [{ name: 'event', type: 'LowCardinality(String)' }],
    rowCount: 0,
    lastRowStart: 0,
  });
  expect(answer.rows).toHaveLength(0);
});
