import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { type FunnelLab, funnelLab, type Row } from '../fixtures/funnel-lab.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

// Who is counted and how it is shown: each case on a few events whose answer is counted by hand.
// [F-1], [F-5], [F-13], [F-14], [F-19], [F-23] to [F-26] and [F-29].

type Filter = Readonly<Record<string, unknown>>;

let engine: EmbeddedEngine;
let lab: FunnelLab;

beforeAll(async () => {
  engine = await shareEngine();
  lab = funnelLab(engine);
});

const unordered = { funnelOrderType: 'unordered' };
const without = (event: string, funnelFromStep: number, funnelToStep: number) => ({
  exclusions: [{ kind: 'EventsNode', event, funnelFromStep, funnelToStep }],
});

describe('breakdown attribution', () => {
  const rows: Row[] = [
    ['A', 0, { os: 'Mac' }],
    ['B', 10, { os: 'Win' }],
    ['A', 20, {}],
    ['A', 0, {}, 'q'],
  ];
  test.each<[Filter, unknown[]]>([
    [
      { breakdownAttributionType: 'first_touch' },
      [
        [['Mac'], [1, 1]],
        [[''], [1, 0]],
      ],
    ],
    [
      { breakdownAttributionType: 'last_touch' },
      [
        [['Win'], [1, 1]],
        [[''], [1, 0]],
      ],
    ],
    // Under Win there is no A; without value p and q did A.
    [
      { breakdownAttributionType: 'all_events' },
      [
        [[''], [2, 0]],
        [['Mac'], [1, 0]],
      ],
    ],
    [
      { breakdownAttributionType: 'step' },
      [
        [['Mac'], [1, 1]],
        [[''], [2, 0]],
      ],
    ],
    // The B of p has Win. q did no B.
    [
      { breakdownAttributionType: 'step', breakdownAttributionValue: 1 },
      [
        [['Win'], [1, 1]],
        [[''], [1, 0]],
      ],
    ],
    // p starts with A (Mac), with B (Win) and with A (none).
    [
      { breakdownAttributionType: 'step', ...unordered },
      [
        [['Mac'], [1, 1]],
        [['Win'], [1, 1]],
        [[''], [2, 0]],
      ],
    ],
  ])('%j', async (filter, expected) => {
    expect(
      await lab.byValue({ rows, steps: ['A', 'B'], filter, more: { breakdownFilter: { breakdown: 'os' } } }),
    ).toEqual(expected);
  });

  test('an empty text is a value, a missing one is none', async () => {
    const rows: Row[] = [
      ['A', 0, {}],
      ['A', 1, { os: '' }],
      ['A', 2, { os: 'Mac' }],
    ];
    const more = { breakdownFilter: { breakdown: 'os' } };
    expect(await lab.byValue({ rows, steps: ['A', 'B'], more })).toEqual([[[''], [1, 0]]]);
    expect(await lab.byValue({ rows: rows.toSpliced(1, 1), steps: ['A', 'B'], more })).toEqual([
      [['Mac'], [1, 0]],
    ]);
  });

  test('values beyond the limit are added up', async () => {
    const found = await lab.byValue({
      rows: [
        ['A', 0, { os: 'Mac' }],
        ['B', 1, { os: 'Mac' }],
        ['A', 0, { os: 'Win' }],
        ['A', 0, { os: 'Lin' }],
      ],
      steps: ['A', 'B'],
      filter: { breakdownAttributionType: 'all_events' },
      more: { breakdownFilter: { breakdown: 'os', breakdown_limit: 1 } },
    });
    expect(found).toEqual([
      [['Mac'], [1, 1]],
      [['Other'], [2, 0]],
    ]);
  });

  test('two properties together', async () => {
    const found = await lab.byValue({
      rows: [['A', 0, { os: 'Mac', lang: 'de' }]],
      steps: ['A', 'B'],
      filter: {},
      more: {
        breakdownFilter: { breakdown: ['os', 'lang'] },
      },
    });
    expect(found).toEqual([
      [
        ['Mac', 'de'],
        [1, 0],
      ],
    ]);
  });

  test('to a step: who does not take it stands once, under no value', async () => {
    const undecided: Row[] = [
      ['A', 0, { os: 'Mac' }],
      ['A', 5, { os: 'Linux' }],
      ['A', 0, { os: 'Win' }, 'q'],
      ['B', 10, { os: 'Mac' }, 'q'],
    ];
    const filter = { breakdownAttributionType: 'step', breakdownAttributionValue: 1 };
    const more = { breakdownFilter: { breakdown: 'os' } };
    expect(await lab.byValue({ rows: undecided, steps: ['A', 'B'], filter, more })).toEqual([
      [['Mac'], [1, 1]],
      [[''], [1, 0]],
    ]);
  });
});

