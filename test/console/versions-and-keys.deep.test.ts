import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 13, versions compared and rolled back, and journey 18, keys made, used, revoked. [CON-20.2]

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

const ENDPOINT = '/api/projects/1/endpoints/usage-by-day';

test('a version that is rolled back is written again, and the change stands in the activity', async () => {
  const { service } = console_;
  const before = (await service.call('GET', ENDPOINT)).json;
  const query = { ...before.query, query: `${before.query.query}\nLIMIT 50` };
  expect((await service.call('PATCH', ENDPOINT, { body: { query } })).json.current_version).toBe(2);
  const tab = await console_.signedInTab();
  await tab.goTo('1/endpoints/usage-by-day/versions');
  await tab.heading('What differs from 1 to 2').waitFor();
  await tab.page.getByText('LIMIT').first().waitFor();
  await tab.button('Roll back').click();
  await tab.get('dialog', 'Roll back to version 1').waitFor();
  await tab.get('dialog').getByRole('button', { name: 'Roll back' }).click();
  await tab.page.getByText('usage-by-day runs version 3, which is equal to 1').waitFor();
  const after = (await service.call('GET', ENDPOINT)).json;
  expect(after).toMatchObject({ current_version: 3, query: before.query });
  await tab.goTo('1/activity');
  await tab
    .get('cell', /version/)
    .first()
    .waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

test('a key is made for one purpose, works for that alone, and ends when it is revoked', async () => {
  const { service } = console_;
  const tab = await console_.signedInTab();
  await tab.goTo('keys');
  await tab.button('New key').click();
  await tab.field('What it is for').fill('partner page');
  await tab.get('dialog').getByRole('button', { name: 'Make key' }).click();
  await tab.get('dialog', 'Secret of partner page').waitFor();
  await tab.button('Show').click();
  const secret = await tab
    .get('dialog')
    .getByText(/^slp_[0-9A-Za-z]+$/)
    .textContent();
  await tab.button('I have stored it').click();
  expect(await tab.page.content()).not.toContain(secret ?? 'slp_');
  const variables = { organization: 'org-01' };
  const run = () => service.call('POST', `${ENDPOINT}/run`, { key: secret ?? '', body: { variables } });
  expect((await run()).status).toBe(200);
  expect((await service.call('PATCH', ENDPOINT, { key: secret ?? '', body: { tags: [] } })).status).toBe(403);
  await tab.button('Actions of partner page').click();
  await tab.get('menuitem', 'Revoke').click();
  await tab.field('Type partner page to confirm').fill('partner page');
  await tab.button('Revoke key').click();
  await tab.page.getByText('partner page is revoked').waitFor();
  await expect.poll(async () => (await run()).status, { timeout: 3000 }).toBe(401);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

test('a key whose secret is rolled works with the new one alone', async () => {
  const body = { label: 'to roll', scopes: ['endpoint:read'] };
  const { json: made } = await console_.service.call('POST', '/api/personal_api_keys', { body });
  const tab = await console_.signedInTab();
  await tab.goTo('keys');
  await tab.button('Actions of to roll').click();
  await tab.get('menuitem', 'Roll secret').click();
  await tab.get('dialog').getByRole('button', { name: 'Roll secret' }).click();
  await tab.get('dialog', 'Secret of to roll').waitFor();
  await tab.button('Show').click();
  const secret = await tab
    .get('dialog')
    .getByText(/^slp_[0-9A-Za-z]+$/)
    .textContent();
  const read = async (key: string) => (await console_.service.call('GET', ENDPOINT, { key })).status;
  expect(await read(secret ?? '')).toBe(200);
  await expect.poll(() => read(made.value), { timeout: 3000 }).toBe(401);
  await tab.button('I have stored it').click();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});
