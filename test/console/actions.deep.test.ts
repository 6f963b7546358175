import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDefinition } from './find-definition.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 19, its part on actions: made step by step, counted by an insight, changed by two, deleted although it is
// used.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

const stored = (name: string) => findDefinition(console_, 'actions', name);

const INTERESTED = [
  {
    event: '$pageview',
    url: '/notes',
    properties: [{ type: 'event', key: '$browser', operator: 'exact', value: 'Firefox' }],
  },
  { event: '$autocapture', tag_name: 'button', text: 'Save', text_matching: 'contains' },
];

test('an action is made step by step, and an insight counts it', async () => {
  const tab = await console_.signedInTab();
  await tab.goTo('1/actions');
  await tab.heading('No action yet').waitFor();
  await tab.button('New action').first().click();
  await tab.field('Name').fill('Interested');
  await tab.field('Description').fill('Read notes, or saved one');
  await tab.choose('Event', '$pagev', /^\$pageview/);
  await tab.field('URL').fill('/notes');
  await tab.button('Filter').click();
  await tab.choose('Property', '$browser', /^\$browser/);
  await tab.field('Value').fill('Firefox');
  await tab.button('Step').click();
  await tab.button('Clicked element').last().click();
  await tab.field('Text').fill('Save');
  await tab.button(/How the text is compared/).click();
  await tab.get('option', 'contains').click();
  await tab.button('Create action').click();
  await tab.page.getByText('Interested is created').waitFor();
  await tab.heading('Interested').waitFor();
  const made = await stored('Interested');
  expect(made).toMatchObject({ description: 'Read notes, or saved one', steps: INTERESTED });
  const query = `select count(), count(distinct person_id) from events where matchesAction(${made?.id}) and timestamp >= now() - interval 7 day`;
  const asked = await console_.service.call('POST', 'query', {
    body: { query: { kind: 'HogQLQuery', query } },
  });
  const [[events, persons]] = asked.json.results;
  expect(events).toBeGreaterThan(0);
  await tab.page.getByText(`${events} events of ${persons} persons in 7 days`).waitFor();

  const counted = tab.page.waitForRequest((request) => request.postData()?.includes('ActionsNode') === true);
  await tab.goTo('1/endpoints/new?kind=TrendsQuery');
  await tab.choose('Event', 'Interes', /^Interested/);
  const body = JSON.parse((await counted).postData() ?? '{}');
  expect(body.query.series).toMatchObject([{ kind: 'ActionsNode', id: made?.id, name: 'Interested' }]);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);

test('a refused member is told at its field, and an empty step is told in its place', async () => {
  const tab = await console_.signedInTab();
  await tab.goTo('1/actions/new');
  await tab.field('Name').fill('Never stored');
  await tab.button('Create action').click();
  await tab
    .get('alert')
    .getByText(/condition/)
    .first()
    .waitFor();
  await tab.field('URL').fill('(');
  await tab.button(/How the url is compared/).click();
  await tab.get('option', 'matches').click();
  await tab.button('Create action').click();
  await expect.poll(() => tab.field('URL').getAttribute('aria-invalid')).toBe('true');
  expect(await stored('Never stored')).toBeNull();
  await tab.goTo('1/actions/new');
  expect(await tab.field('Name').inputValue()).toBe('Never stored');
  await tab.field('URL').fill('/x');
  await tab.button('Discard').click();
  expect(await tab.field('Name').inputValue()).toBe('');
  expect(await tab.troubles([/status of 400/])).toEqual([]);
  await tab.close();
}, 120_000);

test('who saves second sees what the first one saved, and keeps his own', async () => {
  const { service } = console_;
  const made = await service.call('POST', 'actions', { body: { name: 'Shared', steps: [{ event: 'a' }] } });
  const tab = await console_.signedInTab();
  await tab.goTo(`1/actions/${made.json.id}`);
  await tab.field('Description').fill('mine');
  await service.call('PATCH', `actions/${made.json.id}`, { body: { description: 'theirs' } });
  await tab.button('Save').click();
  await tab.get('dialog', /^Changed by root/).waitFor();
  expect((await stored('Shared'))?.description).toBe('theirs');
  await tab.button('Keep mine').click();
  await tab.button('Save').click();
  await tab.page.getByText('Shared is saved').waitFor();
  expect(await stored('Shared')).toMatchObject({ description: 'mine', steps: [{ event: 'a' }] });
  expect(await tab.troubles([/status of 412/])).toEqual([]);
  await tab.close();
}, 120_000);

test('an action in use is deleted only knowingly, after its users are listed', async () => {
  const { service } = console_;
  const made = await service.call('POST', 'actions', {
    body: { name: 'Used', steps: [{ event: '$pageview' }] },
  });
  const query = { kind: 'HogQLQuery', query: "select count() from events where matchesAction('Used')" };
  expect((await service.call('POST', 'endpoints', { body: { name: 'uses-it', query } })).status).toBe(201);
  const run = () => service.call('POST', 'endpoints/uses-it/run', { body: { refresh: 'force_blocking' } });
  expect((await run()).status).toBe(200);
  const tab = await console_.signedInTab();
  await tab.goTo(`1/actions/${made.json.id}`);
  await tab.link('uses-it').waitFor();
  await tab.goTo('1/actions?q=used');
  await tab.get('row', /Used/).getByRole('note').filter({ hasText: /^1$/ }).waitFor();
  await tab.button('Menu of Used').click();
  await tab.get('menuitem', 'Delete').click();
  await tab.button('Delete action').click();
  await tab.get('dialog').getByRole('link', { name: 'uses-it' }).waitFor();
  expect(await stored('Used')).not.toBeNull();
  await tab.page.getByText('Delete it all the same').click();
  await tab.button('Delete action').click();
  await tab.page.getByText('Used is deleted').waitFor();
  expect(await stored('Used')).toBeNull();
  expect((await run()).status).toBe(400);
  expect(await tab.troubles([/status of 400/])).toEqual([]);
  await tab.close();
}, 120_000);

test('a key that only reads sees the action and why it cannot change it', async () => {
  const { service } = console_;
  const made = await service.call('POST', 'actions', {
    body: { name: 'Read', steps: [{ event: 'a', url: '/b' }] },
  });
  const key = await service.call('POST', '/api/personal_api_keys', {
    body: { label: 'reader', scopes: ['endpoint:read', 'project:read'] },
  });
  const tab = await console_.newTab();
  await tab.goTo(`1/actions/${made.json.id}`);
  await tab.signInWithKey(key.json.value);
  await tab.heading('Read').waitFor();
  const told = tab.get('status').getByText(/^The key reader may not create and change endpoints/);
  await told.waitFor();
  await tab.heading('Your key may not see this').waitFor();
  expect(await tab.field('Name').isDisabled()).toBe(true);
  expect(await tab.field('URL').isDisabled()).toBe(true);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);
