import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillScreens } from './fill-screens.ts';
import { buildConsole, type ConsoleOfTests, MOST_START_MS, newCode, startConsole } from './start-console.ts';

// The palette goes to everything that has a name, and what is typed before it is loaded is typed into it.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
  await fillScreens(console_.service);
}, MOST_START_MS);
afterAll(() => console_?.close());

const LABEL = 'Go to a screen or a name, or do something';

test.each([
  ['busy paid', 'Busy on paid plans', 'Cohort', '1/cohorts/1'],
  ['interested', 'Interested', 'Action', '1/actions/1'],
  ['usage-by', 'usage-by-day', 'SQL', '1/endpoints/usage-by-day/query'],
  ['note created', 'note created', 'Event', '1/catalogue/events?q=note+created'],
  ['live', 'Live events', 'Screen', '1/live'],
])('finds "%s"', async (typed, text, what, path) => {
  const tab = await console_.signedInTab();
  await tab.link('usage-by-day').waitFor();
  await tab.page.keyboard.press('Control+k');
  await tab.page.keyboard.type(typed);
  const found = tab.get('option').filter({ hasText: text }).filter({ hasText: what });
  await found.first().waitFor();
  await expect.poll(() => tab.get('option').first().textContent()).toContain(text);
  await tab.page.keyboard.press('Enter');
  await tab.page.waitForURL(`**/console/${path}`);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

/** Begins a part of the name of the script that holds the palette. */
async function fileOfPalette(): Promise<string> {
  const chunks = JSON.parse(readFileSync(join(await buildConsole(), 'chunks.json'), 'utf8'));
  const chunk = chunks.find(({ holds }: { holds: readonly string[] }) =>
    holds.includes('src/shell/palette.tsx'),
  );
  return basename(chunk.file);
}

/** A tab on the list of endpoints whose palette comes when `load` is called, and no sooner. */
async function tabBeforePalette() {
  const tab = await console_.newTab();
  const { promise, resolve: load } = Promise.withResolvers<void>();
  await tab.page.route(`**/${await fileOfPalette()}`, (route) => promise.then(() => route.continue()));
  await tab.signInByLink(await newCode(console_.service));
  await tab.link('usage-by-day').waitFor();
  await tab.page.keyboard.press('Control+k');
  return { tab, load };
}

test('what is typed before the palette is loaded stands in its field', async () => {
  const { tab, load } = await tabBeforePalette();
  await tab.page.keyboard.type('New Enx');
  await tab.page.keyboard.press('Backspace');
  expect(await tab.field(LABEL).count()).toBe(0);
  load();
  await expect.poll(() => tab.field(LABEL).inputValue()).toBe('New En');
  await tab.page.keyboard.type('dpoint');
  await expect.poll(() => tab.field(LABEL).inputValue()).toBe('New Endpoint');
  expect(new URL(tab.page.url()).pathname, 'the page took no key').toBe('/console/1/endpoints');
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

test('a name and Enter go there, also before the palette is loaded', async () => {
  const { tab, load } = await tabBeforePalette();
  await tab.page.keyboard.type('Busy on');
  await tab.page.keyboard.press('Enter');
  load();
  await tab.page.waitForURL('**/console/1/cohorts/1');
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

test('Escape gives up a palette that is not loaded, and the page has its keys again', async () => {
  const { tab, load } = await tabBeforePalette();
  await tab.page.keyboard.press('Escape');
  await tab.page.keyboard.press('g');
  await tab.page.keyboard.press('k');
  await tab.heading('Keys').waitFor();
  load();
  await tab.settle();
  expect(await tab.get('dialog').count()).toBe(0);
  await tab.close();
});
