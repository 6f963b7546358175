import { PostHog as PostHogLite } from 'posthog-js-lite';
import { PostHog as PostHogNode } from 'posthog-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '../../../src/base/ids.ts';
import { startTestService, type TestService } from '../../fixtures/start-service.ts';
import { type ClientProject, makeClientProject } from './client-project.ts';
import { type Gateway, startGateway } from './start-gateway.ts';

// The real clients of servers, unchanged, against the running service. What they sent is asked from endpoints.
// [CAP-2.10], [CAP-6.2].

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ maxCaptureBytes: 100_000 });
});
afterAll(() => service.close());

let gateway: Gateway;
let project: ClientProject;
beforeEach(async () => {
  gateway = await startGateway(service.url);
  project = await makeClientProject(service);
});
afterEach(() => gateway.close());

const EVENTS = 'select event, count(), uniq(person_id) from events group by event order by event';

/** The mode is a setting of the client's environment, read when it is made. */
function makeNodeClient(mode: 'v0' | 'v1', options: { readonly maxBatchSize?: number } = {}): PostHogNode {
  process.env['POSTHOG_CAPTURE_MODE'] = mode;
  try {
    return new PostHogNode(project.token, {
      host: gateway.url,
      flushAt: 1_000,
      flushInterval: 60_000,
      fetchRetryDelay: 20,
      ...options,
    });
  } finally {
    delete process.env['POSTHOG_CAPTURE_MODE'];
  }
}

describe.each(['v0', 'v1'] as const)('posthog-node, protocol %s', (mode) => {
  const path = mode === 'v0' ? '/batch/' : '/i/v1/analytics/events';

  test('events, persons, merges and groups arrive as they were meant', async () => {
    const client = makeNodeClient(mode);
    client.capture({
      distinctId: 'anon-1',
      event: 'looked',
      properties: { page: '/', $set_once: { from: 'ad' } },
    });
    client.identify({
      distinctId: 'ada',
      properties: { $set: { plan: 'free' }, $set_once: { from: 'mail' }, $anon_distinct_id: 'anon-1' },
    });
    client.alias({ distinctId: 'ada', alias: 'phone-1' });
    client.capture({ distinctId: 'phone-1', event: 'looked', properties: { page: '/buy' } });
    client.groupIdentify({
      groupType: 'company',
      groupKey: 'acme',
      properties: { size: 50 },
      distinctId: 'ada',
    });
    client.capture({
      distinctId: 'ada',
      event: 'bought',
      groups: { company: 'acme' },
      properties: { amount: 12.5, $set: { plan: 'pro' }, $session_id: newUuid() },
    });
    client.capture({ distinctId: 'bob', event: 'imported', timestamp: new Date('2026-01-05T09:00:00.123Z') });
    client.capture({
      distinctId: 'visitor',
      event: 'looked',
      properties: { $process_person_profile: false },
    });
    await client.shutdown();

    expect(gateway.calls).toEqual([{ method: 'POST', path, status: 200 }]);
    expect(await project.select(EVENTS)).toEqual([
      ['$create_alias', 1, 1],
      ['$groupidentify', 1, 1],
      ['$identify', 1, 1],
      ['bought', 1, 1],
      ['imported', 1, 1],
      ['looked', 3, 2],
    ]);
    expect(
      await project.select(
        `select properties.amount, person.properties.plan, person.properties.from, group_0.properties.size,
           notEmpty($session_id) from events where event = 'bought'`,
      ),
    ).toEqual([[12.5, 'pro', 'ad', 50, 1]]);
    expect(await project.select(`select toDate(timestamp) from events where event = 'imported'`)).toEqual([
      ['2026-01-05'],
    ]);
    expect(
      await project.select(`select distinct properties.$lib, properties.$lib_version from events`),
    ).toEqual([['posthog-node', '5.70.0']]);
    // ada with three ids, and bob; the visitor asked for no person.
    expect(await project.select('select count() from persons')).toEqual([[2]]);
    expect(
      await project.totals([
        { event: 'looked', math: 'total' },
        { event: 'looked', math: 'dau' },
        { event: 'bought', math: 'sum', math_property: 'amount' },
        { event: 'bought', math: 'unique_group', math_group_type_index: 0 },
      ]),
    ).toEqual([3, 2, 12.5, 1]);
  });

  test.each([
    ['was put off', 429, () => gateway.refuseNext(429)],
    ['was refused', 503, () => gateway.refuseNext(503)],
    ['was taken, but the answer was lost', 503, () => gateway.loseNextAnswer()],
  ] as const)('a batch that %s (%i) is sent again and counts once', async (_, status, breakNext) => {
    const client = makeNodeClient(mode);
    for (let index = 0; index < 25; index += 1)
      client.capture({ distinctId: `u${index % 5}`, event: 'sent' });
    breakNext();
    await client.shutdown();
    expect(gateway.calls.map(({ status }) => status)).toEqual([status, 200]);
    expect(await project.select(EVENTS)).toEqual([['sent', 25, 5]]);
  });

  test('a hundred events in batches of ten', async () => {
    const client = makeNodeClient(mode, { maxBatchSize: 10 });
    for (let index = 0; index < 100; index += 1)
      client.capture({ distinctId: `u${index % 5}`, event: 'sent' });
    await client.shutdown();
    expect(await project.select(EVENTS)).toEqual([['sent', 100, 5]]);
  });
});

