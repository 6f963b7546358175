import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_ENDPOINTS } from '../../src/services/demo/demo-endpoints.ts';
import { generateDemo } from '../../src/services/demo/generate-demo.ts';
import { loadDemo } from '../../src/services/demo/load-demo.ts';
import { countDemo } from '../demo/count-demo.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// The demo through the front door: every answer is held against counts that plain loops made of the same events.

const now = '2026-06-30T12:00:00Z';
const firstDay = '2026-01-01';
const lastDay = '2026-06-29';
const wholeDemo = { date_from: firstDay, date_to: lastDay };
let service: TestService;
const events = generateDemo({ nowMs: Date.parse(now) });
const truth = countDemo(events);

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
  await load();
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

async function run(name: string, body: object) {
  const answer = await service.call('POST', `endpoints/${name}/run`, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.results;
}

/** The truth of a range; earlier events still say who is who. */
const truthSince = (day: string) => countDemo(events, day);

/** `[['2026-01-01', 3], …]` without the days that have none. */
const byDay = ({ days, data }: { days: string[]; data: number[] }) =>
  days.map((day, at): [string, number] => [day, data[at] ?? 0]).filter(([, count]) => count > 0);

describe('the demo', () => {
  test('has as many events and people as it says, also when it is loaded twice', async () => {
    const count =
      'SELECT count(), count(DISTINCT uuid), count(DISTINCT distinct_id), count(DISTINCT person_id) FROM events';
    const expected = [[truth.events, truth.events, truth.distinctIds, truth.people]];
    expect(await sql(count)).toEqual(expected);
    expect(await sql('SELECT count() FROM persons')).toEqual([[truth.profiles]]);
    await load();
    expect(await sql(count)).toEqual(expected);
    expect(await sql('SELECT count() FROM persons')).toEqual([[truth.profiles]]);
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

  test.each([
    ['day', 'dailyPageviewUsers'],
    ['week', 'weeklyPageviewUsers'],
  ] as const)(
    'counts the users of each %s, passers-by included and nobody twice',
    async (interval, counts) => {
      const series = [{ kind: 'EventsNode', event: '$pageview', math: 'dau' }];
      const [result] = await trends({ series, interval, dateRange: wholeDemo });
      expect(Object.fromEntries(result === undefined ? [] : byDay(result))).toEqual(truth[counts]);
    },
  );

  test('counts the people of each event that asked for a profile', async () => {
    const rows = await sql(`SELECT event, count(DISTINCT person_id) FROM events
      WHERE NOT coalesce(properties.$process_person_profile = 'false', false) GROUP BY event`);
    const { $groupidentify: _, ...people } = Object.fromEntries(rows);
    expect(people).toEqual(truth.memberUsers);
  });

  test('counts what people did as nobody under what is known of them now', async () => {
    const plans = await sql(`SELECT coalesce(person.properties.plan, 'none'), count() FROM events
      WHERE event = '$pageview' GROUP BY 1`);
    expect(Object.fromEntries(plans)).toEqual(truth.pageviewsByPlan);
    const referrers =
      await sql(`SELECT coalesce(person.properties.referrer, 'none'), count(DISTINCT person_id)
      FROM events WHERE event = 'signed up' GROUP BY 1`);
    expect(Object.fromEntries(referrers)).toEqual(truth.signUpsByReferrer);
  });

  test('sums money that was sent as number and as text', async () => {
    const [[euros]] = (await sql(
      "SELECT sum(toFloat(properties.amount)) FROM events WHERE event = 'invoice paid'",
    )) as [[number]];
    expect(Math.round(euros * 100)).toBe(truth.revenueCents);
  });

  test.each(DEMO_ENDPOINTS)('answers the printed example of $name', async ({ name, exampleBody }) => {
    expect((await run(name, exampleBody)).length).toBeGreaterThan(0);
  });
});

/** Every stored endpoint, by its name, against the truth. */
const ENDPOINT_TESTS: Readonly<Record<string, () => Promise<void>>> = {
  'usage-by-day': async () => {
    for (const [organization, days] of Object.entries(truth.organizationUsage)) {
      const users = truth.organizationUsers[organization];
      const expected = Object.entries(days).map(([day, events]) => [day, events, users?.[day]]);
      expect(await run('usage-by-day', { variables: { organization } })).toEqual(expected.toSorted());
    }
  },
  'weekly-active-users': async () => {
    const [result] = await run('weekly-active-users', {});
    expect(Object.fromEntries(byDay(result))).toEqual(truthSince('2026-04-01').weeklyPageviewUsers);
  },
  'feature-use': async () => {
    const { byDay: days } = truthSince('2026-05-31');
    for (const result of await run('feature-use', {})) {
      const expected = Object.entries(days).map(([day, counts]) => [day, counts[result.label] ?? 0]);
      expect(byDay(result)).toEqual(expected.filter(([, count]) => count !== 0));
    }
  },
  'sign-up-funnel': async () => {
    const funnels: { breakdown_value: string[]; count: number }[][] = await run('sign-up-funnel', {});
    const counts = funnels.map((steps) => [steps[0]?.breakdown_value[0], steps.map(({ count }) => count)]);
    expect(Object.fromEntries(counts)).toEqual(truth.signUpFunnel);
  },
};

describe('the endpoints of the demo', () => {
  test('are all tested', () => {
    expect(DEMO_ENDPOINTS.map(({ name }) => name)).toEqual(Object.keys(ENDPOINT_TESTS));
  });

  test.each(Object.entries(ENDPOINT_TESTS))('%s answers the truth', (_, check) => check());
});
