import { expect } from 'vitest';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { readRows } from '../capture/capture-fixture.ts';
import { COUNT_HOMELESS_MUTATIONS } from '../fixtures/homeless-mutations.ts';
import { askBothWays } from './ask-both-ways.ts';
import { ChangingWorld } from './changing-world.ts';
import { expectExact } from './lookup-lab.ts';
import { anyNarrowedInsight } from './narrowed-insights.ts';
import { narrowedStatement } from './narrowed-statements.ts';
import type { WorldHost } from './world-host.ts';

/**
 * Changes a world at random, and closes it. After each change its lookups hold what the events say, and random
 * questions are answered with lookups as without.
 * @returns how many questions have read a lookup
 */
export async function judgeLookups(
  host: WorldHost,
  seed: number,
  { changes, questions }: { readonly changes: number; readonly questions: number },
): Promise<number> {
  const world = await ChangingWorld.open(host, seed);
  const random = new SeededRandom(seed + 1);
  let lookedUp = 0;
  try {
    const names: string[] = [];
    for (let at = 0; at < changes; at += 1) {
      names.push(await world.change());
      const when = `seed ${seed} after ${names.join(', ')}`;
      await expectExact(world.services, 1, when);
      expect(await readRows(world.services.engine, COUNT_HOMELESS_MUTATIONS), when).toEqual([[0]]);
      for (let question = 0; question < questions; question += 1)
        if (await isLookedUp(world, random, names)) lookedUp += 1;
    }
  } finally {
    await world.close();
  }
  return lookedUp;
}

async function isLookedUp(
  { services, nowMs }: ChangingWorld,
  random: SeededRandom,
  changes: readonly string[],
): Promise<boolean> {
  const project = await services.catalog.context(1);
  const asked = random.chance(0.6)
    ? narrowedStatement(random)
    : { stored: { kind: 'unknown', ...anyNarrowedInsight(random, new Date(nowMs).toISOString()) } };
  const answered = await askBothWays(services.engine, project, asked, nowMs);
  expect(answered.difference, `after ${changes.join(', ')}`).toBeNull();
  return answered.isLookedUp;
}