test('posthog-node: a batch that is too large is halved until it fits', async () => {
  const client = makeNodeClient('v0');
  for (let index = 0; index < 80; index += 1)
    client.capture({ distinctId: 'ada', event: 'long', properties: { text: 'x'.repeat(4_000) } });
  await client.shutdown();
  // 80 events of 4 kB are 320 kB; the service takes 100 kB.
  expect(gateway.calls.map(({ status }) => status)).toEqual([413, 413, 200, 200, 200, 200]);
  expect(await project.select(EVENTS)).toEqual([['long', 80, 1]]);
});

describe('posthog-js-lite', () => {
  function makeClient(): PostHogLite {
    return new PostHogLite(project.token, {
      host: gateway.url,
      flushAt: 1_000,
      flushInterval: 60_000,
      fetchRetryDelay: 20,
      persistence: 'memory',
    });
  }

  test('an anonymous visitor who signs in is one person with a group', async () => {
    const client = makeClient();
    client.capture('looked', { page: '/' });
    client.identify('ada', { $set: { plan: 'pro' }, $set_once: { from: 'ad' } });
    client.capture('looked', { page: '/buy' });
    client.alias('ada@phone');
    client.group('company', 'acme', { size: 50 });
    client.capture('bought', { amount: 12.5 });
    await client.shutdown();

    const visited = await project.select(`select event, count(), uniq(person_id) from events
      where event in ('$identify', '$create_alias', '$groupidentify', 'looked', 'bought') group by event order by event`);
    expect(visited).toEqual([
      ['$create_alias', 1, 1],
      ['$groupidentify', 1, 1],
      ['$identify', 1, 1],
      ['bought', 1, 1],
      ['looked', 2, 1],
    ]);
    expect(await project.select('select count() from persons')).toEqual([[1]]);
    expect(
      await project.select(`select person.properties.plan, person.properties.from, group_0.properties.size,
        properties.$lib from events where event = 'bought'`),
    ).toEqual([['pro', 'ad', 50, 'js']]);
    expect(await project.totals([{ event: 'looked', math: 'dau' }])).toEqual([1]);
    // It asks for feature flags too, and is told that there are none.
    expect(new Set(gateway.calls.map(({ path, status }) => `${path} ${status}`))).toEqual(
      new Set(['/batch/ 200', '/flags/ 200']),
    );
  });

  test('a batch whose answer was lost counts once', async () => {
    const client = makeClient();
    for (let index = 0; index < 25; index += 1) client.capture('sent', { index });
    gateway.loseNextAnswer();
    await client.shutdown();
    expect(gateway.calls.filter(({ path }) => path === '/batch/').map(({ status }) => status)).toEqual([
      503, 200,
    ]);
    expect(await project.select(EVENTS)).toEqual([['sent', 25, 1]]);
  });
});
