import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoTruth } from '../../src/services/demo/count-demo.ts';
import { DEMO_ENDPOINTS } from '../../src/services/demo/demo-endpoints.ts';
import { loadDemo } from '../../src/services/demo/load-demo.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// The demo through the front door: every answer is held against counts that plain loops made of the same events.

const now = '2026-06-30T12:00:00Z';
const firstDay = '2026-01-01';
const lastDay = '2026-06-29';
const wholeDemo = { date_from: firstDay, date_to: lastDay };
let service: TestService;
let truth: DemoTruth;

const load = () =>
  loadDemo(
    service.services,
    {
      projectId: 1,
      captureToken: service.captureToken,
      author: { keyId: 'test', label: 'test' },
      nowMs: Date.parse(now),
    },
    () => undefined,
  );

beforeAll(async () => {
  service = await startTestService();
  service.setNow(now);
  truth = await load();
});
afterAll(() => service?.close());

async function sql(query: string): Promise<unknown[][]> {
  const answer = await service.call('POST', 'query/', {
    body: { query: { kind: 'HogQLQuery', query }, limit: 50_000 },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.results;
}

async function trends(query: object): Promise<{ days: string[]; data: number[] }[]> {
  const answer = await service.call('POST', 'query/', { body: { query: { kind: 'TrendsQuery', ...query } } });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.results;
}

/** `[['2026-01-01', 3], …]` without the days that have none. */
const byDay = ({ days, data }: { days: string[]; data: number[] }) =>
  days.map((day, at): [string, number] => [day, data[at] ?? 0]).filter(([, count]) => count > 0);

describe('the demo', () => {
  test('has as many events and people as it says, also when it is loaded twice', async () => {
    const count = 'SELECT count(), count(DISTINCT uuid), count(DISTINCT distinct_id) FROM events';
    const expected = [[truth.events, truth.events, truth.distinctIds]];
    expect(await sql(count)).toEqual(expected);
    await load();
    expect(await sql(count)).toEqual(expected);
  });

  test('counts events by name, in SQL', async () => {
    const rows = await sql('SELECT event, count() FROM events GROUP BY event');
    expect(Object.fromEntries(rows)).toEqual(truth.byEvent);
  });

  test.each(['$pageview', 'note created', 'summary made', 'invoice paid'])(
    'counts %s by day, as a trend',
    async (event) => {
      const [result] = await trends({ series: [{ kind: 'EventsNode', event }], dateRange: wholeDemo });
      const expected = Object.entries(truth.byDay)
        .map(([day, counts]): [string, number] => [day, counts[event] ?? 0])
        .filter(([, count]) => count > 0)
        .toSorted();
      expect(result === undefined ? [] : byDay(result)).toEqual(expected);
    },
  );

  test('counts weekly users, passers-by without profile included', async () => {
    const series = [{ kind: 'EventsNode', event: '$pageview', math: 'dau' }];
    const [result] = await trends({ series, interval: 'week', dateRange: wholeDemo });
    expect(Object.fromEntries(result === undefined ? [] : byDay(result))).toEqual(truth.weeklyPageviewUsers);
  });

  test.each(['org-01', 'org-02', 'org-12'])(
    "answers %s's usage by day from the stored endpoint",
    async (organization) => {
      const answer = await service.call('POST', 'endpoints/usage-by-day/run', {
        body: { variables: { organization } },
      });
      expect(answer.status).toBe(200);
      const usage = answer.json.results.map(([day, count]: [string, number]) => [day, count]);
      expect(Object.fromEntries(usage)).toEqual(truth.organizationUsage[organization]);
    },
  );

  test('sums money that was sent as number and as text', async () => {
    const [[euros]] = (await sql(
      "SELECT sum(toFloat(properties.amount)) FROM events WHERE event = 'invoice paid'",
    )) as [[number]];
    expect(Math.round(euros * 100)).toBe(truth.revenueCents);
  });

  test.each(DEMO_ENDPOINTS)('answers the printed example of $name', async ({ name, exampleBody }) => {
    const answer = await service.call('POST', `endpoints/${name}/run`, { body: exampleBody });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.results.length).toBeGreaterThan(0);
  });
});
