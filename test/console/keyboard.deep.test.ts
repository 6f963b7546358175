import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleTab } from './console-tab.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';
import { focused, tabTo } from './tab-to.ts';

// Journey 23: a query is written, run, saved and called by the keyboard alone, and so is the way from an empty project
// to the first answer; focus is always somewhere that is seen.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

/** Types into the palette as somebody who looks at what it finds. */
async function goByPalette(tab: ConsoleTab, typed: string): Promise<void> {
  const { keyboard } = tab.page;
  const palette = tab.get('dialog', 'Go to or do');
  await keyboard.press('Control+k');
  await palette.waitFor();
  await keyboard.type(typed);
  await expect
    .poll(() => palette.getByLabel('Go to a screen or a name, or do something').inputValue())
    .toBe(typed);
  await expect
    .poll(() => palette.getByRole('option').first().textContent())
    .toMatch(new RegExp([...typed.replaceAll(' ', '')].join('.*'), 'i'));
  await keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
}

test('from the list to an endpoint that answers, without a pointer', async () => {
  const tab = await console_.signedInTab();
  const { keyboard } = tab.page;
  await tab.link('usage-by-day').waitFor();
  await goByPalette(tab, 'new endp');
  await tab.heading('New endpoint').waitFor();
  await expect.poll(() => focused(tab)).toBe('New endpoint');
  await tabTo(tab, /^Query$/);
  await keyboard.press('Control+a');
  await keyboard.type('SELECT event, count() AS n FROM events GROUP BY event ORDER BY n DESC ');
  await keyboard.press('Escape');
  await keyboard.press('Control+Enter');
  await tab.get('gridcell', 'note created').waitFor({ timeout: 60_000 });
  await keyboard.press('Control+s');
  await tab.get('dialog', 'Save as endpoint').waitFor();
  await keyboard.press('Control+a');
  await keyboard.type('by-keys');
  await tabTo(tab, /^Create endpoint$/);
  await keyboard.press('Enter');
  await tab.heading('by-keys').waitFor();

  await tabTo(tab, /^Playground$/);
  await keyboard.press('Enter');
  await tab.get('region', 'Request').waitFor();
  await keyboard.press('Control+Enter');
  await tab.get('gridcell', 'note created').waitFor({ timeout: 60_000 });
  expect((await console_.service.call('GET', 'endpoints/by-keys')).status).toBe(200);

  await keyboard.press('g');
  await keyboard.press('k');
  await tab.heading('Keys').waitFor();
  await expect.poll(() => focused(tab)).toBe('Keys');
  await keyboard.press('Shift+?');
  await tab.get('dialog', 'Keys').waitFor();
  await keyboard.press('Escape');
  await tab.get('dialog', 'Keys').waitFor({ state: 'detached' });
  expect(await tab.troubles([/style/, /status of 404/])).toEqual([]);
  await tab.close();
}, 240_000);

const run = (code: string, key = '') =>
  promisify(execFile)('sh', ['-c', code], { env: { ...process.env, SLUICE_KEY: key } });

test('from an empty project to an answer of a template, without a pointer', async () => {
  const tab = await console_.signedInTab();
  const { keyboard } = tab.page;
  await tab.link('usage-by-day').waitFor();
  await goByPalette(tab, 'New project');
  await tab.get('dialog', 'New project').waitFor();
  await expect.poll(() => focused(tab)).toBe('Name');
  await keyboard.type('By keys');
  await keyboard.press('Enter');
  await tab.heading('Welcome to “By keys”').waitFor();
  await run((await tab.get('group', 'curl code').textContent()) ?? '');
  await tab.page.getByText('signed up has come').waitFor();

  await tabTo(tab, /^Weekly actives/);
  await keyboard.press('Enter');
  await tab.heading('New endpoint').waitFor();
  await tab.get('heading', /last 90 days|last 30 days/).waitFor({ timeout: 60_000 });
  await tabTo(tab, /^Save as endpoint/);
  await keyboard.press('Enter');
  await tab.get('dialog', 'Save as endpoint').waitFor();
  await tabTo(tab, /^Create endpoint$/);
  await keyboard.press('Enter');
  await tab.page.getByText('weekly-actives is created').waitFor();

  await goByPalette(tab, 'welcome');
  await tab.get('group', 'call').waitFor();
  await tabTo(tab, /^Make a key that runs endpoints$/);
  await keyboard.press('Enter');
  await tabTo(tab, /^Show$/);
  await keyboard.press('Enter');
  const secret = (await tab.page.getByText(/^slp_[0-9A-Za-z]+$/).textContent()) ?? '';
  const answer = JSON.parse((await run((await tab.get('group', 'call').textContent()) ?? '', secret)).stdout);
  expect(answer.results[0].data.reduce((sum: number, value: number) => sum + value, 0)).toBe(1);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 180_000);
