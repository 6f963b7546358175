import { describe, expect, test } from 'vitest';
import { nameOfGroup } from '../admission/choose-next.ts';
import { buildShares } from '../admission/lanes.ts';
import { chooseBuilds, chooseToYield } from './share-builds.ts';

// [SPEC-5.6]

const due = (projectId: number, dueAtMs: number) => ({ projectId, endpointId: `e${dueAtMs}`, dueAtMs });
const projectsOf = (builds: readonly { readonly projectId: number }[]) =>
  builds.map(({ projectId }) => projectId);
const SECOND = 1_000;
const nowMs = 1_000_000;

describe('chooseBuilds', () => {
  const places = buildShares(2);
  const choose = (running: readonly number[], ...waiting: ReturnType<typeof due>[]) => {
    const begunAtMs = new Map([[nameOfGroup({ group: '1', member: '' }), nowMs]]);
    return projectsOf(
      chooseBuilds(
        running.map((projectId) => ({ projectId })),
        waiting,
        { places, begunAtMs },
      ),
    );
  };
  test.each([
    ['one project leaves a place to the others', [], [due(1, 1), due(1, 2), due(1, 3)], [1]],
    ['the longest due first', [], [due(3, 2), due(2, 1), due(4, 3)], [2, 3]],
    ['a project that just built waits for the others', [], [due(1, 1), due(2, 5), due(3, 6)], [2, 3]],
    ['nothing when all places are taken', [1, 2], [due(3, 1)], []],
    ['the place that a project left free', [1], [due(1, 1), due(2, 9)], [2]],
  ])('%s', (_, running, waiting, expected) => {
    expect(choose(running, ...waiting)).toEqual(expected);
  });
});

describe('chooseToYield', () => {
  const running = (projectId: number, seconds: number, yields = 0) => ({
    projectId,
    buildId: `b${projectId}`,
    startedAtMs: nowMs - seconds * SECOND,
    yields,
  });
  const waits = (projectId: number, seconds: number) => due(projectId, nowMs - seconds * SECOND);
  test.each([
    [
      'a build of a minute, when another project waited 30 s',
      [running(1, 60), running(2, 5)],
      [waits(3, 30)],
      'b1',
    ],
    ['the longest of them', [running(1, 60), running(2, 90)], [waits(3, 31)], 'b2'],
    ['none that is younger', [running(1, 59), running(2, 5)], [waits(3, 300)], undefined],
    ['none for who waits less', [running(1, 90), running(2, 90)], [waits(3, 29)], undefined],
    ['none for a project that builds', [running(1, 90), running(2, 90)], [waits(2, 99)], undefined],
    ['none that gave way twice', [running(1, 90, 2), running(2, 5)], [waits(3, 99)], undefined],
    ['none while a place is free', [running(1, 90)], [waits(3, 99)], undefined],
  ])('%s', (_, builds, waiting, expected) => {
    expect(chooseToYield(builds, waiting, { places: buildShares(2), nowMs })?.buildId).toBe(expected);
  });
});
