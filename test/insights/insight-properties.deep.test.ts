import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  breakdownSumViolations,
  canaryViolations,
  narrowingViolations,
} from '../fixtures/insight-properties.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';
import { brokenDownTotals, NARROWING_KINDS } from '../oracle/narrowing-queries.ts';

let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
});

afterAll(() => server.close());

const many = { worlds: 20, queriesPerWorld: scaled(10) };
const count = many.worlds * many.queriesPerWorld;
/** Projects of these tests do not meet: canaries take two projects for each world. Event ids have room for 8 digits. */
const first = (seed() % 400) * 100_000;

test.each(INSIGHT_KINDS)(
  `${count} cases of $kind never read a row that fails the filter of the caller`,
  async ({ draw, place }) => {
    const cases = { ...many, draw, seed: first + place * 1000 };
    expect(await canaryViolations(server.engine, cases)).toEqual([]);
  },
);

test.each(NARROWING_KINDS)(
  `${count} cases of $kind: a filter never raises a number`,
  async ({ draw, place }) => {
    const cases = { ...many, draw, seed: 2 * first + 30_000 + place * 1000 };
    expect(await narrowingViolations(server.engine, cases)).toEqual([]);
  },
);

test(`${count} cases of totals over all values of a breakdown add up to the total`, async () => {
  const cases = { ...many, draw: brokenDownTotals, seed: 2 * first + 60_000 };
  expect(await breakdownSumViolations(server.engine, cases)).toEqual([]);
});
