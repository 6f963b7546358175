import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

// Engine 26.7 takes `x + 1` out of a window's sum and forgets the window, unless a setting forbids it. Rows 0, 1, 2:
// sums of x + 1 so far are 1, 1 + 2, 1 + 2 + 3; of all rows 6.
test.each([
  ['SELECT sum(number + 1) OVER (ORDER BY number) FROM numbers(3)', '[1],[3],[6]'],
  ['SELECT sum(number + 1) OVER () FROM numbers(3)', '[6],[6],[6]'],
  ['SELECT number, sum(number * 2) OVER (ORDER BY number) FROM numbers(3)', '[0,0],[1,2],[2,6]'],
])('%s', async (sql, rows) => {
  const answer = await engine.query(queryOf(sql));
  expect(new TextDecoder().decode(answer.rows).replaceAll(/\s/g, '')).toBe(rows);
});
