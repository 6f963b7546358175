import { expect, test } from 'vitest';
import { INSIGHT_KINDS } from '../data/shapes.ts';
import { changeKind } from './change-kind.ts';
import { firstQuery, type InsightQuery, withMember } from './insight-query.ts';

const trends: InsightQuery = {
  kind: 'TrendsQuery',
  series: [
    { kind: 'EventsNode', event: 'a', math: 'sum', math_property: 'words' },
    { kind: 'ActionsNode', id: 3 },
  ],
  interval: 'week',
  dateRange: { date_from: '-90d' },
  properties: [{ key: 'x', value: 1 }],
  breakdownFilter: { breakdown: 'plan' },
  trendsFilter: { display: 'ActionsBar' },
};

test('series, range and filters go along, what has no place is named', () => {
  const { query, dropped } = changeKind(trends, 'FunnelsQuery');
  expect(query).toEqual({
    kind: 'FunnelsQuery',
    series: [
      { kind: 'EventsNode', event: 'a' },
      { kind: 'ActionsNode', id: 3 },
    ],
    interval: 'week',
    dateRange: { date_from: '-90d' },
    properties: [{ key: 'x', value: 1 }],
    breakdownFilter: { breakdown: 'plan' },
  });
  expect(dropped).toEqual(['trendsFilter']);
});

test('a lifecycle has one series, a retention its event', () => {
  expect(changeKind(trends, 'LifecycleQuery')).toMatchObject({
    query: { series: [{ kind: 'EventsNode', event: 'a' }] },
    dropped: ['breakdownFilter', 'trendsFilter', '1 series'],
  });
  const retention = changeKind(trends, 'RetentionQuery').query;
  expect(retention).toMatchObject({
    retentionFilter: { targetEntity: { id: 'a', type: 'events' }, period: 'Week' },
  });
  expect(retention).not.toHaveProperty('series');
});

test('the events of a retention are series elsewhere', () => {
  const back = changeKind(firstQuery('RetentionQuery', 'a'), 'TrendsQuery');
  expect(back.query['series']).toEqual([
    { kind: 'EventsNode', event: 'a' },
    { kind: 'EventsNode', event: 'a' },
  ]);
  expect(back.dropped).toEqual(['retentionFilter']);
});

test('every kind becomes every other', () => {
  for (const { kind: from } of INSIGHT_KINDS) {
    for (const { kind: to } of INSIGHT_KINDS)
      expect(changeKind(firstQuery(from, 'a'), to).query.kind).toBe(to);
  }
});

test('a member that is cleared leaves no trace, the others keep their place', () => {
  const query: InsightQuery = { kind: 'TrendsQuery', trendsFilter: { display: 'ActionsBar' }, other: 1 };
  expect(withMember(query, ['trendsFilter', 'display'], undefined)).toEqual({
    kind: 'TrendsQuery',
    other: 1,
  });
  expect(Object.keys(withMember(query, ['trendsFilter', 'display'], 'x'))).toEqual([
    'kind',
    'trendsFilter',
    'other',
  ]);
  expect(withMember(query, ['dateRange', 'date_from'], '-7d')['dateRange']).toEqual({ date_from: '-7d' });
});
