import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { edgesOf, openPaths, type PathRow, walk } from '../fixtures/paths-lab.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

// Hand-made cases of paths around the steps of a funnel on the real engine ([H-10]).

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

const FUNNEL = {
  kind: 'FunnelsQuery',
  series: [
    { kind: 'EventsNode', event: 'a' },
    { kind: 'EventsNode', event: 'b' },
  ],
};

/** Ann takes both steps, bob only the first, cat none. */
const ROWS: readonly PathRow[] = [
  ...walk('ann', 'x', 'a', 'y', 'b', 'z'),
  ...walk('bob', 'w', 'a', 'q'),
  ...walk('cat', 'c', 'd'),
];

async function edges(
  funnelPathType: string,
  funnelStep: number | undefined,
  rows: readonly PathRow[] = ROWS,
  funnelSource: object = FUNNEL,
) {
  const funnelPathsFilter = { funnelPathType, funnelSource, ...(funnelStep !== undefined && { funnelStep }) };
  const found = await edgesOf(engine, rows, {}, { funnelPathsFilter });
  return found.map((edge) => edge.replace(/,.*/, ''));
}

describe('around a step', () => {
  test.each([
    ['funnel_path_before_step', 2, ['1_x > 2_a', '2_a > 3_y', '3_y > 4_b']],
    ['funnel_path_before_step', undefined, ['1_w > 2_a', '1_x > 2_a']],
    ['funnel_path_between_steps', 2, ['1_a > 2_y', '2_y > 3_b']],
    ['funnel_path_after_step', 2, ['1_b > 2_z']],
    ['funnel_path_after_step', 1, ['1_a > 2_q', '1_a > 2_y', '2_y > 3_b', '3_b > 4_z']],
    ['funnel_path_after_step', -2, ['1_a > 2_q']],
    ['funnel_path_before_step', -2, ['1_w > 2_a']],
  ])('%s %s', async (type, step, expected) => {
    expect(await edges(type, step)).toEqual(expected);
  });

  test('the window of the funnel parts sessions in place of 30 minutes', async () => {
    const rows: readonly PathRow[] = [
      ['ann', '10:00:00', 'a'],
      ['ann', '10:45:00', 'b'],
      ['ann', '11:44:59', 'y'],
      ['ann', '12:44:59', 'z'],
    ];
    const funnelsFilter = { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'hour' };
    const hour = { ...FUNNEL, funnelsFilter };
    expect(await edges('funnel_path_after_step', 1, rows, hour)).toEqual(['1_a > 2_b', '2_b > 3_y']);
  });

  test('the funnel has dates, filters, an order and a display of its own', async () => {
    const fromFirst = (funnelSource: object) => edges('funnel_path_after_step', 1, ROWS, funnelSource);
    const all = ['1_a > 2_q', '1_a > 2_y', '2_y > 3_b', '3_b > 4_z'];
    expect(await fromFirst({ ...FUNNEL, dateRange: { date_from: 'all' } })).toEqual(all);
    expect(await fromFirst({ ...FUNNEL, dateRange: { date_to: '2024-06-08' } })).toEqual([]);
    const isNotA = { type: 'event_metadata', key: 'event', value: 'a', operator: 'is_not' };
    expect(await fromFirst({ ...FUNNEL, properties: [isNotA] })).toEqual([]);
    expect(await fromFirst({ ...FUNNEL, funnelsFilter: { funnelVizType: 'trends' } })).toEqual(all);
    expect(await fromFirst({ ...FUNNEL, funnelsFilter: { funnelVizType: 'time_to_convert' } })).toEqual(all);
    const strict = { ...FUNNEL, funnelsFilter: { funnelOrderType: 'strict' } };
    expect(await edges('funnel_path_after_step', 2, ROWS, strict)).toEqual([]);
    const unordered = {
      ...FUNNEL,
      series: FUNNEL.series.toReversed(),
      funnelsFilter: { funnelOrderType: 'unordered' },
    };
    expect(await edges('funnel_path_between_steps', 2, ROWS, unordered)).toEqual(['1_a > 2_y', '2_y > 3_b']);
  });

  test('groups are followed through both', async () => {
    const rows: readonly PathRow[] = [
      ['ann', '10:00:00', 'a', {}, 'acme'],
      ['bob', '10:01:00', 'b', {}, 'acme'],
      ['bob', '10:02:00', 'z', {}, 'acme'],
    ];
    const run = await openPaths(engine, rows);
    const funnelSource = { ...FUNNEL, aggregation_group_type_index: 0 };
    const funnelPathsFilter = { funnelPathType: 'funnel_path_after_step', funnelStep: 2, funnelSource };
    const { results } = await run({}, { funnelPathsFilter, aggregation_group_type_index: 0 });
    expect(results).toEqual([{ source: '1_b', target: '2_z', value: 1, average_conversion_time: 60_000 }]);
  });
});

describe('what is refused', () => {
  const after = 'funnel_path_after_step';
  const between = 'funnel_path_between_steps';
  const source = 'funnelPathsFilter.funnelSource';

  test.each([
    ['step 0', after, 0, FUNNEL, 'funnelPathsFilter.funnelStep'],
    ['a step beyond the last', after, 3, FUNNEL, 'funnelPathsFilter.funnelStep'],
    ['a drop-off at the first step', after, -1, FUNNEL, 'funnelPathsFilter.funnelStep'],
    ['the first step as the end of a way', between, 1, FUNNEL, 'funnelPathsFilter.funnelStep'],
    ['a way to a step that is not taken', between, -2, FUNNEL, 'funnelPathsFilter.funnelStep'],
    [
      'groups through a funnel of persons',
      after,
      1,
      { ...FUNNEL, aggregation_group_type_index: 0 },
      `${source}.aggregation_group_type_index`,
    ],
    [
      'actors of an expression',
      after,
      1,
      { ...FUNNEL, funnelsFilter: { funnelAggregateByHogQL: 'distinct_id' } },
      `${source}.funnelsFilter.funnelAggregateByHogQL`,
    ],
    ['values', after, 1, { ...FUNNEL, breakdownFilter: { breakdown: 'os' } }, `${source}.breakdownFilter`],
    [
      'a funnel that does not stand by itself',
      after,
      1,
      { ...FUNNEL, funnelsFilter: { funnelFromStep: 1, funnelToStep: 1 } },
      `${source}.funnelsFilter.funnelFromStep`,
    ],
    [
      'a date of the funnel',
      after,
      1,
      { ...FUNNEL, dateRange: { date_from: 'soon' } },
      `${source}.dateRange.date_from`,
    ],
  ])('%s', async (_name, funnelPathType, funnelStep, funnelSource, attr) => {
    const run = await openPaths(engine, []);
    const query = run({}, { funnelPathsFilter: { funnelPathType, funnelStep, funnelSource } });
    await expect(query).rejects.toMatchObject({ status: 400, attr: `query.${attr}` });
  });
});
