import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { edgesOf, openPaths, type PathEdge, type PathRow, view, walk } from '../fixtures/paths-lab.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

// Hand-made cases of paths on the real engine: sessions, points, weights ([H-5] to [H-9]).

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

const edges = (rows: readonly PathRow[], pathsFilter: object, more: object = {}) =>
  edgesOf(engine, rows, pathsFilter, more);

describe('sessions and repetitions', () => {
  test('weight counts sessions, time is the mean', async () => {
    const rows: readonly PathRow[] = [
      ...walk('ann', 'a', 'b'),
      ['bob', '10:00:00', 'a'],
      ['bob', '10:03:00', 'b'],
      ['bob', '10:03:00.250', 'c'],
    ];
    expect(await edges(rows, {})).toEqual(['1_a > 2_b, 2, 120000', '2_b > 3_c, 1, 250']);
  });

  test('a gap of exactly 30 minutes starts a session, a millisecond less does not', async () => {
    const rows: readonly PathRow[] = [
      ['ann', '10:00:00', 'a'],
      ['ann', '10:29:59.999', 'b'],
      ['ann', '10:59:59.999', 'c'],
      ['ann', '11:00:00', 'd'],
    ];
    expect(await edges(rows, {})).toEqual(['1_a > 2_b, 1, 1799999', '1_c > 2_d, 1, 1']);
  });

  test('runs of an item collapse to the last, within a session only', async () => {
    const rows: readonly PathRow[] = [
      ...walk('ann', 'a', 'a', 'b', 'b', 'a'),
      ['ann', '11:00:00', 'a'],
      ['ann', '11:01:00', 'b'],
    ];
    expect(await edges(rows, {})).toEqual(['1_a > 2_b, 2, 90000', '2_b > 3_a, 1, 60000']);
  });

  test('a removed event does not part a run, but its absence may part a session', async () => {
    expect(await edges(walk('ann', 'a', 'x', 'a', 'b'), { excludeEvents: ['x'] })).toEqual([
      '1_a > 2_b, 1, 60000',
    ]);
    const rows: readonly PathRow[] = [
      ['ann', '10:00:00', 'a'],
      ['ann', '10:20:00', 'x'],
      ['ann', '10:40:00', 'b'],
    ];
    expect(await edges(rows, { excludeEvents: ['x'] })).toEqual([]);
  });

  test('events of one instant are taken in the order of their items, however they came', async () => {
    const rows: readonly PathRow[] = [
      ['ann', '10:00:00', 'c'],
      ['ann', '10:00:00', 'a'],
      ['ann', '10:00:00', 'b'],
    ];
    expect(await edges(rows, {})).toEqual(['1_a > 2_b, 1, 0', '2_b > 3_c, 1, 0']);
    expect(await edges(rows.toReversed(), {})).toEqual(['1_a > 2_b, 1, 0', '2_b > 3_c, 1, 0']);
  });

  test('groups are followed when asked for, and events without one left out', async () => {
    const rows: readonly PathRow[] = [
      ['ann', '10:00:00', 'a', {}, 'acme'],
      ['bob', '10:01:00', 'b', {}, 'acme'],
      ['bob', '10:02:00', 'c'],
    ];
    expect(await edges(rows, {}, { aggregation_group_type_index: 0 })).toEqual(['1_a > 2_b, 1, 60000']);
    expect(await edges(rows, {})).toEqual(['1_b > 2_c, 1, 60000']);
  });
});

