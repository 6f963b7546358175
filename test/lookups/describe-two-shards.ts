import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { ENGINE_FORMS, type StartedEngine } from '../fixtures/engine-forms.ts';
import { fillLookups, lookupsOf } from '../fixtures/fill-lookups.ts';
import { insertWorld, projectOf } from '../fixtures/insight-lab.ts';
import { judgeGenerated } from '../fixtures/judge-generated.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';
import { generateWorld } from '../oracle/generate-world.ts';
import { askBothWays } from './ask-both-ways.ts';
import { narrowedInsight } from './narrowed-insights.ts';
import { NARROWED_SUBJECTS, narrowedStatement } from './narrowed-statements.ts';

/**
 * Generated worlds whose events stand in lookups, on one node and on two shards. Half of every person's events were
 * written under an earlier person, so that the events of one value lie on both shards. [SQL-10.5]
 */
export function describeTwoShards(counts: {
  readonly queriesPerWorld: number;
  readonly statements: number;
}): void {
  const { queriesPerWorld, statements } = counts;
  describe.each(ENGINE_FORMS)('$form', ({ start }) => {
    let server: StartedEngine;

    beforeAll(async () => {
      server = await start();
    });

    afterAll(() => server.close());

    test.each(INSIGHT_KINDS)('$kind agrees with the plain-loop evaluation', async ({ draw, place }) => {
      const cases = { worlds: 1, queriesPerWorld, draw: narrowedInsight(draw), seed: 900 + place };
      const merged = { ...cases, areMerged: true, lookups: NARROWED_SUBJECTS };
      expect(await judgeGenerated(server.engine, merged)).toEqual([]);
    });

    test('random statements', async () => {
      const seed = 950;
      const { world } = generateWorld(seed);
      await insertWorld(server.engine, world, seed, { areMerged: true });
      await fillLookups(server.engine, seed, NARROWED_SUBJECTS, seed * 10);
      const lookups = lookupsOf(NARROWED_SUBJECTS, seed * 10);
      const project = projectOf(world, seed, { hasPersonOverrides: true, lookups });
      const random = new SeededRandom(seed);
      let lookedUp = 0;
      for (let at = 0; at < statements; at += 1) {
        const { difference, isLookedUp } = await askBothWays(
          server.engine,
          project,
          narrowedStatement(random),
          world.nowMs,
        );
        expect(difference).toBeNull();
        if (isLookedUp) lookedUp += 1;
      }
      expect(lookedUp).toBeGreaterThan(statements / 3);
    });
  });
}