describe('actors', () => {
  const rows: Row[] = [
    ['A', 0, { company: 'x', cart: 1 }, 'p'],
    ['B', 10, { company: 'x', cart: 2 }, 'q'],
    ['B', 20, { cart: 1 }, 'p'],
  ];
  test('groups', async () => {
    expect(await lab.counts({ rows, steps: ['A', 'B'], more: { aggregation_group_type_index: 0 } })).toEqual(
      '1, 1 in 10',
    );
  });
  test('an expression', async () => {
    expect(
      await lab.counts({ rows, steps: ['A', 'B'], filter: { funnelAggregateByHogQL: 'properties.cart' } }),
    ).toEqual('1, 1 in 20');
  });
});

test('the first step must be the first of its kind in all history', async () => {
  const rows: Row[] = [
    ['A', -100_000_000],
    ['A', 0],
    ['B', 10],
    ['A', 0, {}, 'q'],
    ['B', 30, {}, 'q'],
  ];
  const first = { event: 'A', math: 'first_time_for_user' };
  expect(await lab.counts({ rows, steps: [first, 'B'] })).toEqual('1, 1 in 30');
});

test.each([
  ['first_time_for_user', '0, 0'],
  ['first_time_for_user_with_filters', '1, 1 in 10'],
])('%s, of a step with a filter', async (math, expected) => {
  const rows: Row[] = [
    ['A', -100_000_000, { os: 'Win' }],
    ['A', 0, { os: 'Mac' }],
    ['B', 10],
  ];
  const properties = [{ type: 'event', key: 'os', value: 'Mac', operator: 'exact' }];
  expect(await lab.counts({ rows, steps: [{ event: 'A', math, properties }, 'B'] })).toEqual(expected);
});

describe('time to convert', () => {
  const converting = (seconds: readonly number[]): Row[] =>
    seconds.flatMap((wait, index): Row[] => [
      ['A', 0, { cart: index }],
      ['B', wait, { cart: index }],
    ]);
  const filter = {
    funnelVizType: 'time_to_convert',
    funnelAggregateByHogQL: 'properties.cart',
    funnelWindowInterval: 1000,
  };
  test.each<[number[], Filter, unknown]>([
    [
      [10, 20, 65, 130],
      { binCount: 3 },
      {
        bins: [
          [10, 2],
          [50, 1],
          [90, 0],
          [130, 1],
        ],
        average_conversion_time: 56.25,
      },
    ],
    [
      [5, 5],
      {},
      {
        bins: [
          [5, 2],
          [65, 0],
          [125, 0],
        ],
        average_conversion_time: 5,
      },
    ],
    [[], {}, { bins: [], average_conversion_time: null }],
    // Eight actors, two bins of ceil(7 / 2) seconds, and one for what lies beyond.
    [
      [1, 2, 3, 4, 5, 6, 7, 8],
      {},
      {
        bins: [
          [1, 4],
          [5, 4],
          [9, 0],
        ],
        average_conversion_time: 4.5,
      },
    ],
  ])('%j %j', async (seconds, more, expected) => {
    expect(
      await lab.results({ rows: converting(seconds), steps: ['A', 'B'], filter: { ...filter, ...more } }),
    ).toEqual(expected);
  });
});

test('over time with a breakdown, each bucket for itself', async () => {
  const day = 86_400;
  const found = await lab.results({
    rows: [
      ['A', 0, { os: 'Mac' }],
      ['B', 10, { os: 'Mac' }],
      ['A', day, { os: 'Mac' }],
      ['A', 0, { os: 'Win' }, 'q'],
    ],
    steps: ['A', 'B'],
    filter: { funnelVizType: 'trends' },
    more: { breakdownFilter: { breakdown: 'os' } },
  });
  expect(found).toMatchObject([
    { breakdown_value: ['Mac'], data: [100, 0, 0, 0, 0], count: 5 },
    { breakdown_value: ['Win'], data: [0, 0, 0, 0, 0] },
  ]);
});

