import { expect, test } from 'vitest';
import { Deadline } from '../../base/deadline.ts';
import type { Lane } from './lane.ts';
import { Lanes, type PlaceCounts } from './lanes.ts';

// How many places and how much of a queue one project, and one key, can take. [SPEC-7.8].

const COUNTS: PlaceCounts = {
  reads: { all: 8, ofGroup: 6, ofMember: 4 },
  streams: 4,
  builds: 2,
  waiting: 8,
};

/** Lets calls of these keys come, never to end. @returns how many got a place, and how many wait */
async function fill(lane: Lane, keys: readonly string[], calls: number): Promise<readonly [number, number]> {
  const deadline = Deadline.after(60_000);
  const leaving = new AbortController();
  const ends: Promise<unknown>[] = [];
  for (let call = 0; call < calls; call += 1) {
    const member = keys[call % keys.length] ?? '';
    const turn = { group: member.split('/')[0] ?? '', member };
    const never = () => new Promise(() => undefined);
    const ended = lane.run(turn, { deadline, signal: leaving.signal }, never);
    ends.push(ended.catch(() => undefined));
  }
  await new Promise(setImmediate);
  const found = [lane.running, lane.waiting] as const;
  // Frees the timers of those who wait.
  leaving.abort();
  return found;
}

const ONE_KEY = ['1/a'];
const TWO_KEYS = ['1/a', '1/b'];
const TWO_PROJECTS = ['1/a', '1/b', '2/c', '2/d'];

test.each([
  ['runs', 'read', COUNTS, [4, 2], [6, 4], [8, 8]],
  ['two places of runs', 'read', { ...COUNTS, reads: { ...COUNTS.reads, all: 2 } }, [1, 2], [1, 4], [2, 8]],
  ['one place of runs', 'read', { ...COUNTS, reads: { ...COUNTS.reads, all: 1 } }, [1, 2], [1, 4], [1, 8]],
  [
    'runs, all to a project',
    'read',
    { ...COUNTS, reads: { all: 8, ofGroup: 99, ofMember: 99 } },
    [7, 2],
    [7, 4],
    [8, 8],
  ],
  ['streams and exports', 'stream', COUNTS, [2, 2], [3, 4], [4, 8]],
  ['two streams', 'stream', { ...COUNTS, streams: 2 }, [1, 2], [1, 4], [2, 8]],
  ['a long queue', 'read', { ...COUNTS, waiting: 256 }, [4, 64], [6, 128], [8, 256]],
  ['a short queue', 'read', { ...COUNTS, waiting: 1 }, [4, 1], [6, 1], [8, 1]],
  ['no queue', 'read', { ...COUNTS, waiting: 0 }, [4, 0], [6, 0], [8, 0]],
  ['steps of imports', 'import', COUNTS, [1, 2], [1, 4], [2, 8]],
] as const)('%s: of one key, of one project, of two', async (_, lane, counts, ofKey, ofProject, ofAll) => {
  const filled = (keys: readonly string[]) => fill(new Lanes(counts)[lane], keys, 600);
  expect(await filled(ONE_KEY)).toEqual(ofKey);
  expect(await filled(TWO_KEYS)).toEqual(ofProject);
  expect(await filled(TWO_PROJECTS)).toEqual(ofAll);
});

// [SPEC-7.6.1]
test('beside other services a project and a key have their part of the places, and all what the engine leaves', async () => {
  const now = { services: 3, isCountedThere: true };
  const sharing = { liveServices: () => now.services, isCountedThere: () => now.isCountedThere };
  const filled = (keys: readonly string[]) => fill(new Lanes({ ...COUNTS, sharing }).read, keys, 600);
  const manyKeys = Array.from({ length: 12 }, (_, at) => `${at}/a`);
  expect(await filled(ONE_KEY)).toEqual([2, 2]);
  expect(await filled(TWO_KEYS)).toEqual([2, 4]);
  expect(await filled(TWO_PROJECTS)).toEqual([4, 8]);
  expect(await filled(manyKeys)).toEqual([8, 8]);
  now.isCountedThere = false;
  expect(await filled(manyKeys)).toEqual([3, 8]);
  now.services = 100;
  expect(await filled(ONE_KEY)).toEqual([1, 2]);
  now.services = 0;
  expect(await filled(ONE_KEY)).toEqual([4, 2]);
});

test('a project builds in three quarters of the places, and work behind the answers is one at a time', async () => {
  const { build, upkeep } = new Lanes({ ...COUNTS, builds: 4 });
  expect(await fill(build, ['1'], 20)).toEqual([3, 2]);
  expect(await fill(upkeep, ['1', '2'], 20)).toEqual([1, 19]);
});
