import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFile } from '../../src/services/capture/import/import-file.ts';
import { gitHistoryPath } from '../fixtures/git-history.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { expectSameAnswer, materialize, run, sql } from '../materialize/snapshot-lab.ts';

// The real data set: what a snapshot answers is what a run on raw data answers, for every insight kind and for the
// constructs of the dialect that the data can fill.

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ maxBuilds: 1 });
  service.setNow('2026-01-10T12:00:00Z');
  const report = await importFile(service.services, { projectId: 1, path: gitHistoryPath() });
  expect(report.rejected).toBe(0);
}, 300_000);
afterAll(() => service?.close());

const COMMIT = { kind: 'EventsNode', event: 'commit' };
const RELEASE = { kind: 'EventsNode', event: 'release' };
const ALL = { dateRange: { date_from: '2015-01-01', date_to: '2025-12-31' } };
const BY_REPO = { breakdownFilter: { breakdown: 'repo', breakdown_limit: 5 } };
const RETENTION = {
  period: 'Month',
  totalIntervals: 6,
  targetEntity: { id: 'commit', type: 'events' },
  returningEntity: { id: 'commit', type: 'events' },
};

test.each<[string, object]>([
  [
    'trends',
    { kind: 'TrendsQuery', interval: 'month', series: [COMMIT, { ...COMMIT, math: 'dau' }], ...ALL },
  ],
  ['trends-by-repo', { kind: 'TrendsQuery', interval: 'month', series: [COMMIT], ...BY_REPO, ...ALL }],
  [
    'trends-formula',
    {
      kind: 'TrendsQuery',
      interval: 'month',
      series: [COMMIT, RELEASE],
      trendsFilter: { formula: 'B / A' },
      ...ALL,
    },
  ],
  [
    'funnel',
    { kind: 'FunnelsQuery', series: [COMMIT, RELEASE], funnelsFilter: { funnelWindowInterval: 30 }, ...ALL },
  ],
  [
    'funnel-times',
    {
      kind: 'FunnelsQuery',
      series: [COMMIT, COMMIT],
      funnelsFilter: { funnelVizType: 'time_to_convert' },
      ...ALL,
    },
  ],
  [
    'funnel-trends',
    {
      kind: 'FunnelsQuery',
      interval: 'month',
      series: [COMMIT, COMMIT],
      funnelsFilter: { funnelVizType: 'trends' },
      ...ALL,
    },
  ],
  ['retention', { kind: 'RetentionQuery', retentionFilter: RETENTION, dateRange: { date_to: '2024-06-30' } }],
  [
    'lifecycle',
    {
      kind: 'LifecycleQuery',
      interval: 'month',
      series: [COMMIT],
      dateRange: { date_from: '2023-01-01', date_to: '2024-12-31' },
    },
  ],
  [
    'stickiness',
    {
      kind: 'StickinessQuery',
      interval: 'month',
      series: [COMMIT],
      dateRange: { date_from: '2024-01-01', date_to: '2024-12-31' },
    },
  ],
  [
    'paths',
    {
      kind: 'PathsQuery',
      pathsFilter: { includeEventTypes: ['custom_event'] },
      dateRange: { date_from: '2024-01-01', date_to: '2024-12-31' },
    },
  ],
])(
  'the insight %s',
  async (name, query) => {
    await materialize(service, name, query);
    await expectSameAnswer(service, name);
    const { json } = await service.call('GET', `endpoints/${name}/materialization_status/`);
    expect(json.verified).toBe(true);
  },
  120_000,
);

test.each<[string, string]>([
  ['every-event', 'select * from events order by timestamp, uuid'],
  [
    'by-year',
    'select toYear(timestamp) as year, properties.repo as repo, count() as n from events group by all order by 1, 2',
  ],
  [
    'running',
    `select repo, year, sum(n) over (partition by repo order by year) as total from
      (select properties.repo as repo, toYear(timestamp) as year, count() as n from events group by repo, year) order by 1, 2`,
  ],
  [
    'lists',
    "select distinct_id, arraySort(groupUniqArray(properties.repo)) as repos, map('n', count()) as m from events group by distinct_id order by distinct_id",
  ],
  [
    'persons',
    'select person.properties.name as name, count() as n, avg(length(event)) as a from events group by name order by n desc, name limit 1000',
  ],
  [
    'moments',
    "select toTimeZone(timestamp, 'Asia/Tokyo') as t, toDate(timestamp) as d, uuid from events order by timestamp, uuid limit 5000",
  ],
])(
  'the query %s',
  async (name, query) => {
    await materialize(service, name, sql(query));
    await expectSameAnswer(service, name);
    await expectSameAnswer(service, name, { limit: 50, offset: 100 });
    const { json } = await run(service, name, { refresh: 'force', limit: 1 });
    expect(json.results).toHaveLength(1);
    const status = await service.call('GET', `endpoints/${name}/materialization_status/`);
    expect(status.json.verified, query).not.toBe(false);
  },
  120_000,
);
