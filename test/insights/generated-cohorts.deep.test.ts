import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_FORMS, type StartedEngine } from '../fixtures/engine-forms.ts';
import { judgeCohorts } from '../fixtures/judge-cohorts.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';

const WORLDS = 50;
const CASES_PER_WORLD = scaled(20);

// [CO-1] to [CO-8]. On two shards persons are merged besides, with events that lie on both.
describe.each(ENGINE_FORMS)('$form', ({ form, start }) => {
  let server: StartedEngine;

  beforeAll(async () => {
    server = await start();
  });

  afterAll(() => server.close());

  test(`${WORLDS * CASES_PER_WORLD} generated cases of cohorts agree with plain loops, seed ${seed()}`, async () => {
    const found = await judgeCohorts(server.engine, {
      worlds: WORLDS,
      casesPerWorld: CASES_PER_WORLD,
      seed: (seed() % 1000) * 100_000 + 90_000,
      areMerged: form === 'two shards',
    });
    expect(found).toEqual([]);
  });
});