describe('points and limits', () => {
  const long = walk('ann', 'a', 'b', 'c', 'd', 'e', 'f', 'g');
  const nodesOf = async (rows: readonly PathRow[], pathsFilter: object) =>
    (await edges(rows, pathsFilter)).map((edge) => edge.replace(/,.*/, ''));

  test.each([
    ['neither: the first items', {}, ['1_a > 2_b', '2_b > 3_c', '3_c > 4_d', '4_d > 5_e']],
    ['start', { startPoint: 'c', stepLimit: 3 }, ['1_c > 2_d', '2_d > 3_e']],
    ['end: the last items', { endPoint: 'f', stepLimit: 3 }, ['1_d > 2_e', '2_e > 3_f']],
    ['end near the begin', { endPoint: 'b' }, ['1_a > 2_b']],
    ['both, short enough', { startPoint: 'b', endPoint: 'd' }, ['1_b > 2_c', '2_c > 3_d']],
    [
      'both, as long as allowed',
      { startPoint: 'a', endPoint: 'd', stepLimit: 4 },
      ['1_a > 2_b', '2_b > 3_c', '3_c > 4_d'],
    ],
    [
      'both, too long, even limit',
      { startPoint: 'a', endPoint: 'g', stepLimit: 4 },
      ['1_a > 2_b', '2_b > 3_...', '3_... > 4_f', '4_f > 5_g'],
    ],
    [
      'both, too long, odd limit',
      { startPoint: 'a', endPoint: 'g', stepLimit: 5 },
      ['1_a > 2_b', '2_b > 3_...', '3_... > 4_f', '4_f > 5_g'],
    ],
    ['both, the end only before the start', { startPoint: 'd', endPoint: 'b' }, []],
    ['a point that never occurs', { startPoint: 'nowhere' }, []],
    ['a start without way', { startPoint: 'g' }, []],
  ])('%s', async (_name, pathsFilter, expected) => {
    expect(await nodesOf(long, pathsFilter)).toEqual(expected);
  });

  test('the first start, then the first end after it', async () => {
    const rows = walk('ann', 'z', 'a', 'b', 'z', 'a', 'z');
    expect(await nodesOf(rows, { startPoint: 'a', endPoint: 'z' })).toEqual(['1_a > 2_b', '2_b > 3_z']);
    expect(await nodesOf(rows, { startPoint: 'z', endPoint: 'z' })).toEqual([
      '1_z > 2_a',
      '2_a > 3_b',
      '3_b > 4_z',
    ]);
  });

  test('... has the time of the first item left out', async () => {
    const rows: readonly PathRow[] = [
      ['ann', '10:00:00', 'a'],
      ['ann', '10:00:05', 'b'],
      ['ann', '10:00:20', 'c'],
      ['ann', '10:01:00', 'd'],
    ];
    expect(await edges(rows, { startPoint: 'a', endPoint: 'd', stepLimit: 3 })).toEqual([
      '1_a > 2_..., 1, 5000',
      '2_... > 3_d, 1, 55000',
    ]);
  });

  test('a / at the end of a point or item does not matter', async () => {
    const rows = [
      view('ann', '10:00:00', 'https://a.example/x/'),
      view('ann', '10:01:00', 'https://a.example/y//'),
      view('ann', '10:02:00', '/'),
    ];
    const expected = ['1_https://a.example/y/ > 2_/'];
    expect(await nodesOf(rows, { startPoint: 'https://a.example/y' })).toEqual(expected);
    expect(await nodesOf(rows, { startPoint: 'https://a.example/y/', endPoint: '/' })).toEqual(expected);
  });

  test('the sessions of a person are cut each on its own', async () => {
    const rows: readonly PathRow[] = [
      ...walk('ann', 'a', 'b'),
      ['ann', '11:00:00', 'b'],
      ['ann', '11:01:00', 'c'],
    ];
    expect(await nodesOf(rows, { startPoint: 'b' })).toEqual(['1_b > 2_c']);
  });
});

describe('weights', () => {
  const rows = [
    ...walk('ann', 'a', 'b', 'c'),
    ...walk('bob', 'a', 'b', 'c'),
    ...walk('cat', 'a', 'b', 'd'),
    ...walk('dan', 'x', 'y', 'b', 'z'),
  ];

  test('heaviest first, then by names, cut to the limit', async () => {
    const all = (await edges(rows, {})).map((edge) => edge.replace(/, [^,]*$/, ''));
    expect(all).toEqual([
      '1_a > 2_b, 3',
      '2_b > 3_c, 2',
      '1_x > 2_y, 1',
      '2_b > 3_d, 1',
      '2_y > 3_b, 1',
      '3_b > 4_z, 1',
    ]);
    expect(await edges(rows, { edgeLimit: 2 })).toHaveLength(2);
    expect(await edges(rows, { minEdgeWeight: 2, maxEdgeWeight: 3 })).toHaveLength(2);
    expect(await edges(rows, { minEdgeWeight: 0 })).toHaveLength(6);
  });

  test('edges that cannot be reached are dropped', async () => {
    // Without 1_a > 2_b, nothing leads to 2_b; without 1_x > 2_y nothing to what follows it.
    expect((await edges(rows, { maxEdgeWeight: 2 })).map((edge) => edge.replace(/,.*/, ''))).toEqual([
      '1_x > 2_y',
      '2_y > 3_b',
      '3_b > 4_z',
    ]);
    expect(await edges(rows, { maxEdgeWeight: 2, edgeLimit: 1 })).toEqual([]);
  });

  test('a sample is scaled back, and the limits are those of the answered weight', async () => {
    const many = Array.from({ length: 40 }, (_, at) => walk(`person ${at}`, 'a', 'b')).flat();
    const run = await openPaths(engine, many);
    const weight = async (pathsFilter: object) => {
      const { results } = await run(pathsFilter, { samplingFactor: 0.5 });
      return (results as readonly PathEdge[])[0]?.value;
    };
    const scaled = (await weight({})) ?? 0;
    expect(scaled % 2).toBe(0);
    expect(scaled).toBeGreaterThan(20);
    expect(await weight({ minEdgeWeight: scaled, maxEdgeWeight: scaled })).toBe(scaled);
    expect(await weight({ minEdgeWeight: scaled + 1 })).toBeUndefined();
    expect(await weight({ maxEdgeWeight: scaled - 1 })).toBeUndefined();
  });
});
