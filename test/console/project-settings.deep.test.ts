import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleTab } from './console-tab.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 19: settings of a project are changed one member at a time, tried before they are saved, and stand in the
// activity. [CON-20.2]

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

async function open(project: number): Promise<ConsoleTab> {
  const tab = await console_.signedInTab();
  await tab.goTo(`${project}/settings`);
  await tab.field('Name').waitFor();
  return tab;
}

async function newProject(name: string): Promise<number> {
  const { json } = await console_.service.call('POST', '/api/projects', { body: { name } });
  return json.id;
}

const projectOf = async (id: number) => (await console_.service.call('GET', `/api/projects/${id}`)).json;

test('a time zone says what it changes, and saving sends it alone', async () => {
  const id = await newProject('Zones');
  const tab = await open(id);
  const sent: unknown[] = [];
  tab.page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON());
  });
  await tab.get('combobox', 'Time zone').fill('Tokyo');
  await tab.get('option', 'Asia/Tokyo').click();
  const japanese = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit' });
  await tab.page.getByText(`It is ${japanese.format(Date.now())}:`).waitFor();
  await tab.page.getByText('Charts will be cut at other midnights').waitFor();
  await tab.button('Save').click();
  await tab.page.getByText('The settings of Zones are saved').waitFor();
  expect(sent).toEqual([{ timezone: 'Asia/Tokyo' }]);
  expect(await projectOf(id)).toMatchObject({ timezone: 'Asia/Tokyo', name: 'Zones' });
  await tab.goTo(`${id}/activity`);
  await tab
    .get('cell', /timezone/)
    .first()
    .waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

test('path cleaning is tried by the service, and its refusal lands at its rule', async () => {
  const tab = await open(1);
  const replacement = tab.get('button', 'Replacement');
  await replacement.click();
  await tab.field('Regular expression 1').fill('/users/\\d+');
  await tab.field('Replacement 1').fill('/users/:id');
  const becomes = tab.field('What becomes of it');
  await expect.poll(() => becomes.textContent()).toBe('/users/:id/notes');
  await replacement.click();
  await tab.field('Regular expression 2').fill('(');
  await tab.page.getByText('is not a regular expression: unterminated group').waitFor();
  await tab.field('Regular expression 2').fill('s$');
  await tab.field('Replacement 2').fill('');
  await expect.poll(() => becomes.textContent()).toBe('/users/:id/note');
  await tab.button('Save').click();
  await tab.page.getByText('The settings of Default project are saved').waitFor();
  expect((await projectOf(1)).path_cleaning_filters).toEqual([
    { regex: '/users/\\d+', alias: '/users/:id' },
    { regex: 's$', alias: '' },
  ]);
  expect(await tab.troubles([/status of 400/])).toEqual([]);
  await tab.close();
});

test('filters of test accounts tell how many events stay', async () => {
  const tab = await open(1);
  await tab.get('button', 'Filter').click();
  await tab.get('combobox', 'Property').fill('$browser');
  await tab
    .get('option', /^\$browser(?!_)/)
    .first()
    .click();
  await tab.field('Value').fill('Firefox');
  const stays = tab.get('status').filter({ hasText: 'events of the last 7 days stay' });
  const query =
    "select countIf(properties.$browser = 'Firefox'), count() from events where timestamp >= now() - interval 7 day";
  const { json } = await console_.service.call('POST', 'query', {
    body: { query: { kind: 'HogQLQuery', query } },
  });
  const [kept, all]: readonly number[] = json.results[0];
  const figures = new Intl.NumberFormat('en-US');
  await stays.waitFor();
  expect(await stays.textContent()).toContain(`${figures.format(kept ?? 0)} of ${figures.format(all ?? 0)} `);
  await tab.button('Discard').click();
  await stays.waitFor({ state: 'detached' });
  await tab.close();
});

test('what others changed meanwhile is said, and is not written over', async () => {
  const id = await newProject('Shared');
  const tab = await open(id);
  await tab.field('Name').fill('Shared by two');
  await console_.service.call('PATCH', `/api/projects/${id}`, { body: { week_start_day: 1 } });
  await tab.page.getByText('Somebody else has changed these settings since').waitFor({ timeout: 20_000 });
  await tab.button('Save').click();
  await tab.page.getByText('The settings of Shared by two are saved').waitFor();
  expect(await projectOf(id)).toMatchObject({ name: 'Shared by two', week_start_day: 1 });
  await tab.close();
});

test('fewer days, another token and the end of a project want its name typed', async () => {
  const id = await newProject('Brief');
  const before = await projectOf(id);
  const tab = await open(id);
  expect(await tab.page.content()).not.toContain(before.api_token);
  await tab.button('Show').click();
  await tab.page.getByText(before.api_token).waitFor();
  const confirm = async (button: string, verb: string) => {
    await tab.button(button).click();
    const dialog = tab.get('dialog');
    expect(await dialog.getByRole('button', { name: verb }).getAttribute('aria-disabled')).toBe('true');
    await tab.field('Type Brief to confirm').fill('Brief');
    await dialog.getByRole('button', { name: verb }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await tab.field('Events are kept, days').fill('30');
  await confirm('Save', 'Keep fewer days');
  await expect.poll(async () => (await projectOf(id)).event_retention_days).toBe(30);
  await confirm('Replace', 'Replace token');
  await expect.poll(async () => (await projectOf(id)).api_token).not.toBe(before.api_token);
  await confirm('Delete project', 'Delete for good');
  await tab.heading('Endpoints').waitFor();
  expect((await console_.service.call('GET', `/api/projects/${id}`)).status).toBe(403);
  expect(await tab.troubles([/status of 40[34]/])).toEqual([]);
  await tab.close();
});

test('a key that reads alone sees everything, and why it changes nothing', async () => {
  const { json } = await console_.service.call('POST', '/api/personal_api_keys', {
    body: { label: 'reader', scopes: ['project:read'], projects: [1] },
  });
  const tab = await console_.newTab();
  await tab.goTo('1/settings');
  await tab.signInWithKey(json.value);
  await tab.field('Name').waitFor();
  await tab.page.getByText('it lacks project:write').first().waitFor();
  expect(await tab.field('Name').isDisabled()).toBe(true);
  expect(await tab.button('Delete project').getAttribute('aria-disabled')).toBe('true');
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});
