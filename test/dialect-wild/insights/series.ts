import type { InsightCase } from '../cases.ts';
import { funnel, lifecycle, retention, stickiness } from '../insight-loops.ts';
import { named, number, perDay, persons, sum, text } from '../loops.ts';
import { DAYS } from '../world.ts';

const dateRange = { date_from: '2026-03-09', date_to: '2026-03-18' };
const views = named('$pageview');
const shop = named('purchase');
const priced = views.filter((seen) => text(seen, '$pathname') === '/pricing');
const total = { trendsFilter: { display: 'BoldNumber' } };
const trends = (series: readonly object[], more: object = {}) => ({
  kind: 'TrendsQuery',
  series,
  dateRange,
  ...more,
});
const funnels = (series: readonly object[], funnelsFilter: object = {}) => ({
  kind: 'FunnelsQuery',
  series,
  dateRange,
  funnelsFilter,
});

export const kindless: readonly InsightCase[] = [
  {
    name: 'an event of trends',
    query: trends([{ event: '$pageview' }]),
    reads: 'data',
    expected: [perDay(views, DAYS)],
  },
  {
    name: 'an action of trends',
    query: trends([{ id: '{action:Bought}' }]),
    reads: 'data',
    expected: [perDay(shop, DAYS)],
  },
  {
    name: 'all events',
    query: trends([{ event: null }], total),
    reads: 'totals',
    expected: [named().length],
  },
  {
    name: 'a name and a math',
    query: trends([{ event: '$pageview', name: 'Views', math: 'dau' }], total),
    reads: 'totals',
    expected: [persons(views)],
  },
  {
    name: 'a property math with filters',
    query: trends(
      [
        {
          event: 'purchase',
          math: 'sum',
          math_property: 'amount',
          properties: [{ key: 'currency', value: 'EUR', operator: 'exact', type: 'event' }],
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
    name: 'an event and an action, mixed with one that has a kind',
    query: trends(
      [
        { event: 'purchase' },
        { id: '{action:Looked at pricing}' },
        { kind: 'EventsNode', event: '$pageview' },
      ],
      total,
    ),
    reads: 'totals',
    expected: [shop.length, priced.length, views.length],
  },
  {
    name: 'a formula of two',
    query: trends([{ event: 'purchase' }, { event: '$pageview' }], {
      trendsFilter: { display: 'BoldNumber', formula: 'A / B' },
    }),
    reads: 'totals',
    expected: [shop.length / views.length],
  },
  {
    name: 'steps of a funnel',
    query: funnels([{ event: '$pageview' }, { event: 'purchase' }]),
    reads: 'counts',
    expected: funnel(views, shop),
  },
  {
    name: 'an action as a step',
    query: funnels([{ id: '{action:Looked at pricing}' }, { id: '{action:Bought}' }]),
    reads: 'counts',
    expected: funnel(priced, shop),
  },
  {
    name: 'lifecycle',
    query: { kind: 'LifecycleQuery', series: [{ event: '$pageview' }], dateRange },
    reads: 'lifecycle',
    expected: lifecycle(views),
  },
  {
    name: 'stickiness',
    query: { kind: 'StickinessQuery', series: [{ event: '$pageview' }], dateRange },
    reads: 'data',
    expected: [stickiness(views, DAYS)],
  },
  {
    name: 'an unknown member beside the event stays refused',
    query: trends([{ event: '$pageview', maths: 'dau' }]),
    refused: 'unknown_member',
    says: /math/,
  },
];

const days = DAYS.slice(0, 5);
const keep = (retentionFilter: object, more: object = {}) => ({
  kind: 'RetentionQuery',
  dateRange: { date_from: '2026-03-09', date_to: '2026-03-13' },
  retentionFilter: { period: 'Day', totalIntervals: 3, ...retentionFilter },
  ...more,
});

export const retentionEntities: readonly InsightCase[] = [
  {
    name: 'both without a type',
    query: keep({ targetEntity: { id: '$pageview' }, returningEntity: { id: 'purchase' } }),
    reads: 'retention',
    expected: retention(views, shop, days, 3),
  },
  {
    name: 'the target without, the returning one with a type',
    query: keep({ targetEntity: { id: 'purchase' }, returningEntity: { id: '$pageview', type: 'events' } }),
    reads: 'retention',
    expected: retention(shop, views, days, 3),
  },
  {
    name: 'id null with a type is any event',
    query: keep({
      targetEntity: { id: '$pageview', type: 'events' },
      returningEntity: { id: null, type: 'events' },
    }),
    reads: 'retention',
    expected: retention(views, named(), days, 3),
  },
  {
    name: 'id null without a type, on both sides',
    query: keep({ targetEntity: { id: null }, returningEntity: { id: null } }),
    reads: 'retention',
    expected: retention(named(), named(), days, 3),
  },
  {
    name: 'id null with a name and properties',
    query: keep({
      targetEntity: {
        id: null,
        name: 'All events',
        properties: [{ key: '$browser', value: ['Chrome'], operator: 'exact', type: 'event' }],
      },
      returningEntity: { id: '$pageview' },
    }),
    reads: 'retention',
    expected: retention(
      named().filter((seen) => text(seen, '$browser') === 'Chrome'),
      views,
      days,
      3,
    ),
  },
  {
    name: 'members that PostHog writes beside an untyped id',
    query: keep({
      targetEntity: { id: '$pageview', name: '$pageview', order: 0, uuid: 'a-b-c' },
      returningEntity: { id: '$pageview', name: '$pageview' },
    }),
    reads: 'retention',
    expected: retention(views, views, days, 3),
  },
  {
    name: 'only the target is named',
    query: keep({ targetEntity: { id: 'purchase' } }),
    reads: 'retention',
    expected: retention(shop, views, days, 3),
  },
  {
    name: 'a filter of the query beside untyped entities',
    query: keep(
      { targetEntity: { id: '$pageview' }, returningEntity: { id: null } },
      { properties: [{ key: 'plan', value: 'pro', operator: 'exact', type: 'person' }] },
    ),
    reads: 'retention',
    expected: retention(
      views.filter(({ person }) => person.plan === 'pro'),
      named().filter(({ person }) => person.plan === 'pro'),
      days,
      3,
    ),
  },
];

export const textIds: readonly InsightCase[] = [
  {
    name: 'a series of trends',
    query: trends([{ kind: 'ActionsNode', id: '{action-text:Bought}' }]),
    reads: 'data',
    expected: [perDay(shop, DAYS)],
  },
  {
    name: 'a series without kind',
    query: trends([{ id: '{action-text:Looked at pricing}', name: 'Looked at pricing' }], total),
    reads: 'totals',
    expected: [priced.length],
  },
  {
    name: 'a step of a funnel',
    query: funnels([
      { kind: 'EventsNode', event: '$pageview' },
      { kind: 'ActionsNode', id: '{action-text:Bought}' },
    ]),
    reads: 'counts',
    expected: funnel(views, shop),
  },
  {
    name: 'an entity of retention',
    query: keep({
      targetEntity: { id: '{action-text:Bought}', type: 'actions' },
      returningEntity: { id: '$pageview', type: 'events' },
    }),
    reads: 'retention',
    expected: retention(shop, views, days, 3),
  },
  {
    name: 'lifecycle of an action',
    query: {
      kind: 'LifecycleQuery',
      series: [{ kind: 'ActionsNode', id: '{action-text:Bought}' }],
      dateRange,
    },
    reads: 'lifecycle',
    expected: lifecycle(shop),
  },
  {
    name: 'stickiness of an action',
    query: {
      kind: 'StickinessQuery',
      series: [{ kind: 'ActionsNode', id: '{action-text:Bought}' }],
      dateRange,
    },
    reads: 'data',
    expected: [stickiness(shop, DAYS)],
  },
  {
    name: 'an id that is no action is told',
    query: trends([{ kind: 'ActionsNode', id: '999999' }]),
    refused: 'invalid_value',
    says: /999999/,
  },
];
