import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_ENDPOINTS } from '../../src/services/demo/demo-endpoints.ts';
import type { ConsoleTab } from './console-tab.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journeys 6 to 11: what a form shows of a query and what it cannot show both stay, from JSON to form and back. The
// queries are those of the demo, of docs/insights.md, and one of each kind with members that no form has a field for.

type Query = Readonly<Record<string, unknown>> & { readonly kind: string };

const isInsight = (value: unknown): value is Query =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  /^(?:Trends|Funnels|Retention|Paths|Stickiness|Lifecycle)Query$/.test(String(value.kind));

const OF_DEMO = DEMO_ENDPOINTS.map(({ query }) => query).filter(isInsight);

/** Bodies of the calls by curl. */
const OF_DOCS = [
  ...readFileSync(resolve(import.meta.dirname, '../../docs/insights.md'), 'utf8').matchAll(
    /-d '(\{"(?:name|query)[^']*\})'/g,
  ),
]
  .map(([, text = '']) => (JSON.parse(text) as { query: unknown }).query)
  .filter(isInsight);

const node = (event: string, more: object = {}) => ({ kind: 'EventsNode', event, ...more });
const PLAN = { key: 'plan', value: ['team', 'business'], operator: 'exact', type: 'person' };
const COMMON = {
  properties: { type: 'AND', values: [{ type: 'OR', values: [PLAN] }] },
  filterTestAccounts: true,
  samplingFactor: 1,
  dateRange: { date_from: '-14d', date_to: '-1d', explicitDate: true },
};

/** Members beyond what a form shows. */
const OF_ALL_MEMBERS: readonly Query[] = [
  {
    kind: 'TrendsQuery',
    ...COMMON,
    series: [
      node('note created', { math: 'sum', math_property: 'words', custom_name: 'Words' }),
      node('$pageview', { math: 'dau', properties: [PLAN] }),
    ],
    interval: 'week',
    breakdownFilter: { breakdowns: [{ type: 'event', property: '$browser' }], breakdown_limit: 5 },
    compareFilter: { compare: true, compare_to: '-1w' },
    trendsFilter: { display: 'ActionsBar', formulas: ['A / B', 'A'], smoothingIntervals: 1 },
  },
  {
    kind: 'FunnelsQuery',
    ...COMMON,
    series: [node('$pageview'), node('signed up'), node('invoice paid', { optionalInFunnel: true })],
    funnelsFilter: {
      funnelWindowInterval: 3,
      funnelWindowIntervalUnit: 'week',
      funnelOrderType: 'unordered',
      exclusions: [{ kind: 'EventsNode', event: 'note shared', funnelFromStep: 0, funnelToStep: 1 }],
    },
    breakdownFilter: { breakdown: 'plan', breakdown_type: 'person' },
  },
  {
    kind: 'RetentionQuery',
    ...COMMON,
    retentionFilter: {
      targetEntity: { id: 'signed up', type: 'events' },
      returningEntity: { id: 'note created', type: 'events' },
      period: 'Day',
      totalIntervals: 6,
      retentionType: 'retention_first_time',
    },
  },
  {
    kind: 'PathsQuery',
    ...COMMON,
    pathsFilter: {
      includeEventTypes: ['$pageview', 'custom_event'],
      startPoint: '/notes',
      stepLimit: 4,
      edgeLimit: 20,
      excludeEvents: ['note shared'],
    },
  },
  {
    kind: 'StickinessQuery',
    ...COMMON,
    series: [node('note created')],
    interval: 'day',
    stickinessFilter: { computedAs: 'cumulative', stickinessCriteria: { operator: 'gte', value: 2 } },
  },
  { kind: 'LifecycleQuery', ...COMMON, series: [node('$pageview')], interval: 'day' },
];

let console_: ConsoleOfTests;
let tab: ConsoleTab;
beforeAll(async () => {
  console_ = await startConsole();
  tab = await console_.signedInTab({ height: 3_000 });
}, MOST_START_MS);
afterAll(() => console_?.close());

const editor = () => tab.field('Query as JSON');

/** What stands in the editor. All its lines are in view, and no text in these queries has two of them. */
async function queryNow(): Promise<unknown> {
  const text = await editor().textContent();
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
}

describe.each([
  ['the demo', OF_DEMO, 3],
  ['docs/insights.md', OF_DOCS, 6],
  ['all members', OF_ALL_MEMBERS, 6],
] as const)('%s', (_, queries, least) => {
  test('from JSON to form and back nothing is lost', async () => {
    expect(queries.length).toBeGreaterThanOrEqual(least);
    for (const query of queries) {
      await tab.goTo(`1/endpoints/new?kind=${query.kind}`);
      await tab.get('radio', 'JSON').click();
      await editor().click();
      await tab.page.keyboard.press('Control+a');
      await tab.page.keyboard.insertText(JSON.stringify(query, null, 2));
      await expect.poll(queryNow, { message: query.kind }).toEqual(query);
      await tab.get('radio', 'Form').click();
      await tab
        .button(/Range$/)
        .first()
        .waitFor();
      await tab.get('radio', 'JSON').click();
      await expect.poll(queryNow, { message: query.kind }).toEqual(query);
      // The next one begins anew.
      await tab.page.evaluate(() => localStorage.clear());
    }
    expect(await tab.troubles([/status of 4\d\d/])).toEqual([]);
  }, 300_000);
});
