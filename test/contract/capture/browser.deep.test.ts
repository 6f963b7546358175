import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../fixtures/start-service.ts';
import { type ClientProject, makeClientProject } from './client-project.ts';
import { openSite, type Site } from './open-page.ts';
import { type Gateway, startGateway } from './start-gateway.ts';

// The real posthog-js in a real browser, on a page of another origin than the service.

let service: TestService;
let site: Site;
beforeAll(async () => {
  service = await startTestService();
  site = await openSite();
});
afterAll(async () => {
  await site.close();
  await service.close();
});

let gateway: Gateway;
let project: ClientProject;
let page: Page;
beforeEach(async () => {
  gateway = await startGateway(service.url);
  project = await makeClientProject(service);
  page = await site.open();
});
afterEach(async () => {
  await page.context().close();
  await gateway.close();
});

/** Runs `script` in the page; `posthog` is the client there. */
async function inPage(script: string): Promise<void> {
  await page.evaluate(script);
}

function init(options: object = {}): Promise<void> {
  // The filter drops events of headless browsers, as of other robots.
  const fixed = { opt_out_useragent_filter: true, disable_external_dependency_loading: true };
  const all = { api_host: gateway.url, ...fixed, ...options };
  return inPage(`posthog.init(${JSON.stringify(project.token)}, ${JSON.stringify(all)}); undefined`);
}

const COUNTS = 'select event, count(), uniq(person_id) from events group by event order by event';

async function expectCounts(expected: Readonly<Record<string, readonly [number, number]>>): Promise<void> {
  const rows = Object.entries(expected).map(([event, counts]) => [event, ...counts]);
  await expect.poll(() => project.select(COUNTS), { timeout: 20_000, interval: 500 }).toEqual(rows);
}

test('a visitor who signs in is one person, with what the page knows', async () => {
  await init();
  await page.click('#buy');
  await inPage(`posthog.capture('looked', { page: '/shop' });
    posthog.identify('ada', { plan: 'pro' }, { from: 'ad' });
    posthog.alias('ada@phone');
    posthog.group('company', 'acme', { size: 50 });
    posthog.setPersonProperties({ city: 'Ulm' });
    posthog.capture('bought', { amount: 12.5 }, { $set: { vip: true } }); undefined`);
  await expectCounts({
    $autocapture: [1, 1],
    $create_alias: [1, 1],
    $groupidentify: [1, 1],
    $identify: [1, 1],
    $pageview: [1, 1],
    $set: [1, 1],
    bought: [1, 1],
    looked: [1, 1],
  });
  expect(await project.select('select count(), uniq(person_id) from events')).toEqual([[8, 1]]);
  expect(await project.select('select count() from persons')).toEqual([[1]]);
  expect(
    await project.select(`select properties.amount, person.properties.plan, person.properties.from,
      person.properties.city, person.properties.vip, group_0.properties.size, properties.$lib
      from events where event = 'bought'`),
  ).toEqual([[12.5, 'pro', 'ad', 'Ulm', true, 50, 'web']]);
  // A click is kept with the element that was clicked, and every event knows its session.
  expect(
    await project.select(`select elements_chain like '%button%attr__id="buy"%' from events
      where event = '$autocapture'`),
  ).toEqual([[1]]);
  expect(await project.select('select uniq($session_id), countIf($session_id = null) from events')).toEqual([
    [1, 0],
  ]);
  expect(
    await project.totals([
      { event: 'looked', math: 'dau' },
      { event: 'bought', math: 'sum', math_property: 'amount' },
    ]),
  ).toEqual([1, 12.5]);
});

test('events of a page that is being closed arrive by beacon', async () => {
  await init({ capture_pageview: false, capture_pageleave: true });
  await inPage(`posthog.capture('left'); undefined`);
  await page.goto('about:blank');
  await expectCounts({ $pageleave: [1, 1], left: [1, 1] });
});

test.each([
  ['was refused', () => gateway.refuseNext(503)],
  ['was taken, but the answer was lost', () => gateway.loseNextAnswer()],
] as const)('a call that %s is made again and counts once', async (_, breakNext) => {
  await init({ capture_pageview: false, capture_pageleave: false });
  breakNext();
  await inPage(`for (let index = 0; index < 5; index += 1) posthog.capture('sent', { index }); undefined`);
  const writes = () => gateway.calls.filter(({ path }) => path === '/e/').map(({ status }) => status);
  await expect.poll(writes, { timeout: 20_000 }).toEqual([503, 200]);
  await expectCounts({ sent: [5, 1] });
});

test('nothing that the client asks for is missing', async () => {
  await init();
  await inPage(`posthog.reloadFeatureFlags(); undefined`);
  await expectCounts({ $pageview: [1, 1] });
  const asked = () => gateway.calls.map(({ path }) => path);
  await expect.poll(asked, { timeout: 20_000 }).toEqual(expect.arrayContaining(['/flags/']));
  expect(gateway.calls.filter(({ status }) => status !== 200)).toEqual([]);
});

test('the HTML snippet, pasted unchanged, loads posthog-js from here and sends', async () => {
  await page.context().close();
  page = await site.openWithSnippet({ token: project.token, host: gateway.url });
  await inPage(`posthog.identify('ada', { plan: 'pro' }); undefined`);
  await expectCounts({ $identify: [1, 1], $pageview: [1, 1] });
  expect(
    await project.select(
      "select person.properties.plan, properties.$lib from events where event = '$pageview'",
    ),
  ).toEqual([['pro', 'web']]);
  const asked = gateway.calls.map(({ path, status }) => `${status} ${path}`);
  expect(asked).toEqual(
    expect.arrayContaining(['200 /static/array.js', `200 /array/${project.token}/config.js`, '200 /flags/']),
  );
  // posthog-js always asks for surveys, first with its version in the path, and goes on without.
  const missing = asked.filter((each) => !each.startsWith('200'));
  expect(missing.filter((each) => !/^404 \/static\/([\d.]+\/)?surveys\.js$/.test(each))).toEqual([]);
});
