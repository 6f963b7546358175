import { expect, test } from 'vitest';
import type { InsightQuery } from './insight-query.ts';
import { filterValue, OPERATORS, operatorsOf, typedFilter } from './operators.ts';
import { sentenceOf } from './sentence.ts';

test.each<[InsightQuery, string]>([
  [
    {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: '$pageview', math: 'dau' }],
      interval: 'week',
      dateRange: { date_from: '-90d' },
      breakdownFilter: { breakdown: 'plan' },
    },
    'Unique persons of $pageview per week, last 90 days, by plan',
  ],
  [
    {
      kind: 'FunnelsQuery',
      series: [
        { kind: 'EventsNode', event: 'a' },
        { kind: 'ActionsNode', id: 2 },
      ],
      properties: [
        { key: '$browser', value: ['Firefox', 'Edge'] },
        { key: 'n', operator: 'is_set' },
      ],
    },
    'Funnel of a → action 2, where $browser = Firefox, Edge and n is set, last 7 days',
  ],
  [
    {
      kind: 'StickinessQuery',
      series: [{ kind: 'EventsNode' }],
      dateRange: { date_from: '2026-01-01', date_to: '2026-02-01' },
    },
    'On how many days persons did all events, 2026-01-01 to 2026-02-01',
  ],
  [
    {
      kind: 'RetentionQuery',
      retentionFilter: { targetEntity: { id: 'a' }, returningEntity: { id: 'b' }, period: 'Week' },
      dateRange: { date_from: 'all' },
    },
    'Who did a and came back for b, per week, all time',
  ],
])('%#', (query, sentence) => expect(sentenceOf(query)).toBe(sentence));

test.each([
  ['exact', 'Firefox', null, 'Firefox'],
  ['exact', 'a, b', null, ['a', 'b']],
  ['exact', '5', 'Numeric', 5],
  ['gt', '2.5', 'Numeric', 2.5],
  ['between', '1, 9', 'Numeric', [1, 9]],
  ['is_set', 'x', null, undefined],
  ['icontains', 'a, b', 'String', 'a, b'],
])('%s of %s', (name, text, type, value) => {
  const operator = OPERATORS.find((one) => one.value === name);
  expect(operator && filterValue(text, operator, type)).toEqual(value);
  if (value !== undefined) expect(typedFilter(value)).toBe(text);
});

test('a type has its operators', () => {
  const numeric = operatorsOf('Numeric').map(({ value }) => value);
  expect(numeric).toContain('gte');
  expect(numeric).not.toContain('icontains');
});
