import { afterAll, beforeAll, expect, test } from 'vitest';
import { finish } from '../../src/base/loop-slices.ts';
import { compileVersion, type StoredQuery } from '../../src/query/plan.ts';
import { executePlan } from '../../src/services/execution/execute-plan.ts';
import {
  type InsightSource,
  insightBody,
  insightBodyOfSent,
  sentSource,
} from '../../src/services/execution/insight-body.ts';
import { PLAIN_JSON, type WholeForm } from '../../src/services/execution/result-form.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// Another thread makes the answer of an insight from plain data: it must be the answer that the event loop makes.

const SERIES = [
  { kind: 'EventsNode', event: 'buy', custom_name: 'Purchases' },
  { kind: 'EventsNode', event: 'see' },
];
const RANGE = { date_from: '-10d', date_to: '2026-01-10' };
const BREAKDOWN = { breakdown: 'price', breakdown_type: 'event', breakdown_limit: 2 };
const NOW_MS = Date.UTC(2026, 0, 11, 12);

const QUERIES: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['trends', { kind: 'TrendsQuery', series: SERIES, dateRange: RANGE, interval: 'week' }],
  [
    'trends in another zone',
    { kind: 'TrendsQuery', series: SERIES, modifiers: { convertToProjectTimezone: false } },
  ],
  [
    'trends by a breakdown',
    { kind: 'TrendsQuery', series: SERIES, breakdownFilter: BREAKDOWN, compareFilter: { compare: true } },
  ],
  [
    'a histogram since ever, which two probes begin',
    {
      kind: 'TrendsQuery',
      series: SERIES,
      dateRange: { date_from: 'all' },
      breakdownFilter: { breakdowns: [{ property: 'price', type: 'event', histogram_bin_count: 3 }] },
    },
  ],
  ['a formula', { kind: 'TrendsQuery', series: SERIES, trendsFilter: { formula: 'A / B' } }],
  [
    'trends of minutes',
    {
      kind: 'TrendsQuery',
      series: SERIES,
      interval: 'minute',
      dateRange: { date_from: '2026-01-02', date_to: '2026-01-08 22:39:59' },
    },
  ],
  ['an action', { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: 1 }] }],
  ['a funnel', { kind: 'FunnelsQuery', series: SERIES, breakdownFilter: BREAKDOWN }],
  [
    'times to convert',
    { kind: 'FunnelsQuery', series: SERIES, funnelsFilter: { funnelVizType: 'time_to_convert' } },
  ],
  [
    'a funnel over time',
    { kind: 'FunnelsQuery', series: SERIES, funnelsFilter: { funnelVizType: 'trends' } },
  ],
  [
    'retention',
    {
      kind: 'RetentionQuery',
      retentionFilter: {
        period: 'Day',
        totalIntervals: 5,
        targetEntity: { id: 'see', type: 'events' },
        returningEntity: { id: 'buy', type: 'events' },
      },
    },
  ],
  ['lifecycle', { kind: 'LifecycleQuery', series: [SERIES[1]], dateRange: { date_from: 'all' } }],
  ['stickiness', { kind: 'StickinessQuery', series: SERIES, dateRange: RANGE }],
  ['paths', { kind: 'PathsQuery', pathsFilter: {}, dateRange: RANGE }],
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  service.setNow('2026-01-11T12:00:00Z');
  const buyers = Array.from({ length: 60 }, (_, i) => ({
    event: i % 3 === 0 ? 'buy' : 'see',
    distinct_id: `person ${i % 7}`,
    timestamp: new Date(Date.UTC(2026, 0, 1 + (i % 9), i % 24)).toISOString(),
    properties: { price: i % 11, $browser: 'Firefox', $current_url: `/page/${i % 4}` },
  }));
  await service.capture(buyers, '2026-01-11T12:00:00Z');
  const action = {
    name: 'Bought',
    steps: [{ event: 'buy', properties: [{ key: 'price', type: 'event', value: 3, operator: 'gt' }] }],
  };
  expect((await service.call('POST', 'actions/', { body: action })).status).toBe(201);
});
afterAll(() => service.close());

async function sourceOf(
  query: Readonly<Record<string, unknown>>,
): Promise<readonly [InsightSource, StoredQuery]> {
  const { services } = service;
  const project = await services.catalog.context(1);
  const stored = query as unknown as StoredQuery;
  const prepared = compileVersion(stored, {}, project).prepare(
    {
      filters_override: {
        properties: [{ key: '$browser', type: 'event', value: 'Firefox', operator: 'exact' }],
      },
    },
    { project, allowedOverrides: null, mayQuery: true, maxRows: 1000 },
  );
  const limits = {
    timeoutMs: 20_000,
    maxMemoryBytes: 1e9,
    maxResultRows: 1e6,
    maxResultBytes: 1e8,
    maxThreads: 1,
    priority: 1,
  };
  const outcome = await executePlan(services, prepared.plan(NOW_MS), {
    projectId: 1,
    executionId: `thread-${Math.floor(performance.now() * 1000)}`,
    limits,
    form: PLAIN_JSON,
    signal: new AbortController().signal,
    nowMs: NOW_MS,
    admit: (_run, work) => work(),
  });
  if (outcome.kind !== 'insight') throw new Error('no insight');
  return [outcome.source, prepared.insight as unknown as StoredQuery];
}

test.each(QUERIES)('%s', async (_name, query) => {
  const [source, insight] = await sourceOf(query);
  const csv = { ...PLAIN_JSON, format: 'csv', query: insight } as unknown as WholeForm;
  for (const form of [PLAIN_JSON, csv]) {
    const target = { form, frame: { opening: { name: 'a' }, closing: {} }, executionId: 'e', maxBytes: 1e8 };
    const here = finish(insightBody(source, target));
    const there = insightBodyOfSent(structuredClone({ source: sentSource(source), target }));
    expect(Buffer.from(there.head).toString()).toBe(Buffer.from(here.head).toString());
    expect(there.rowCount).toBe(here.rowCount);
    expect(here.head.length).toBeGreaterThan(30);
  }
});
