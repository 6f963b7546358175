import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import {
  breakdownSumViolations,
  canaryViolations,
  narrowingViolations,
} from '../fixtures/insight-properties.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';
import { brokenDownTotals, NARROWING_KINDS } from '../oracle/narrowing-queries.ts';

// A few cases each; `insight-properties.deep.test.ts` has many.

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

const few = { worlds: 1, queriesPerWorld: 2 };

test.each(INSIGHT_KINDS)(
  '$kind never reads a row that fails the filter of the caller',
  async ({ draw, place }) => {
    expect(await canaryViolations(engine, { ...few, draw, seed: 1000 + place })).toEqual([]);
  },
);

test.each(NARROWING_KINDS)('$kind: a filter never raises a number', async ({ draw, place }) => {
  expect(await narrowingViolations(engine, { ...few, draw, seed: 1100 + place })).toEqual([]);
});

test('totals over all values of a breakdown add up to the total', async () => {
  expect(await breakdownSumViolations(engine, { ...few, draw: brokenDownTotals, seed: 1200 })).toEqual([]);
});
