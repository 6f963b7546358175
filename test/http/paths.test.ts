import { beforeAll, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { randomPaths } from '../oracle/generate-query.ts';
import { runCases } from '../oracle/run-cases.ts';

// Paths the whole way: captured over HTTP, stored as an endpoint, run with overrides.

let service: TestProject;
const NOW = '2026-01-05T09:00:00Z';
const URL = 'https://a.example';
const PATHS = {
  kind: 'PathsQuery',
  pathsFilter: {
    includeEventTypes: ['$pageview'],
    localPathCleaningFilters: [{ regex: `^${URL}`, alias: '' }],
  },
};

beforeAll(async () => {
  service = await shareService();
  const batch = ['/', '/pricing/', '/docs'].flatMap((page, minute) =>
    ['ann', 'bob'].map((who) => ({
      event: '$pageview',
      distinct_id: who,
      timestamp: `2026-01-02T20:0${minute}:00Z`,
      properties: { $current_url: `${URL}${page}`, plan: who === 'ann' ? 'pro' : 'free' },
    })),
  );
  await service.capture(batch);
  const endpoint = { name: 'ways', query: PATHS };
  expect((await service.call('POST', 'endpoints', { body: endpoint })).status).toBe(201);
});

const run = (body: object) => service.call('POST', 'endpoints/ways/run', { body, now: NOW });

test('an endpoint answers with edges', async () => {
  const { status, json } = await run({});
  expect(status).toBe(200);
  // The page `https://a.example/` is the item `https://a.example` without its slash, which the rule makes empty.
  expect(json.results).toEqual([
    { source: '1_', target: '2_/pricing', value: 2, average_conversion_time: 60_000 },
    { source: '2_/pricing', target: '3_/docs', value: 2, average_conversion_time: 60_000 },
  ]);
  expect(json.resolved_date_range).toEqual({
    date_from: '2025-12-29T00:00:00+00:00',
    date_to: '2026-01-05T23:59:59.999999+00:00',
  });
});

test('overrides replace the filter of paths as a whole, and narrow the rows', async () => {
  const replaced = await run({ query_override: { pathsFilter: { endPoint: `${URL}/pricing` } } });
  expect(replaced.json.results).toEqual([
    { source: `1_${URL}`, target: `2_${URL}/pricing`, value: 2, average_conversion_time: 60_000 },
  ]);
  const pro = { properties: [{ key: 'plan', value: 'pro', operator: 'exact', type: 'event' }] };
  const narrowed = await run({ filters_override: pro });
  expect(narrowed.json.results.map(({ value }: { value: number }) => value)).toEqual([1, 1]);
  const funnelSource = {
    kind: 'FunnelsQuery',
    series: [
      { kind: 'EventsNode', event: '$pageview' },
      { kind: 'EventsNode', event: '$pageview' },
    ],
  };
  const funnelPathsFilter = { funnelPathType: 'funnel_path_after_step', funnelStep: 2, funnelSource };
  const ofFunnel = await run({ filters_override: pro, query_override: { funnelPathsFilter } });
  expect(ofFunnel.json.results.map(({ value }: { value: number }) => value)).toEqual([1]);
});

test.each([
  [{ filters_override: { interval: 'day' } }, 'combination_not_allowed', 'filters_override.interval'],
  [
    { filters_override: { breakdown_filter: { breakdown: 'plan' } } },
    'combination_not_allowed',
    'filters_override.breakdown_filter',
  ],
  [
    { query_override: { pathsFilter: { localPathCleaningFilters: [{ regex: '(', alias: '' }] } } },
    'invalid_value',
    'query_override.pathsFilter.localPathCleaningFilters.0.regex',
  ],
])('%o is refused', async (body, code, attr) => {
  const { status, json } = await run(body);
  expect([status, json.code, json.attr]).toEqual([400, code, attr]);
});

test('what cannot run is not saved', async () => {
  const query = { ...PATHS, pathsFilter: { includeEventTypes: ['hogql'] } };
  const { status, json } = await service.call('POST', 'endpoints', { body: { name: 'no-way', query } });
  expect([status, json.attr]).toEqual([400, 'query.pathsFilter.pathsHogQLExpression']);
});

test('generated paths over HTTP answer as the plain loops do', async () => {
  expect(await runCases(service, randomPaths, { count: 20, worlds: 2, seed: 1 })).toEqual([]);
}, 120_000);
