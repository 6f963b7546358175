import { expect, test } from 'vitest';
import { testProject } from '../../test/fixtures/compiler/test-project.ts';
import { compileVersion, insightQueries, type ResultTable } from './plan.ts';

// [SPEC-8.1]: another thread makes the same queries of an insight, from the part of the project that they read.

const NOW = Date.UTC(2026, 0, 5, 9);
const property = (key: string, type = 'event') => ({ key, type, operator: 'exact', value: ['1'] });
const node = { kind: 'EventsNode', event: 'order' };
const steps = [{ event: 'order', properties: [{ key: 'plan', type: 'event' as const, value: '1' }] }];
const PROJECT = testProject({
  weekStartDay: 1,
  timezone: 'Asia/Tokyo',
  hasPersonOverrides: true,
  eventRetention: { days: 30, keptFromMs: null },
  testAccountFilters: [{ key: 'age', type: 'person', operator: 'gt', value: 3 }],
  pathCleaningFilters: [{ regex: '\\d+', alias: ':id' }],
  actions: new Map([[7, { id: 7, name: 'seen', revision: 3, steps }]]),
  promoted: { events: new Map([['plan', 'property_1']]), revision: '1' },
});

test.each([
  ['trends', { kind: 'TrendsQuery', series: [node, { kind: 'ActionsNode', id: 7 }], interval: 'week' }],
  [
    'trends from the first event on',
    { kind: 'TrendsQuery', series: [node], dateRange: { date_from: 'all' } },
  ],
  [
    'a breakdown, properties of persons and groups, and test accounts',
    {
      kind: 'TrendsQuery',
      series: [{ ...node, properties: [property('plan'), property('age', 'person')] }],
      breakdownFilter: { breakdown: 'paid', breakdown_type: 'event' },
      properties: [{ ...property('seats', 'group'), group_type_index: 0 }],
      filterTestAccounts: true,
    },
  ],
  ['a funnel', { kind: 'FunnelsQuery', series: [node, { kind: 'ActionsNode', id: 7 }] }],
  ['paths', { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['$pageview'] } }],
  ['lifecycle', { kind: 'LifecycleQuery', series: [node] }],
  ['stickiness', { kind: 'StickinessQuery', series: [node] }],
])('%s', async (_, query) => {
  const options = { project: PROJECT, allowedOverrides: null, maxRows: 100 };
  const prepared = compileVersion(query, {}, PROJECT).prepare({}, options);
  const shaping = structuredClone(prepared.shaping?.(NOW));
  if (shaping === undefined) throw new Error('insights can be made elsewhere');
  const found = { columns: [], rows: [[1, (NOW - 20 * 86_400_000) * 1000]] };
  let plan = prepared.plan(NOW);
  for (let probed: readonly ResultTable[] = []; ; probed = [...probed, found]) {
    const queries = 'queries' in plan ? plan.queries : [plan.query];
    expect(insightQueries({ ...shaping, probed })).toEqual({ kind: plan.kind, queries });
    if (plan.kind !== 'probe') return;
    plan = await plan.next(found);
  }
});
