import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitHistoryWorld } from '../fixtures/git-history-world.ts';
import { insertWorld, projectOf, runInsight } from '../fixtures/insight-lab.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { judge } from '../oracle/judge.ts';
import type { Query } from '../oracle/model.ts';

// Every kind of insight over the history of 18 repositories (40,373 events of 3,859 authors, many of them at the same
// second), compared with the plain-loop evaluation.

const world = gitHistoryWorld('America/New_York', 1);
const project = projectOf(world, 1);
let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
  await insertWorld(server.engine, world, 1);
});

afterAll(() => server.close());

const commits = { kind: 'EventsNode', event: 'commit' };
const releases = { kind: 'EventsNode', event: 'release' };
const ofKind = (kind: string) => ({ ...commits, properties: [{ key: 'kind', value: kind }] });
const in2024 = { date_from: '2024-01-01', date_to: '2024-12-31' };
const humans = [{ key: 'is_bot', type: 'person', value: 'false' }];

const trends = (series: object, more: object = {}): Query => ({
  kind: 'TrendsQuery',
  dateRange: in2024,
  series: [series],
  ...more,
});
const funnel = (filter: object, more: object = {}): Query => ({
  kind: 'FunnelsQuery',
  dateRange: in2024,
  series: [ofKind('feat'), ofKind('fix'), ofKind('docs')],
  funnelsFilter: { funnelWindowInterval: 7, ...filter },
  ...more,
});
const retention = (filter: object, more: object = {}): Query => ({
  kind: 'RetentionQuery',
  dateRange: in2024,
  retentionFilter: {
    targetEntity: { id: 'commit', type: 'events' },
    returningEntity: { id: 'commit', type: 'events' },
    ...filter,
  },
  ...more,
});
const lifecycle = (interval: string, more: object = {}): Query => ({
  kind: 'LifecycleQuery',
  interval,
  series: [commits],
  dateRange: in2024,
  ...more,
});
const stickiness = (interval: string, more: object = {}): Query => ({
  kind: 'StickinessQuery',
  interval,
  series: [commits, releases],
  dateRange: in2024,
  ...more,
});
const paths = (filter: object, more: object = {}): Query => ({
  kind: 'PathsQuery',
  dateRange: in2024,
  pathsFilter: { includeEventTypes: ['hogql'], pathsHogQLExpression: 'properties.top_folder', ...filter },
  ...more,
});

const QUERIES: readonly (readonly [string, Query])[] = [
  [
    'authors per month since 2010',
    trends({ ...commits, math: 'dau' }, { interval: 'month', dateRange: { date_from: 'all' } }),
  ],
  [
    'commits by repository, five and the rest',
    trends(commits, { interval: 'month', breakdownFilter: { breakdown: 'repo', breakdown_limit: 5 } }),
  ],
  [
    'lines by extension and kind',
    trends(
      { ...commits, math: 'sum', math_property: 'lines_added' },
      {
        trendsFilter: { display: 'ActionsTable' },
        breakdownFilter: { breakdowns: [{ property: 'main_extension' }, { property: 'kind' }] },
      },
    ),
  ],
  [
    'p90 of changed files by week of humans',
    trends(
      { ...commits, math: 'p90', math_property: 'files_changed' },
      { interval: 'week', properties: humans },
    ),
  ],
  [
    'weekly active authors by day',
    trends(
      { ...commits, math: 'weekly_active' },
      { dateRange: { date_from: '2025-02-20', date_to: '2025-03-20' } },
    ),
  ],
  ['first commits by month', trends({ ...commits, math: 'first_time_for_user' }, { interval: 'month' })],
  [
    'commits per author and release, compared',
    trends(
      { ...commits, math: 'avg_count_per_actor' },
      {
        series: [{ ...commits, math: 'avg_count_per_actor' }, releases],
        interval: 'month',
        compareFilter: { compare: true, compare_to: '-1y' },
        trendsFilter: { formula: 'A / B' },
      },
    ),
  ],
  [
    'authors so far, of three repositories',
    trends(
      { ...commits, math: 'dau' },
      {
        interval: 'week',
        properties: [{ key: 'repo', operator: 'regex', value: '^(hono|zod|trpc)$' }],
        trendsFilter: { display: 'ActionsLineGraphCumulative' },
      },
    ),
  ],
  ['weekly retention', retention({ period: 'Week', totalIntervals: 12 })],
  [
    'first-time retention by month',
    retention(
      { period: 'Month', totalIntervals: 12, retentionType: 'retention_first_time' },
      { properties: humans },
    ),
  ],
  [
    'retention by home repository',
    retention(
      { period: 'Month', totalIntervals: 6 },
      { breakdownFilter: { breakdown: 'home_repo', breakdown_type: 'person', breakdown_limit: 4 } },
    ),
  ],
  [
    'retention in windows of 24 hours',
    retention({
      period: 'Day',
      totalIntervals: 10,
      timeWindowMode: '24_hour_windows',
      minimumOccurrences: 2,
      retentionType: 'retention_first_time',
    }),
  ],
  [
    'lifecycle by month since 2012',
    lifecycle('month', { dateRange: { date_from: '2012-01-01', date_to: '2026-08-22' } }),
  ],
  ['lifecycle by week', lifecycle('week')],
  [
    'lifecycle by day around a clock change',
    lifecycle('day', { dateRange: { date_from: '2024-03-01', date_to: '2024-03-31' }, properties: humans }),
  ],
  ['stickiness by week', stickiness('week')],
  [
    'stickiness by day, compared',
    stickiness('day', {
      dateRange: { date_from: '2024-10-01', date_to: '2024-11-30' },
      compareFilter: { compare: true },
    }),
  ],
  [
    'stickiness by months of three commits or more',
    stickiness('month', {
      stickinessFilter: { computedAs: 'cumulative', stickinessCriteria: { operator: 'gte', value: 3 } },
    }),
  ],
  ['ordered funnel', funnel({})],
  ['strict funnel', funnel({ funnelOrderType: 'strict' })],
  ['unordered funnel', funnel({ funnelOrderType: 'unordered' })],
  [
    'funnel by home repository',
    funnel(
      {},
      { breakdownFilter: { breakdown: 'home_repo', breakdown_type: 'person', breakdown_limit: 100 } },
    ),
  ],
  ['time from feature to docs', funnel({ funnelVizType: 'time_to_convert', binCount: 10 })],
  ['funnel over months', funnel({ funnelVizType: 'trends' }, { interval: 'month' })],
  [
    'unordered funnel over months',
    funnel({ funnelVizType: 'trends', funnelOrderType: 'unordered' }, { interval: 'month' }),
  ],
  ['paths through folders', paths({})],
  ['paths from src', paths({ startPoint: 'src', stepLimit: 4, edgeLimit: 20 })],
  [
    'paths to docs, lib folders as one',
    paths({ endPoint: 'docs', pathGroupings: ['*lib*', 'test*'], minEdgeWeight: 2 }, { properties: humans }),
  ],
];

test.each(QUERIES)('%s', async (_name, query) => {
  expect(judge(query, world, await runInsight(server.engine, project, query, world.nowMs))).toBeNull();
});
