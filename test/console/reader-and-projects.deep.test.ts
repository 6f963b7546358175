import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHOWN_SCREENS } from './console-screens.ts';
import type { ConsoleTab } from './console-tab.ts';
import { fillScreens } from './fill-screens.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 20: a key that may only read and run endpoints sees every screen, and is refused nothing that it did not ask
// for; and journey 24: two projects of one console never mix.

let console_: ConsoleOfTests;
let reader: ConsoleTab;
const refused: string[] = [];
beforeAll(async () => {
  console_ = await startConsole();
  await fillScreens(console_.service);
  const body = { label: 'reader', scopes: ['endpoint:read'], projects: [1] };
  const { json } = await console_.service.call('POST', '/api/personal_api_keys', { body });
  reader = await console_.newTab();
  reader.page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`);
  });
  await reader.goTo('');
  await reader.signInWithKey(json.value);
  await reader.link('usage-by-day').waitFor();
}, MOST_START_MS);
afterAll(() => console_?.close());

describe('a key that may only read endpoints', () => {
  const screens = SHOWN_SCREENS.filter(({ isSignedIn }) => isSignedIn);

  test.each(screens)('$name is shown, or says what it needs', async ({ path }) => {
    await reader.goTo(path);
    await reader.get('heading').first().waitFor();
    await reader.settle();
    const text = (await reader.page.getByRole('main').textContent()) ?? '';
    expect(text.length).toBeGreaterThan(20);
    expect(refused).toEqual([]);
    expect(await reader.troubles()).toEqual([]);
  });

  test('what it may not do can be reached and says why', async () => {
    await reader.goTo('1/endpoints');
    const button = reader.button(/^New endpoint/);
    await button.focus();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await reader.get('tooltip').getByText('it lacks endpoint:write').waitFor();
  });
});

describe('two projects', () => {
  test('never mix in lists, drafts and addresses', async () => {
    const body = { name: 'Other', timezone: 'UTC' };
    const { json: other } = await console_.service.call('POST', '/api/projects', { body });
    const inOther = { name: 'only-here', query: { kind: 'HogQLQuery', query: 'select 1 as one' } };
    const path = `/api/projects/${other.id}/endpoints`;
    expect((await console_.service.call('POST', path, { body: inOther })).status).toBe(201);
    const tab = await console_.signedInTab();
    const { page } = tab;
    await tab.goTo('1/query');
    const editor = tab.field('Query');
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type("SELECT 'of the first project' ");
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toContain('#s=');

    await tab.link('Endpoints').click();
    await tab.link('usage-by-day').waitFor();
    await tab.button(/choose another$/).click();
    await tab.get('option', /^Other/).click();
    // A project to which no event has come begins with Welcome.
    await tab.heading(/Welcome|Endpoints/).waitFor();
    await tab.link('Endpoints').click();
    await tab.link('only-here').waitFor();
    expect(page.url()).toMatch(new RegExp(`/console/${other.id}/endpoints$`));
    expect(await tab.link('usage-by-day').count()).toBe(0);
    await tab.link('Query').click();
    await editor.waitFor();
    expect(await editor.textContent()).not.toContain('of the first project');
    expect(page.url()).toContain(`/console/${other.id}/query`);

    await tab.goTo('1/query');
    await expect.poll(() => editor.textContent(), { timeout: 15_000 }).toContain('of the first project');
    await page.keyboard.press('Control+k');
    await tab.get('dialog', 'Go to or do').waitFor();
    await page.keyboard.type('only-here');
    await tab.get('dialog', 'Go to or do').getByText('Nothing has these letters').waitFor();
    expect(await tab.troubles([/style/])).toEqual([]);
    await tab.close();
  }, 60_000);

  test('a project that the key does not reach is not there', async () => {
    await reader.goTo('2/endpoints');
    await reader.page.getByText('No project 2').waitFor();
    expect(await reader.link('only-here').count()).toBe(0);
    expect(refused).toEqual([]);
  });
});
