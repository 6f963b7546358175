import { expect, test } from 'vitest';
import { INSIGHT_KINDS } from '../data/shapes.ts';
import { firstQuery, type InsightQuery } from './insight-query.ts';
import { hiddenMembers } from './option-fields.ts';

test('a first query of every kind has nothing that its form hides', () => {
  for (const { kind } of INSIGHT_KINDS) expect(hiddenMembers(firstQuery(kind, 'a'))).toEqual([]);
});

test('what the form does not know is named by its path', () => {
  const query: InsightQuery = {
    kind: 'TrendsQuery',
    series: [],
    trendsFilter: { display: 'ActionsBar', showLegend: true },
    dateRange: { date_from: '-7d' },
    breakdownFilter: { breakdowns: [{ property: 'a' }] },
    tags: { name: 'x' },
    version: null,
  };
  expect(hiddenMembers(query)).toEqual(['trendsFilter.showLegend', 'breakdownFilter.breakdowns', 'tags']);
});
