import { expect, test } from 'vitest';
import { judgeCohorts } from '../fixtures/judge-cohorts.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

// [CO-2], [CO-5], [CO-7], [CO-8]. `generated-cohorts.deep.test.ts` has fifty worlds.

test.each([false, true])(
  'generated cohorts agree with plain loops; merged persons: %s',
  async (areMerged) => {
    const seed = areMerged ? 710_000 : 700_000;
    expect(await judgeCohorts(await shareEngine(), { worlds: 1, casesPerWorld: 6, seed, areMerged })).toEqual(
      [],
    );
  },
);
