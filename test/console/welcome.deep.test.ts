import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 3: from an empty project to the first answer that a program has called. [CON-20.2], [CON-15.1]

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

async function makeProject(name: string): Promise<number> {
  return (await console_.service.call('POST', '/api/projects', { body: { name } })).json.id;
}

const run = (code: string, key = '') =>
  promisify(execFile)('sh', ['-c', code], { env: { ...process.env, SLUICE_KEY: key } });

test('a snippet is run, a template asked, its endpoint saved and called', async () => {
  const tab = await console_.signedInTab();
  await tab.button(/^Project .*choose another$/).click();
  await tab.button('New project').click();
  await tab.field('Name').fill('First hour');
  await tab.button('Create project').click();
  await tab.heading('Welcome to “First hour”').waitFor();
  await tab.page.getByText('waiting for the first event').waitFor();
  const sent = await run((await tab.get('group', 'curl code').textContent()) ?? '');
  expect(JSON.parse(sent.stdout)).toMatchObject({ status: expect.anything() });
  await tab.page.getByText('signed up has come').waitFor();
  await tab.get('link', /^Weekly actives.*Unique persons of signed up per week/).click();
  await tab.heading('New endpoint').waitFor();
  await tab.page.getByText('signed up').first().waitFor();
  await tab.button(/^Save as endpoint/).click();
  await tab
    .get('dialog')
    .getByRole('button', { name: /^(Save|Create)/ })
    .click();
  await tab.page.getByText('weekly-actives is created').waitFor();
  await tab.page.goto(tab.page.url().replace(/endpoints.*/, 'welcome'));
  const call = tab.get('group', 'call');
  await call.waitFor();
  await tab.button('Make a key that runs endpoints').click();
  await tab.button('Show').click();
  const secret = (await tab.page.getByText(/^slp_[0-9A-Za-z]+$/).textContent()) ?? '';
  const answer = JSON.parse((await run((await call.textContent()) ?? '', secret)).stdout);
  expect(answer.results[0].data.reduce((sum: number, value: number) => sum + value, 0)).toBe(1);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 180_000);

test('the demo comes in and fills templates and the call', async () => {
  const id = await makeProject('Shown');
  const tab = await console_.signedInTab();
  await tab.goTo(`${id}`);
  await tab.heading('Welcome to “Shown”').waitFor();
  await tab.button('Load the demo').click();
  await tab.page.getByText(/^The demo is in: 20,\d+ events$/).waitFor({ timeout: 60_000 });
  await tab.get('link', /Funnel of \$pageview → signed up/).waitFor();
  await tab.get('group', 'call').waitFor();
  await tab.goTo(`${id}`);
  await tab.heading('Endpoints').waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);

test('a test event is as good as any, and a key that may not says why', async () => {
  const id = await makeProject('Tried');
  const { json } = await console_.service.call('POST', '/api/personal_api_keys', {
    body: { label: 'reader', scopes: ['project:read'], projects: [id] },
  });
  const tab = await console_.newTab();
  await tab.goTo(`${id}`);
  await tab.signInWithKey(json.value);
  await tab.heading('Welcome to “Tried”').waitFor();
  expect(await tab.button('Load the demo').getAttribute('aria-disabled')).toBe('true');
  await tab.button('Send a test event').click();
  await tab.page.getByText('tried the console has come').waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});
