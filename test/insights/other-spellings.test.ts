import { expect, test } from 'vitest';
import type { StoredQuery } from '../../src/query/stored-query.ts';
import { usedActions } from '../../src/query/used-actions.ts';
import { checkInsightQuery } from '../../src/schema/insights/insight-query.ts';

// What users of PostHog leave out or spell otherwise means the same, and is the same query for the cache.

const trends = (series: readonly object[]) => ({ kind: 'TrendsQuery', series });
const checked = (query: object) => checkInsightQuery(query, 'query');

test('[N-6] a node without kind is what its members say', () => {
  const group = (nodes: readonly object[]) => trends([{ kind: 'GroupNode', operator: 'OR', nodes }]);
  const plain = [{ event: 'a' }, { id: '7' }, { kind: null, event: null }];
  const full = [{ kind: 'EventsNode', event: 'a' }, { kind: 'ActionsNode', id: 7 }, { kind: 'EventsNode' }];
  expect(checked(trends(plain))).toEqual(checked(trends(full)));
  expect(checked(group(plain))).toEqual(checked(group(full)));
  const funnel = (series: readonly object[], [exclusion]: readonly object[]) => ({
    kind: 'FunnelsQuery',
    series,
    funnelsFilter: { exclusions: [{ ...exclusion, funnelFromStep: 0, funnelToStep: 1 }] },
  });
  expect(checked(funnel(plain, plain))).toEqual(checked(funnel(full, full)));
});

test('[N-6] an action without kind, or by a text, is in use', () => {
  const query = trends([
    { id: '7' },
    { kind: null, id: 8 },
    { event: 'a' },
    { kind: 'ActionsNode', id: '9' },
  ]);
  expect([...usedActions(query as unknown as StoredQuery).ids]).toEqual([7, 8, 9]);
  const entity = { kind: 'RetentionQuery', retentionFilter: { targetEntity: { id: 7 } } };
  expect([...usedActions(entity as unknown as StoredQuery).ids]).toEqual([]);
});

test.each(['7a', '-7', '', '1e3', ' 7'])('[N-6] the text %j is no id of an action', (id) => {
  expect(() => checked(trends([{ kind: 'ActionsNode', id }]))).toThrow(/series\.0\.id/);
});

test('[D-23] an empty date is an absent one', () => {
  const query = trends([{ event: 'a' }]);
  expect(JSON.stringify(checked({ ...query, dateRange: { date_from: '', date_to: '' } }))).toBe(
    JSON.stringify(checked({ ...query, dateRange: {} })),
  );
});
