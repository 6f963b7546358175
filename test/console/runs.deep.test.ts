import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 15: runs of all endpoints of a project, with the figures that the API has. [CON-20.2], [CON-6.1], [CON-6.2]

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
  await run('usage-by-day', { variables: { organization: 'org-01' } });
  await run('feature-use', {});
  await run('feature-use', {});
  await run('usage-by-day', {});
}, MOST_START_MS);
afterAll(() => console_?.close());

const run = (name: string, body: object) => console_.service.call('POST', `endpoints/${name}/run`, { body });

/** For `expect.poll`: a page may have to be loaded first. */
const WITHIN = { timeout: 15_000 };

const readRuns = async (query = ''): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await console_.service.call('GET', `runs${query}`)).json.results;

test('runs of all endpoints stand in one list, are filtered by the address, and equal the numbers of the API', async () => {
  await expect.poll(async () => (await readRuns()).length, WITHIN).toBe(4);
  const tab = await console_.signedInTab();
  await tab.goTo('1/runs');
  const table = tab.get('grid', 'Runs').or(tab.get('table', 'Runs'));
  await table.waitFor();
  await expect.poll(() => tab.link('usage-by-day').count(), WITHIN).toBe(2);
  expect(await tab.link('feature-use').count()).toBe(2);
  await tab.get('button', /Status/).click();
  await tab.get('option', 'Errors only').click();
  await expect.poll(() => tab.link('feature-use').count(), WITHIN).toBe(0);
  expect(await tab.link('usage-by-day').count()).toBe(1);
  expect(tab.page.url()).toContain('only=errors');
  await tab.page.getByText('missing_variable').waitFor();
  await tab.goTo('1/runs?from=cache&endpoint=feature-use');
  await expect.poll(() => tab.link('feature-use').count(), WITHIN).toBe(1);
  expect(await tab.page.getByText('cache_fresh').count()).toBe(1);
  await tab.goTo('1/runs');
  const counted = tab.get('definition').first();
  await counted.waitFor();
  const usage = await console_.service.call('POST', 'endpoints/usage', { body: {} });
  expect(usage.json.totals).toMatchObject({ runs: 4, errors: 1 });
  await expect.poll(() => counted.textContent(), WITHIN).toBe('4');
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

test('a run tells all that is kept of it, and its endpoint is one step away', async () => {
  const tab = await console_.signedInTab();
  await tab.goTo('1/runs?only=errors');
  await tab.page.getByText('missing_variable').click();
  const drawer = tab.get('dialog', 'Run: 400');
  await drawer.waitFor();
  const [failed] = await readRuns('?level=error');
  await drawer.getByText(String(failed?.['request_id'])).waitFor();
  await tab.page.keyboard.press('Escape');
  await tab.link('usage-by-day').click();
  await tab.heading('usage-by-day').waitFor();
  expect(tab.page.url()).toContain('/endpoints/usage-by-day/runs');
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

test('runs of one version and of one key are asked for by the address', async () => {
  const { json: endpoint } = await console_.service.call('GET', 'endpoints/feature-use');
  const query = { ...endpoint.query, interval: endpoint.query.interval === 'week' ? 'day' : 'week' };
  const changed = await console_.service.call('PATCH', 'endpoints/feature-use', { body: { query } });
  expect(changed.json.current_version, JSON.stringify(changed.json)).toBe(2);
  const key = await console_.service.call('POST', '/api/personal_api_keys', {
    body: { label: 'partner <b>', scopes: ['endpoint:read'] },
  });
  expect(key.status).toBe(201);
  const before = (await readRuns('?endpoint=feature-use')).length;
  const body = '{}';
  const headers = { authorization: `Bearer ${key.json.value}`, 'content-type': 'application/json' };
  const path = `${console_.service.url}/api/projects/1/endpoints/feature-use/run`;
  expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(200);
  await expect.poll(async () => (await readRuns('?version=2')).length, WITHIN).toBe(1);

  const tab = await console_.signedInTab();
  await tab.goTo('1/runs?endpoint=feature-use');
  const rows = tab.get('table', 'Runs').getByRole('row');
  await expect.poll(() => rows.count(), WITHIN).toBe(1 + before + 1);
  await tab.get('button', /^All versions Version|Version$/).click();
  await tab.get('option', 'Version 2').click();
  await expect.poll(() => rows.count(), WITHIN).toBe(2);
  expect(tab.page.url()).toContain('version=2');
  expect(await rows.nth(1).textContent()).toContain('partner <b>');

  await tab.goTo('1/endpoints/feature-use/runs');
  await expect.poll(() => rows.count(), WITHIN).toBe(1 + before + 1);
  await tab.get('button', /^All keys Key|Key$/).click();
  await tab.get('option', 'partner <b>').click();
  await expect.poll(() => rows.count(), WITHIN).toBe(2);
  expect(tab.page.url()).toContain(`key=${key.json.id}`);
  await rows.nth(1).click();
  await tab.get('dialog', 'Run: 200').getByText('partner <b>').waitFor();
  await tab.page.keyboard.press('Escape');
  // A version that no word names is none.
  await tab.goTo(`1/endpoints/feature-use/runs?version=no&key=${key.json.id}`);
  await expect.poll(() => rows.count(), WITHIN).toBe(2);
  await tab.goTo(`1/endpoints/feature-use/runs?version=1&key=${key.json.id}`);
  await tab.heading('No run of this kind').waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

test('a run that comes meanwhile is there when the list is live', async () => {
  const tab = await console_.signedInTab();
  await tab.goTo('1/runs');
  await tab.link('feature-use').first().waitFor();
  const before = await tab.link('feature-use').count();
  await tab.get('switch', 'Live').click({ force: true });
  await run('feature-use', {});
  await expect.poll(() => tab.link('feature-use').count(), WITHIN).toBe(before + 1);
  await tab.close();
});