test('over time, by the value of a step that not everybody takes', async () => {
  const found = await lab.results({
    rows: [
      ['A', 0, { os: 'Linux' }],
      ['A', 0, { os: 'Win' }, 'q'],
      ['B', 10, { os: 'Mac' }, 'q'],
    ],
    steps: ['A', 'B'],
    filter: { funnelVizType: 'trends', breakdownAttributionType: 'step', breakdownAttributionValue: 1 },
    more: { breakdownFilter: { breakdown: 'os' } },
  });
  expect(found).toMatchObject([
    { breakdown_value: ['Mac'], data: [100, 0, 0, 0, 0] },
    { breakdown_value: [''], data: [0, 0, 0, 0, 0] },
  ]);
});

describe('refusals', () => {
  const optional = { event: 'B', optionalInFunnel: true };
  test.each<[string, RegExp, (string | object)[], Filter]>([
    ['funnelsFilter.funnelFromStep', /0 to 1.*found 2/, ['A', 'B', 'C'], { funnelFromStep: 2 }],
    ['funnelsFilter.funnelToStep', /1 to 2.*found 3/, ['A', 'B', 'C'], { funnelToStep: 3 }],
    [
      'funnelsFilter.funnelFromStep',
      /1 must be smaller than funnelToStep 1/,
      ['A', 'B', 'C'],
      { funnelFromStep: 1, funnelToStep: 1 },
    ],
    ['funnelsFilter.exclusions.0.funnelFromStep', /0 to 1.*found 2/, ['A', 'B', 'C'], without('X', 2, 2)],
    ['funnelsFilter.exclusions.0.funnelToStep', /1 to 2.*found 3/, ['A', 'B', 'C'], without('X', 0, 3)],
    ['funnelsFilter.exclusions.0.funnelFromStep', /smaller/, ['A', 'B', 'C'], without('X', 1, 1)],
    ['funnelsFilter.exclusions.0', /exclude step 1/, ['A', 'B', 'C'], without('B', 0, 2)],
    [
      'funnelsFilter.exclusions.0',
      /span all steps, 0 to 2; found 0 to 1/,
      ['A', 'B', 'C'],
      { ...unordered, ...without('X', 0, 1) },
    ],
    [
      'funnelsFilter.breakdownAttributionValue',
      /only step 0.*found 1/,
      ['A', 'B'],
      { ...unordered, breakdownAttributionType: 'step', breakdownAttributionValue: 1 },
    ],
    [
      'funnelsFilter.breakdownAttributionValue',
      /0 to 1.*found 2/,
      ['A', 'B'],
      { breakdownAttributionType: 'step', breakdownAttributionValue: 2 },
    ],
    ['series.1.optionalInFunnel', /found "unordered"/, ['A', optional, 'C'], unordered],
    ['series.1.optionalInFunnel', /found "trends"/, ['A', optional, 'C'], { funnelVizType: 'trends' }],
    ['series.0.optionalInFunnel', /first step/, [optional, 'C'], {}],
    ['series.1.optionalInFunnel', /same as the required step/, ['A', optional, 'B'], {}],
    ['series', /2/, ['A'], {}],
  ])('%s %s', async (attr, message, steps, filter) => {
    const error: unknown = await lab
      .results({ rows: [['A', 0]], steps, filter })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      attr: expect.stringContaining(attr),
      message: expect.stringMatching(message),
    });
  });
});

test('over time, step 1 of an unordered funnel is the first completed one', async () => {
  const DAY = 86_400;
  const filter = { funnelVizType: 'trends', funnelWindowIntervalUnit: 'day' };
  const rows: Row[] = [
    ['B', 0],
    ['A', DAY],
  ];
  const given = { rows, steps: ['A', 'B'] };
  expect(await lab.results({ ...given, filter: { ...filter, ...unordered } })).toMatchObject([
    { data: [100, 0, 0, 0, 0] },
  ]);
  expect(await lab.results({ ...given, filter })).toMatchObject([{ data: [0, 0, 0, 0, 0] }]);
});
