import type { InsightCase } from '../cases.ts';
import { COHORTS, membersOf } from '../cohorts.ts';
import { edges, funnel, lifecycle, retention, stickiness } from '../insight-loops.ts';
import { named, perDay, persons } from '../loops.ts';
import { DAYS, type Seen } from '../world.ts';

const dateRange = { date_from: '2026-03-09', date_to: '2026-03-18' };
const VIEW = { kind: 'EventsNode', event: '$pageview' };
const BUY = { kind: 'EventsNode', event: 'purchase' };
const views = named('$pageview');
const shop = named('purchase');
const total = { trendsFilter: { display: 'BoldNumber' } };
const trends = (more: object, series: readonly object[] = [VIEW]) => ({
  kind: 'TrendsQuery',
  series,
  dateRange,
  ...more,
});
const filter = (name: string, operator = 'in') => ({
  type: 'cohort',
  key: 'id',
  value: `{cohort:${name}}`,
  operator,
});
const of = (name: string, rows: readonly Seen[] = views) =>
  rows.filter(({ person }) => membersOf(name).includes(person.id));
const without = (name: string, rows: readonly Seen[] = views) =>
  rows.filter(({ person }) => !membersOf(name).includes(person.id));
const days = DAYS.slice(0, 5);
const broken = (names: readonly string[], more: object = {}) => ({
  breakdownFilter: {
    breakdown_type: 'cohort',
    breakdown: names.map((name) => (name === 'all' ? name : `{cohort:${name}}`)),
  },
  ...more,
});

const each: readonly InsightCase[] = COHORTS.map(({ name }) => ({
  name: `a filter by "${name}"`,
  query: trends({ properties: [filter(name)], ...total }),
  reads: 'totals',
  expected: [of(name).length],
}));

export const cohortFilters: readonly InsightCase[] = [
  ...each,
  {
    name: 'not_in of a dynamic one, by day',
    query: trends({ properties: [filter('Pro customers', 'not_in')] }),
    reads: 'data',
    expected: [perDay(without('Pro customers'), DAYS)],
  },
  {
    name: 'not_in of a static one',
    query: trends({ properties: [filter('Invited', 'not_in')], ...total }),
    reads: 'totals',
    expected: [without('Invited').length],
  },
  {
    name: 'without an operator',
    query: trends({ properties: [{ type: 'cohort', key: 'id', value: '{cohort:Germans}' }], ...total }),
    reads: 'totals',
    expected: [of('Germans').length],
  },
  {
    name: 'with its name beside the id',
    query: trends({ properties: [{ ...filter('Germans'), cohort_name: 'Germans' }], ...total }),
    reads: 'totals',
    expected: [of('Germans').length],
  },
  {
    name: 'of a series, beside another without',
    query: trends(total, [{ ...VIEW, properties: [filter('Large')] }, VIEW]),
    reads: 'totals',
    expected: [of('Large').length, views.length],
  },
  {
    name: 'in a group with OR',
    query: trends({
      properties: {
        type: 'AND',
        values: [{ type: 'OR', values: [filter('Germans'), filter('From a file')] }],
      },
      ...total,
    }),
    reads: 'totals',
    expected: [
      views.filter(({ person }) => [...membersOf('Germans'), ...membersOf('From a file')].includes(person.id))
        .length,
    ],
  },
  {
    name: 'of the call',
    query: trends(total),
    filtersOverride: { properties: [filter('Pro Germans')] },
    reads: 'totals',
    expected: [of('Pro Germans').length],
  },
  {
    name: 'of a funnel',
    query: { kind: 'FunnelsQuery', series: [VIEW, BUY], dateRange, properties: [filter('Invited')] },
    reads: 'counts',
    expected: funnel(of('Invited'), of('Invited', shop)),
  },
  {
    name: 'of retention',
    query: {
      kind: 'RetentionQuery',
      dateRange: { date_from: '2026-03-09', date_to: '2026-03-13' },
      retentionFilter: { period: 'Day', totalIntervals: 3 },
      properties: [filter('Pro or German')],
    },
    reads: 'retention',
    expected: retention(of('Pro or German'), of('Pro or German'), days, 3),
  },
  {
    name: 'of lifecycle',
    query: { kind: 'LifecycleQuery', series: [VIEW], dateRange, properties: [filter('Pro customers')] },
    reads: 'lifecycle',
    expected: lifecycle(of('Pro customers')),
  },
  {
    name: 'of stickiness',
    query: {
      kind: 'StickinessQuery',
      series: [VIEW],
      dateRange,
      properties: [filter('Pro customers', 'not_in')],
    },
    reads: 'data',
    expected: [stickiness(without('Pro customers'), DAYS)],
  },
  {
    name: 'of paths',
    query: {
      kind: 'PathsQuery',
      dateRange,
      pathsFilter: { includeEventTypes: ['custom_event'] },
      properties: [filter('Germans')],
    },
    reads: 'edges',
    expected: edges(
      of('Germans', named()).filter(({ event }) => !event.startsWith('$')),
      ({ event }) => event,
    ),
  },
  ...['Pro customers', 'Recent buyers', 'Invited', 'From a file', 'Pro Germans', 'Frequent buyers'].map(
    (name): InsightCase => ({
      name: `purchases of those outside of "${name}"`,
      query: trends({ properties: [filter(name, 'not_in')], ...total }, [BUY]),
      reads: 'totals',
      expected: [without(name, shop).length],
    }),
  ),
  {
    name: 'not_in of a funnel, on one step',
    query: {
      kind: 'FunnelsQuery',
      series: [VIEW, { ...BUY, properties: [filter('Invited', 'not_in')] }],
      dateRange,
    },
    reads: 'counts',
    expected: funnel(views, without('Invited', shop)),
  },
  {
    name: 'not_in of retention',
    query: {
      kind: 'RetentionQuery',
      dateRange: { date_from: '2026-03-09', date_to: '2026-03-13' },
      retentionFilter: { period: 'Day', totalIntervals: 3 },
      properties: [filter('From a file', 'not_in')],
    },
    reads: 'retention',
    expected: retention(without('From a file'), without('From a file'), days, 3),
  },
  {
    name: 'not_in of the call, with a property',
    query: trends(total),
    filtersOverride: {
      properties: [
        filter('Germans', 'not_in'),
        { type: 'person', key: 'plan', value: 'pro', operator: 'exact' },
      ],
    },
    reads: 'totals',
    expected: [without('Germans').filter(({ person }) => person.plan === 'pro').length],
  },
  ...['static-cohort', 'precalculated-cohort'].map(
    (type): InsightCase => ({
      name: `the type ${type}`,
      query: trends({ properties: [{ ...filter('Invited'), type }], ...total }),
      reads: 'totals',
      expected: [of('Invited').length],
    }),
  ),
  {
    name: 'of lifecycle, static',
    query: { kind: 'LifecycleQuery', series: [VIEW], dateRange, properties: [filter('Invited')] },
    reads: 'lifecycle',
    expected: lifecycle(of('Invited')),
  },
  {
    name: 'an unknown id is told',
    query: trends({ properties: [{ type: 'cohort', key: 'id', value: 987654, operator: 'in' }] }),
    refused: 'invalid_value|invalid_filter',
    says: /987654/,
  },
];

