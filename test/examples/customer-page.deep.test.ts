import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../fixtures/run-command.ts';
import { startChromium } from '../fixtures/start-chromium.ts';
import { attemptsAt } from './reach-for-others.ts';
import { type Example, startExample } from './start-example.ts';

// The example in `examples/customer-page`, started by its one command and used in Chromium by two customers.

const DAY_MS = 86_400_000;
const PATIENCE = { timeout: 20_000, interval: 100 };
const ADA = { user: 'ada', organization: 'Ada Antiques' };
const BO = { user: 'bo', organization: 'Bo Bikes' };

let example: Example;
let browser: Browser;
/** Of all customers, as they were sent. */
let sent: readonly SentCall[];

interface SentCall {
  readonly organization: string;
  readonly method: string;
  readonly status: number;
  readonly timestamp: string;
}

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-test-example-'));
  [example, browser] = await Promise.all([startExample(dataDir), startChromium()]);
  sent = await readSent();
  return async () => {
    await browser.close();
    expect(await example.stop()).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
  };
}, 120_000);

const contexts: BrowserContext[] = [];
afterAll(() => Promise.all(contexts.map((context) => context.close())));

async function readSent(): Promise<readonly SentCall[]> {
  const query =
    'select properties.organization, properties.method, properties.status, timestamp from events limit 50000';
  const response = await fetch(`${example.sluiceUrl}/api/projects/1/query/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${example.rootKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: { kind: 'HogQLQuery', query } }),
  });
  const { results } = (await response.json()) as { results: [string, string, string | number, string][] };
  return results.map(([organization, method, status, timestamp]) => ({
    ...{ organization, method, status: Number(status), timestamp },
  }));
}

/** Signs in as a customer in a profile of its own. */
async function signIn({ user, organization }: typeof ADA): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(example.shopUrl);
  await page.getByRole('button', { name: organization }).click();
  const me = (await page.evaluate(() => fetch('/me').then((answer) => answer.json()))) as { user: string };
  expect(me.user).toBe(user);
  await expect.poll(() => page.locator('#state').textContent(), PATIENCE).not.toBe('Loading…');
  // At once, not by the next refresh.
  expect(await page.locator('#state').textContent()).toMatch(/^As of /);
  return page;
}

/** What the page shows. */
const shown = async (page: Page) => ({
  organization: await page.locator('#organization').textContent(),
  calls: await page.locator('#calls').textContent(),
  failed: await page.locator('#failed').textContent(),
  methods: await page.locator('#by-method text').allTextContents(),
});

function expected({ organization }: typeof ADA, days: number, nowMs: number) {
  const own = sent.filter(
    (call) => call.organization === organization && Date.parse(call.timestamp) >= nowMs - days * DAY_MS,
  );
  const byMethod = Map.groupBy(own, ({ method }) => method);
  const sorted = [...byMethod].sort(
    ([one, its], [other, others]) => others.length - its.length || (one < other ? -1 : 1),
  );
  return {
    organization,
    calls: own.length.toLocaleString('en'),
    failed: own.filter(({ status }) => status >= 500).length.toLocaleString('en'),
    methods: sorted.flatMap(([method, calls]) => [method, String(calls.length)]),
  };
}

test('two customers see their own figures, for each choice of days', async () => {
  for (const customer of [ADA, BO]) {
    const page = await signIn(customer);
    for (const days of [7, 56, 28]) {
      await page.locator('#days').selectOption(String(days));
      await expect.poll(() => shown(page), PATIENCE).toEqual(expected(customer, days, Date.now()));
    }
  }
  expect(expected(ADA, 28, Date.now()).calls).not.toBe(expected(BO, 28, Date.now()).calls);
});

test('a refresh is a request with an ETag that is answered 304', async () => {
  const page = await signIn(ADA);
  const session = await page.context().newCDPSession(page);
  const statuses: number[] = [];
  session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => void statuses.push(statusCode));
  await session.send('Network.enable');
  await expect.poll(() => statuses.filter((status) => status === 304).length, PATIENCE).toBeGreaterThan(3);
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
  expect(await page.locator('#state').textContent()).toMatch(/^As of /);
});

test('each tries to reach the rows of the other one, and sees nothing', async () => {
  for (const [self, other] of [
    [ADA, BO],
    [BO, ADA],
  ] as const) {
    const page = await signIn(self);
    const own = await tryAll(page, other, [
      { what: 'own', method: 'POST', path: 'endpoints/calls-by-day/run', body: { variables: { days: 56 } } },
    ]);
    expect(own).toEqual([{ what: 'own', refused: false, results: expect.any(Array) }]);
    const attempts = attemptsAt(other.organization);
    expect(attempts.length).toBeGreaterThan(25);
    const outcomes = await tryAll(page, other, attempts);
    // What is answered at all is what the token shows anyway.
    for (const { what, refused, results } of outcomes)
      expect(refused || JSON.stringify(results) === JSON.stringify(own[0]?.results), what).toBe(true);
    expect(outcomes.filter(({ refused }) => !refused).map(({ what }) => what)).toEqual([]);
  }
});

interface Outcome {
  readonly what: string;
  readonly refused: boolean;
  readonly results: unknown;
}

/** Calls from the page, with the token that the shop gives its user. */
function tryAll(
  page: Page,
  other: typeof ADA,
  attempts: ReturnType<typeof attemptsAt>,
): Promise<readonly Outcome[]> {
  return page.evaluate(
    async ({ attempts, root, value }) => {
      const { token } = (await (await fetch('/token')).json()) as { token: string };
      const [header = '', payload = '', signature = ''] = token.split('.');
      const read = (part: string) => JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
      const write = (value: unknown) =>
        btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      const claims = read(payload);
      const filter = { ...claims.sluice.filters[0], value };
      const forged: Record<string, string> = {
        'other filter': `${header}.${write({ ...claims, sluice: { ...claims.sluice, filters: [filter] } })}.${signature}`,
        'no filter': `${header}.${write({ ...claims, sluice: { ...claims.sluice, filters: [] } })}.${signature}`,
        'alg none': `${write({ ...read(header), alg: 'none' })}.${payload}.`,
        'no signature': `${header}.${payload}.`,
        longer: `${header}.${write({ ...claims, exp: claims.exp + 86_400 })}.${signature}`,
      };
      const outcomes = [];
      for (const { what, method, path, body, forge } of attempts) {
        const bearer = forge === undefined ? token : forged[forge];
        const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
        const answer = await fetch(root + path, {
          ...{ method, headers, cache: 'no-store' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }).catch(() => undefined);
        const said = answer?.ok === true ? ((await answer.json()) as { results: unknown }) : undefined;
        const calls = path.endsWith('batch_run') ? (said?.results as { status: number }[]) : [];
        const isEachRefused = calls.length > 0 && calls.every(({ status }) => status >= 400);
        outcomes.push({
          what,
          refused: said === undefined || isEachRefused,
          results: said?.results,
        });
      }
      return outcomes;
    },
    { attempts, root: `${example.sluiceUrl}/api/projects/1/`, value: other.organization },
  );
}

test('a page of another origin reads nothing, also with a token', async () => {
  const page = await signIn(ADA);
  const { token } = (await page.evaluate(() => fetch('/token').then((answer) => answer.json()))) as {
    token: string;
  };
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const url = `${example.sluiceUrl}/api/projects/1/endpoints/calls-by-day/run`;
  const ask = (from: Page) =>
    from.evaluate(
      ({ url, token }) =>
        fetch(`${url}?variables={"days":7}`, { headers: { authorization: `Bearer ${token}` } }).then(
          ({ status }) => status,
          (error: Error) => error.name,
        ),
      { url, token },
    );
  expect([await ask(page), await ask(elsewhere)]).toEqual([200, 'TypeError']);
  server.close();
  server.closeAllConnections();
});

test('a new call is on the page when the answer is five minutes old', async () => {
  const page = await signIn(BO);
  const before = Number(await page.locator('#calls').textContent());
  const properties = { organization: BO.organization, method: 'quote', status: 200 };
  await fetch(`${example.sluiceUrl}/batch/?wait=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      api_key: example.captureToken,
      batch: [{ event: 'api call', distinct_id: BO.user, properties }],
    }),
  });
  const now = new Date(Date.now() + 301_000).toISOString();
  const set = await fetch(`${example.sluiceUrl}/_test/clock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${example.rootKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  });
  expect(set.status).toBe(200);
  await expect.poll(() => page.locator('#calls').textContent(), PATIENCE).toBe(String(before + 1));
});

test('the client in the repository is what the service gives now', async () => {
  const out = resolve(import.meta.dirname, '../../examples/customer-page/sluice.gen.ts');
  const flags = ['--url', example.sluiceUrl, '--key', example.rootKey, '--out', out, '--check'];
  expect(await runCommand(['generate', 'ts', ...flags])).toMatchObject({ exitCode: 0 });
});
