import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StartedEngine } from '../fixtures/engine-forms.ts';
import { judgeCohorts } from '../fixtures/judge-cohorts.ts';
import { judgeGenerated } from '../fixtures/judge-generated.ts';
import { startTwoShards } from '../fixtures/start-two-shards.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

// A few generated cases on two shards; `generated-insights.deep.test.ts` has many. Half of every person's events were
// written under an earlier person, so that the events of one person lie on both shards.

let server: StartedEngine;

beforeAll(async () => {
  server = await startTwoShards();
});

afterAll(() => server.close());

test.each(INSIGHT_KINDS)(
  '$kind on two shards agrees with the plain-loop evaluation',
  async ({ draw, place }) => {
    const cases = { worlds: 1, queriesPerWorld: 2, draw, seed: 700 + place, areMerged: true };
    expect(await judgeGenerated(server.engine, cases)).toEqual([]);
  },
);

test.each([1_290_011, 1_190_019])('cohorts of cohorts agree with plain loops, world %s', async (seed) => {
  const cases = { worlds: 1, casesPerWorld: 1, seed, areMerged: true };
  expect(await judgeCohorts(server.engine, cases)).toEqual([]);
});