export const cohortBreakdowns: readonly InsightCase[] = [
  {
    name: 'one cohort',
    query: trends({ ...broken(['Pro customers']), trendsFilter: { display: 'ActionsTable' } }),
    reads: 'totals',
    expected: [of('Pro customers').length],
  },
  {
    name: 'an id without a list',
    query: trends({
      breakdownFilter: { breakdown_type: 'cohort', breakdown: '{cohort:Germans}' },
      trendsFilter: { display: 'ActionsTable' },
    }),
    reads: 'totals',
    expected: [of('Germans').length],
  },
  {
    name: 'several, in their order, with all',
    query: trends({
      ...broken(['Germans', 'Pro customers', 'all']),
      trendsFilter: { display: 'ActionsTable' },
    }),
    reads: 'totals',
    expected: [of('Germans').length, of('Pro customers').length, views.length],
  },
  {
    name: 'only all',
    query: trends({ ...broken(['all']), trendsFilter: { display: 'ActionsTable' } }),
    reads: 'totals',
    expected: [views.length],
  },
  {
    name: 'static and dynamic by day',
    query: trends(broken(['Invited', 'Large'])),
    reads: 'data',
    expected: [perDay(of('Invited'), DAYS), perDay(of('Large'), DAYS)],
  },
  {
    name: 'distinct persons',
    query: trends({ ...broken(['Invited', 'Frequent buyers']), trendsFilter: { display: 'ActionsTable' } }, [
      { ...VIEW, math: 'dau' },
    ]),
    reads: 'totals',
    expected: [persons(of('Invited')), persons(of('Frequent buyers'))],
  },
  {
    name: 'of a funnel',
    query: { kind: 'FunnelsQuery', series: [VIEW, BUY], dateRange, ...broken(['Germans', 'Pro customers']) },
    reads: 'nested',
    expected: [
      funnel(of('Germans'), of('Germans', shop)),
      funnel(of('Pro customers'), of('Pro customers', shop)),
    ].toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  },
  {
    name: 'of retention',
    query: {
      kind: 'RetentionQuery',
      dateRange: { date_from: '2026-03-09', date_to: '2026-03-13' },
      retentionFilter: { period: 'Day', totalIntervals: 3 },
      ...broken(['Pro customers']),
    },
    reads: 'retention',
    expected: retention(of('Pro customers'), of('Pro customers'), days, 3),
  },
  {
    name: 'two static ones and all, by day',
    query: trends(broken(['From a file', 'Invited', 'all'])),
    reads: 'data',
    expected: [perDay(of('From a file'), DAYS), perDay(of('Invited'), DAYS), perDay(views, DAYS)],
  },
  {
    name: 'a static one of a funnel',
    query: { kind: 'FunnelsQuery', series: [VIEW, BUY], dateRange, ...broken(['From a file']) },
    reads: 'nested',
    expected: [funnel(of('From a file'), of('From a file', shop))],
  },
  {
    name: 'by what persons did, purchases',
    query: trends(
      { ...broken(['Recent buyers', 'Frequent buyers']), trendsFilter: { display: 'ActionsTable' } },
      [BUY],
    ),
    reads: 'totals',
    expected: [of('Recent buyers', shop).length, of('Frequent buyers', shop).length],
  },
  {
    name: 'a cohort of cohorts beside its parts',
    query: trends({
      ...broken(['Pro Germans', 'Pro customers', 'Germans']),
      trendsFilter: { display: 'BoldNumber' },
    }),
    reads: 'totals',
    expected: [of('Pro Germans').length, of('Pro customers').length, of('Germans').length],
  },
  {
    name: 'with a filter by another cohort',
    query: trends({
      ...broken(['Pro customers']),
      properties: [filter('Germans')],
      trendsFilter: { display: 'ActionsTable' },
    }),
    reads: 'totals',
    expected: [of('Pro Germans').length],
  },
];
