import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleTab } from './console-tab.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 14: an answer computed ahead, a build that fails, one that is asked for; and journey 15: runs and usage as
// the API tells them, followed live.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

const call = (method: string, path: string, body?: unknown) => console_.service.call(method, path, { body });

/** Divides by nothing once one such event has come in, and by one less than nothing after another. */
const POISONED = `select intDiv(1, 1 - countIf(event = 'poison')) as n from events`;

/** Sends an event and waits until queries count that many. */
async function poison(count: number): Promise<void> {
  const { json: project } = await call('GET', '/api/projects/1');
  const body = JSON.stringify({ api_key: project.api_token, event: 'poison', distinct_id: 'somebody' });
  const headers = { 'Content-Type': 'application/json' };
  const sent = await fetch(`${console_.service.url}/i/v0/e/`, { method: 'POST', headers, body });
  expect(sent.status).toBe(200);
  const query = { kind: 'HogQLQuery', query: "select countIf(event = 'poison') from events" };
  const counted = async () => (await call('POST', 'query', { query })).json.results[0][0];
  await expect.poll(counted, { timeout: 30_000 }).toBe(count);
}

const rowsOf = (tab: ConsoleTab, table: string) => tab.get('table', table).getByRole('row');

test('a build that fails says why, the next one is asked for, and the list is that of the API', async () => {
  const made = await call('POST', 'endpoints', {
    name: 'poisoned',
    query: { kind: 'HogQLQuery', query: POISONED },
  });
  expect(made.status).toBe(201);
  const tab = await console_.signedInTab();
  await tab.goTo('1/endpoints/poisoned/materialization');
  await tab.page.getByText('Computed when it is asked').click();
  await rowsOf(tab, 'Builds')
    .filter({ hasText: /Completed.*equal/ })
    .waitFor({ timeout: 60_000 });

  await poison(1);
  await tab.button('Build now').click();
  await tab.page.getByText(/^The last build failed: /).waitFor({ timeout: 60_000 });
  const { json: status } = await call('GET', 'endpoints/poisoned/materialization_status');
  expect(status).toMatchObject({ state: 'Failed', rows: 1 });
  await tab.page.getByText(`The last build failed: ${status.last_error}`).waitFor();

  await poison(2);
  await tab.button('Build now').click();
  await tab.page.getByText(/^The last build failed: /).waitFor({ state: 'detached', timeout: 60_000 });
  const { json: builds } = await call('GET', 'endpoints/poisoned/materializations');
  const states = builds.results.map(({ state }: { readonly state: string }) => state);
  expect(states).toEqual(expect.arrayContaining(['Completed', 'Failed']));
  const shown = await rowsOf(tab, 'Builds').allTextContents();
  expect(shown.slice(1)).toEqual(states.map((state: string) => expect.stringContaining(state)));
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 240_000);

/** The figure below a name, as it is written. */
const figure = (tab: ConsoleTab, name: string) =>
  tab.page
    .getByRole('definition')
    .and(tab.page.locator(`dt:text-is("${name}") + dd`))
    .textContent();

test('runs and figures are those of the API, and a log that is followed shows the next one', async () => {
  const run = (variables: unknown) => call('POST', 'endpoints/usage-by-day/run', { variables });
  for (const organization of ['org-01', 'org-01', 'org-02'])
    expect((await run({ organization })).status).toBe(200);
  expect((await run({})).status).toBe(400);
  const logs = async () => (await call('GET', 'endpoints/usage-by-day/logs')).json.results;
  await expect.poll(async () => (await logs()).length, { timeout: 15_000 }).toBe(4);

  const tab = await console_.signedInTab();
  await tab.goTo('1/endpoints/usage-by-day/runs');
  await rowsOf(tab, 'Runs').nth(4).waitFor();
  const { json: usage } = await call('GET', 'endpoints/usage-by-day/usage');
  expect(usage).toMatchObject({ runs: 4, errors: 1 });
  expect(await figure(tab, 'Runs')).toBe('4');
  expect(await figure(tab, 'Errors')).toMatch(/^125\s%$/);
  expect((await figure(tab, 'Rows read'))?.replaceAll(',', '')).toBe(String(usage.rows_read));
  const log = await logs();
  const shown = (await rowsOf(tab, 'Runs').allTextContents()).slice(1);
  expect(shown).toHaveLength(log.length);
  for (const [index, { status, error_code: code }] of log.entries()) {
    expect(shown[index]).toContain(String(status));
    if (code) expect(shown[index]).toContain(code);
  }

  await tab.page.getByText('Live', { exact: true }).click();
  await run({ organization: 'org-03' });
  await rowsOf(tab, 'Runs').nth(5).waitFor({ timeout: 10_000 });
  await rowsOf(tab, 'Runs').nth(1).click();
  await tab.get('dialog', 'Run: 200').waitFor();
  const [newest] = await logs();
  await tab.get('dialog').getByText(newest.request_id).waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);
