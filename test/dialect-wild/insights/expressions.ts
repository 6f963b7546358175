import type { InsightCase } from '../cases.ts';
import { edges, funnel } from '../insight-loops.ts';
import { distinct, named, number, perDay, sum, tally, text } from '../loops.ts';
import { DAYS } from '../world.ts';

const dateRange = { date_from: '2026-03-09', date_to: '2026-03-18' };
const VIEW = { kind: 'EventsNode', event: '$pageview' };
const BUY = { kind: 'EventsNode', event: 'purchase' };
const views = named('$pageview');
const shop = named('purchase');
const total = { trendsFilter: { display: 'BoldNumber' } };
const trends = (series: readonly object[], more: object = {}) => ({
  kind: 'TrendsQuery',
  series,
  dateRange,
  ...more,
});
const amounts = shop.map((seen) => number(seen, 'amount'));
const hogql = (key: string) => ({ properties: [{ type: 'hogql', key }] });
const pro = views.filter((seen) => text(seen, 'plan') === 'pro');
const byCurrency = Object.fromEntries(tally(shop, (seen) => text(seen, 'currency')));
const custom = named().filter(({ event }) => !event.startsWith('$'));

/** Expressions of insights may name the events `e.` or `events.`. */
export const namedEvents: readonly InsightCase[] = [
  {
    name: 'math_hogql with e.',
    query: trends([{ ...BUY, math: 'hogql', math_hogql: 'sum(toFloat(e.properties.amount))' }], total),
    reads: 'totals',
    expected: [sum(amounts)],
  },
  {
    name: 'math_hogql with events.',
    query: trends([{ ...BUY, math: 'hogql', math_hogql: 'max(events.properties.amount)' }], total),
    reads: 'totals',
    expected: [Math.max(...amounts)],
  },
  {
    name: 'math_hogql with a column of events., by day',
    query: trends([{ ...VIEW, math: 'hogql', math_hogql: 'uniqExact(events.distinct_id)' }]),
    reads: 'data',
    expected: [
      DAYS.map((day) =>
        distinct(
          views.filter((seen) => seen.day === day),
          ({ distinctId }) => distinctId,
        ),
      ),
    ],
  },
  {
    name: 'math_hogql with a person of e.',
    query: trends(
      [{ ...VIEW, math: 'hogql', math_hogql: "countIf(e.person.properties.plan = 'pro')" }],
      total,
    ),
    reads: 'totals',
    expected: [views.filter(({ person }) => person.plan === 'pro').length],
  },
  {
    name: 'math_hogql with and without the name',
    query: trends(
      [
        {
          ...BUY,
          math: 'hogql',
          math_hogql: "sumIf(toFloat(properties.amount), e.properties.currency = 'EUR')",
        },
      ],
      total,
    ),
    reads: 'totals',
    expected: [
      sum(shop.filter((seen) => text(seen, 'currency') === 'EUR').map((seen) => number(seen, 'amount'))),
    ],
  },
  {
    name: 'a filter with events.',
    query: trends([VIEW], { ...hogql("events.properties.plan = 'pro'"), ...total }),
    reads: 'totals',
    expected: [pro.length],
  },
  {
    name: 'a filter with e. on a series',
    query: trends([{ ...VIEW, ...hogql("e.properties.plan = 'pro' AND e.event = '$pageview'") }]),
    reads: 'data',
    expected: [perDay(pro, DAYS)],
  },
  {
    name: 'a filter of the call with e.',
    query: trends([VIEW], total),
    filtersOverride: hogql("e.properties.plan = 'pro'"),
    reads: 'totals',
    expected: [pro.length],
  },
  {
    name: 'a breakdown with e.',
    query: trends([BUY], {
      trendsFilter: { display: 'ActionsTable' },
      breakdownFilter: { breakdown_type: 'hogql', breakdown: 'e.properties.currency' },
    }),
    reads: 'byValue',
    expected: byCurrency,
  },
  {
    name: 'a breakdown of several with events.',
    query: trends([BUY], {
      trendsFilter: { display: 'ActionsTable' },
      breakdownFilter: { breakdowns: [{ type: 'hogql', property: 'lower(events.properties.currency)' }] },
    }),
    reads: 'byValue',
    expected: Object.fromEntries(
      Object.entries(byCurrency).map(([key, count]) => [key.toLowerCase(), count]),
    ),
  },
  {
    name: 'a funnel aggregated by e.',
    query: {
      kind: 'FunnelsQuery',
      series: [VIEW, BUY],
      dateRange,
      funnelsFilter: { funnelAggregateByHogQL: 'e.distinct_id' },
    },
    reads: 'counts',
    expected: funnel(views, shop),
  },
  {
    name: 'a filter of a funnel with events.',
    query: {
      kind: 'FunnelsQuery',
      series: [{ ...VIEW, ...hogql("events.properties.$pathname = '/pricing'") }, BUY],
      dateRange,
      funnelsFilter: {},
    },
    reads: 'counts',
    expected: funnel(
      views.filter((seen) => text(seen, '$pathname') === '/pricing'),
      shop,
    ),
  },
  {
    name: 'paths by an expression of e.',
    query: {
      kind: 'PathsQuery',
      dateRange,
      pathsFilter: { includeEventTypes: ['hogql'], pathsHogQLExpression: 'upper(e.event)' },
      ...hogql("NOT startsWith(e.event, '$')"),
    },
    reads: 'edges',
    expected: edges(custom, ({ event }) => event.toUpperCase()),
  },
  {
    name: 'another name than that of the events stays refused',
    query: trends([{ ...BUY, math: 'hogql', math_hogql: 'sum(ev.properties.amount)' }]),
    refused: 'unknown_field',
    says: /ev/,
  },
];
