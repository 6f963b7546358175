import { expect, test } from 'vitest';
import { finish } from '../../base/loop-slices.ts';
import { writeCsv } from '../../base/write-csv.ts';
import type { InsightQuery } from '../../schema/insights/insight-query.ts';
import { flattenInsight } from './flatten-insight.ts';

const node = { kind: 'EventsNode' as const, event: 'visit' };
const FUNNEL = { kind: 'FunnelsQuery' as const, series: [node, node] };
const TRENDS = { kind: 'TrendsQuery' as const, series: [node] };
const RETENTION = { kind: 'RetentionQuery' as const, retentionFilter: {} };

interface Case {
  readonly name: string;
  readonly query: InsightQuery;
  readonly results: unknown;
  readonly lines: readonly string[];
}

const TRENDS_HEADER =
  '"order","label","breakdown_value","breakdown_is_other","compare_label","bucket","value"';
const STEPS_HEADER =
  '"breakdown_value","breakdown_is_other","order","name","custom_name","count",' +
  '"average_conversion_time","median_conversion_time"';
const RETENTION_HEADER =
  '"breakdown_value","breakdown_is_other","date","cohort_size","interval","interval_label","count","aggregation_value"';

const CASES: readonly Case[] = [
  {
    name: 'trends in two periods',
    query: TRENDS,
    results: [
      {
        order: 0,
        label: 'visit',
        data: [1, 0.5],
        days: ['2026-01-01', '2026-01-02'],
        compare_label: 'current',
      },
      { order: 0, label: 'visit', data: [2], days: ['2025-12-31 10:00:00'], compare_label: 'previous' },
    ],
    lines: [
      TRENDS_HEADER,
      '0,"visit",,,"current","2026-01-01",1',
      '0,"visit",,,"current","2026-01-02",0.5',
      '0,"visit",,,"previous","2025-12-31 10:00:00",2',
    ],
  },
  {
    name: 'trends with values that are texts, empty, formulas of a spreadsheet, and the rest',
    query: TRENDS,
    results: [
      { order: 0, label: 'a, "b"', breakdown_value: 'a, "b"', data: [1], days: ['2026-01-01'] },
      { order: 0, label: 'None', breakdown_value: null, data: [2], days: ['2026-01-01'] },
      { order: 0, label: '=1+1', breakdown_value: '=1+1', data: [3], days: ['2026-01-01'] },
      {
        order: 0,
        label: 'Other',
        breakdown_value: 'Other',
        breakdown_is_other: true,
        data: [4],
        days: ['2026-01-01'],
      },
    ],
    lines: [
      TRENDS_HEADER,
      '0,"a, ""b""","a, ""b""",,,"2026-01-01",1',
      '0,"None",,,,"2026-01-01",2',
      '0,"=1+1","=1+1",,,"2026-01-01",3',
      '0,"Other","Other",true,,"2026-01-01",4',
    ],
  },
  {
    name: 'trends without time, of two breakdowns and of a formula',
    query: TRENDS,
    results: [
      { order: 0, label: 'a::None', breakdown_value: ['a', null], data: [], days: [], aggregated_value: 7 },
      { order: 1, label: 'Formula (A)', data: null, days: [], aggregated_value: 0 },
    ],
    lines: [TRENDS_HEADER, '0,"a::None","[""a"",null]",,,,7', '1,"Formula (A)",,,,,0'],
  },
  { name: 'trends of nothing', query: TRENDS, results: [], lines: [TRENDS_HEADER] },
  {
    name: 'stickiness',
    query: { kind: 'StickinessQuery', series: [node] },
    results: [
      { action: { order: 0 }, label: 'visit', days: [1, 2], data: [5, 3], compare_label: 'current' },
      { action: { order: 1 }, label: 'pay', days: [1], data: [0] },
    ],
    lines: [
      '"order","label","compare_label","interval_count","value"',
      '0,"visit","current",1,5',
      '0,"visit","current",2,3',
      '1,"pay",,1,0',
    ],
  },
  {
    name: 'lifecycle',
    query: { kind: 'LifecycleQuery', series: [node] },
    results: [
      { label: 'visit - new', status: 'new', days: ['2026-01-01', '2026-01-02'], data: [1, 0] },
      { label: 'visit - dormant', status: 'dormant', days: ['2026-01-01'], data: [-2] },
    ],
    lines: [
      '"label","status","bucket","value"',
      '"visit - new","new","2026-01-01",1',
      '"visit - new","new","2026-01-02",0',
      '"visit - dormant","dormant","2026-01-01",-2',
    ],
  },
  {
    name: 'retention in brackets',
    query: RETENTION,
    results: [
      {
        date: '2026-01-01T00:00:00+00:00',
        label: 'Day 0',
        breakdown_value: null,
        values: [
          { count: 3, label: 'Day 0' },
          { count: 2, label: 'Day 1-2' },
        ],
      },
    ],
    lines: [
      RETENTION_HEADER,
      ',,"2026-01-01T00:00:00+00:00",3,0,"Day 0",3,',
      ',,"2026-01-01T00:00:00+00:00",3,1,"Day 1-2",2,',
    ],
  },
  {
    name: 'retention with amounts and a breakdown',
    query: RETENTION,
    results: [
      {
        date: '2026-01-01T00:00:00+01:00',
        label: 'Day 0',
        breakdown_value: 'Other',
        breakdown_is_other: true,
        values: [{ count: 2, label: 'Day 0', aggregation_value: 1.25 }],
      },
    ],
    lines: [RETENTION_HEADER, '"Other",true,"2026-01-01T00:00:00+01:00",2,0,"Day 0",2,1.25'],
  },
  {
    name: 'steps of a funnel',
    query: FUNNEL,
    results: [
      {
        order: 0,
        name: 'visit',
        custom_name: null,
        count: 4,
        average_conversion_time: null,
        median_conversion_time: null,
      },
      {
        order: 1,
        name: 'pay',
        custom_name: 'Paid',
        count: 1,
        average_conversion_time: 60.5,
        median_conversion_time: 60,
      },
    ],
    lines: [STEPS_HEADER, ',,0,"visit",,4,,', ',,1,"pay","Paid",1,60.5,60'],
  },
  {
    name: 'steps of a funnel with a breakdown',
    query: FUNNEL,
    results: [
      [{ order: 0, name: 'visit', custom_name: null, count: 2, breakdown_value: [''] }],
      [{ order: 0, name: 'visit', custom_name: null, count: 1, breakdown_value: ['a', 'b'] }],
    ].map((steps) =>
      steps.map((step) => ({ ...step, average_conversion_time: null, median_conversion_time: null })),
    ),
    lines: [STEPS_HEADER, '"",,0,"visit",,2,,', '"[""a"",""b""]",,0,"visit",,1,,'],
  },
  {
    name: 'times to convert',
    query: { ...FUNNEL, funnelsFilter: { funnelVizType: 'time_to_convert' } },
    results: {
      bins: [
        [10, 2],
        [49.5, 0],
      ],
      average_conversion_time: 12,
    },
    lines: ['"bin_start","count"', '10,2', '49.5,0'],
  },
  {
    name: 'a funnel over time',
    query: { ...FUNNEL, funnelsFilter: { funnelVizType: 'trends' } },
    results: [
      { data: [50, 33.33], days: ['2026-01-01', '2026-01-02'] },
      { data: [0], days: ['2026-01-01'], breakdown_value: ['Other'], breakdown_is_other: true },
    ],
    lines: [
      '"breakdown_value","breakdown_is_other","bucket","conversion_rate"',
      ',,"2026-01-01",50',
      ',,"2026-01-02",33.33',
      '"Other",true,"2026-01-01",0',
    ],
  },
  {
    name: 'paths',
    query: { kind: 'PathsQuery', pathsFilter: {} },
    results: [{ source: '1_/', target: '2_/a,b', value: 12, average_conversion_time: 60000 }],
    lines: ['"source","target","value","average_conversion_time"', '"1_/","2_/a,b",12,60000'],
  },
];

test.each(CASES)('csv of $name', ({ query, results, lines }) => {
  const { columns, rows } = flattenInsight(query, results);
  const csv = finish(writeCsv(columns, rows, 10_000)).toString();
  expect(csv.split('\r\n')).toEqual([...lines, '']);
});
