import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Persons: found by text, by a distinct id and by the value of a property, looked at whole, and deleted for good.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

/** Sends one event with a profile, and waits until its person is there. */
async function identify(distinctId: string, set: Readonly<Record<string, unknown>>) {
  const { service } = console_;
  const { api_token } = (await service.call('GET', '/api/projects/1')).json;
  const event = { event: 'came by', distinct_id: distinctId, properties: { $set: set } };
  const sent = await service.call('POST', '/batch', { body: { api_key: api_token, batch: [event] } });
  expect(sent.status).toBe(200);
  const path = `persons/${encodeURIComponent(distinctId)}`;
  const find = async () => (await service.call('GET', path)).json.last_event ?? null;
  await expect.poll(find, { timeout: 20_000 }).not.toBeNull();
}

test('a person is found by a part of the email, by a distinct id and by a property', async () => {
  const { service } = console_;
  await identify('ada/1', { email: 'ada@example.org', plan: `it's "odd"`, 'odd name}': 7 });
  const tab = await console_.signedInTab();
  await tab.goTo('1/persons');
  await tab.field('Search name, email, distinct id').fill('DA@EXAMPLE.ORG');
  await expect.poll(() => tab.get('table', 'Persons').getByRole('row').count()).toBe(2);
  await tab.link('ada@example.org').waitFor();
  await tab.field('Search name, email, distinct id').fill('ada/1');
  await tab.page.waitForURL(/q=ada%2F1/);
  await tab.link('ada@example.org').waitFor();
  await tab.get('combobox', 'Property').fill('odd na');
  await tab.get('option', 'odd name}').click();
  await tab.field('Value').fill('7');
  await tab.page.waitForURL(/value=7/);
  await tab.link('ada@example.org').waitFor();
  await tab.goTo(`1/persons?property=plan&value=${encodeURIComponent(`it's "odd"`)}`);
  await tab.link('ada@example.org').click();
  await tab.heading('ada@example.org').waitFor();
  await tab.get('list', 'Distinct ids').getByText('ada/1').waitFor();
  await tab.get('cell', 'odd name}').waitFor();
  await tab.page.getByText('1 event in its last 7 days').waitFor();
  const team = { kind: 'HogQLQuery', query: "select count() from persons where properties.plan = 'team'" };
  const [[count]] = (await service.call('POST', 'query', { body: { query: team } })).json.results;
  await tab.goTo('1/persons?property=plan&value=team');
  await tab.page.getByText(`${count} persons`, { exact: true }).waitFor();
  expect((await tab.get('table', 'Persons').getByRole('row').all()).length).toBe(Number(count) + 1);
  await tab.goTo('1/persons?q=nobody-at-all');
  await tab.heading('Nobody is found').waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);

test('a person is deleted only after its name was typed, and is gone then', async () => {
  const { service } = console_;
  await identify('ben@example.org', { email: 'ben@example.org' });
  const tab = await console_.signedInTab();
  await tab.goTo('1/persons/ben@example.org');
  await tab.heading('ben@example.org').waitFor();
  await tab.button('Delete person').click();
  const confirm = tab.get('dialog').getByRole('button', { name: 'Delete person' });
  await tab.field('Type ben@example.org to confirm').fill('ben');
  await confirm.click({ force: true });
  expect((await service.call('GET', 'persons/ben@example.org')).status).toBe(200);
  await tab.field('Type ben@example.org to confirm').fill('ben@example.org');
  await confirm.click();
  await tab.page.getByText('ben@example.org is deleted').waitFor();
  expect((await service.call('GET', 'persons/ben@example.org')).status).toBe(404);
  await tab.goTo('1/persons/ben@example.org');
  await tab.heading('There is no such person').waitFor();
  expect(await tab.troubles([/status of 404/])).toEqual([]);
  await tab.close();
}, 120_000);

test('the pages of a long list go on where the last one ended', async () => {
  const { service } = console_;
  const second = (await service.call('GET', 'persons?limit=50&offset=50')).json.results;
  const tab = await console_.signedInTab();
  await tab.goTo('1/persons');
  await tab.button('Older').click();
  await tab.page.waitForURL(/page=1/);
  await tab.link(second[0].name).waitFor();
  await tab.page.getByText(/^51 to 100 of/).waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);
