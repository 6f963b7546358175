import { expect, test } from 'vitest';
import { type LookupSubject, subjectName } from '../../schema/lookup.ts';
import {
  chooseLookups,
  type LookupBounds,
  type LookupProject,
  type LookupWish,
  obstacleOf,
  type PresentLookup,
} from './choose-lookups.ts';

// [ENG-13.6].

const MILLION = 1_000_000;
const BOUNDS: LookupBounds = { mostOfProject: 2, leastEvents: MILLION, roomEvents: 100 * MILLION };

const subject = (key: string): LookupSubject => ({ kind: 'property', key });

function wish(key: string, runs = 1, part: number | null = 0.001): LookupWish {
  return { subject: subject(key), runs, part };
}

function project(projectId: number, wishes: readonly LookupWish[], events = 2 * MILLION): LookupProject {
  return { projectId, events, wishes };
}

function lookup(projectId: number, key: string, state: PresentLookup['state'] = 'ready'): PresentLookup {
  return { number: projectId * 100, projectId, subject: subject(key), state, isNew: false };
}

/** What is begun and retired, as `project key`. */
function choose(
  projects: readonly LookupProject[],
  lookups: readonly PresentLookup[] = [],
  bounds: Partial<LookupBounds> = {},
) {
  const { begun, retired } = chooseLookups({ projects, lookups, bounds: { ...BOUNDS, ...bounds } });
  const named = (places: readonly Pick<PresentLookup, 'projectId' | 'subject'>[]) =>
    places.map(({ projectId, subject: of }) => `${projectId} ${subjectName(of).replace('property ', '')}`);
  return { begun: named(begun), retired: named(retired) };
}

test.each<[string, ReturnType<typeof choose>, Partial<ReturnType<typeof choose>>]>([
  ['nothing is wanted', choose([project(1, [])]), {}],
  ['a large project', choose([project(1, [wish('a')])]), { begun: ['1 a'] }],
  ['a small project', choose([project(1, [wish('a')], MILLION - 1)]), {}],
  ['few values', choose([project(1, [wish('a', 9, 0.11)])]), {}],
  ['values not known yet', choose([project(1, [wish('a', 9, null)])]), {}],
  [
    'as many as there may be, by runs',
    choose([project(1, [wish('a', 1), wish('b', 3), wish('c', 2)])]),
    { begun: ['1 b', '1 c'] },
  ],
  [
    'few are built at once',
    choose([project(1, [wish('a', 9)])], [lookup(2, 'x', 'building'), lookup(3, 'x', 'building')]),
    { retired: ['2 x', '3 x'] },
  ],
  [
    'the largest gain first',
    choose([project(1, [wish('a', 3)]), project(2, [wish('b', 2)], 9 * MILLION), project(3, [wish('c', 1)])]),
    { begun: ['2 b', '1 a'] },
  ],
  [
    'as much as there is room for',
    choose([project(1, [wish('a', 9)], 9 * MILLION), project(2, [wish('b')])], [], {
      roomEvents: 8 * MILLION,
    }),
    { begun: ['2 b'] },
  ],
  [
    'what is there stays, also where it would not be begun',
    choose([project(1, [wish('a', 1, null)], 5)], [lookup(1, 'a')]),
    {},
  ],
  [
    'what nobody wants goes',
    choose([project(1, [wish('a')])], [lookup(1, 'a'), lookup(1, 'b'), lookup(2, 'a')]),
    { retired: ['1 b', '2 a'] },
  ],
  ['what was just asked for stays', choose([], [{ ...lookup(1, 'a'), isNew: true }]), {}],
  [
    'twice the runs take its place',
    choose([project(1, [wish('a', 5), wish('b', 2), wish('c', 5)])], [lookup(1, 'a'), lookup(1, 'b')]),
    { begun: ['1 c'], retired: ['1 b'] },
  ],
  [
    'fewer do not',
    choose([project(1, [wish('a', 5), wish('b', 2), wish('c', 3)])], [lookup(1, 'a'), lookup(1, 'b')]),
    {},
  ],
  [
    'switched off, all go',
    choose([project(1, [wish('a')])], [lookup(1, 'a')], { mostOfProject: 0 }),
    { retired: ['1 a'] },
  ],
])('%s', (_, found, expected) => {
  expect(found).toEqual({ begun: [], retired: [], ...expected });
});

const A = wish('a');

test.each<[string, ReturnType<typeof obstacleOf>, ReturnType<typeof obstacleOf>]>([
  ['none', obstacleOf(A, project(1, [A]), [], BOUNDS), null],
  ['off', obstacleOf(A, project(1, [A]), [lookup(1, 'a')], { ...BOUNDS, mostOfProject: 0 }), 'off'],
  ['few events', obstacleOf(A, project(1, [A], 1), [], BOUNDS), 'few events'],
  ['few events, but it is there', obstacleOf(A, project(1, [A], 1), [lookup(1, 'a')], BOUNDS), null],
  [
    'others',
    obstacleOf(A, project(1, [A, wish('b', 2)]), [], { ...BOUNDS, mostOfProject: 1 }),
    'others gain more',
  ],
  ['no room', obstacleOf(A, project(1, [A]), [], { ...BOUNDS, roomEvents: MILLION }), 'no room'],
])('obstacle: %s', (_, found, expected) => {
  expect(found).toBe(expected);
});
