import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../fixtures/free-port.ts';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 21: the service is killed in the middle of work and comes back. Nothing typed is lost, and a screen that was
// asked for meanwhile appears.

let console_: ConsoleOfTests;
let second: ServiceProcess | undefined;
let settings: Readonly<Record<string, string>>;
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-restart-'));
  settings = { SLUICE_DATA_DIR: folder, SLUICE_PORT: String(await freePort()) };
  console_ = await startConsole(settings);
}, MOST_START_MS);
afterAll(async () => {
  await second?.close();
  await console_?.close();
});

test('a service that is killed and started again loses nothing that was typed', async () => {
  const tab = await console_.signedInTab();
  const { page } = tab;
  await tab.goTo('1/endpoints/new?kind=HogQLQuery');
  const editor = tab.field('Query');
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('SELECT 1 AS before ');
  // What the frame loads at rest is there.
  await page.waitForLoadState('networkidle');
  await console_.service.kill();
  const away = page.getByText(/^No answer from the service since \d\d:\d\d/);
  await away.waitFor();
  await page.keyboard.type('UNION ALL SELECT 2 ');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('keys');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toMatch(/\/console\/(1\/endpoints\/new|keys)/);

  second = await startServiceProcess({ ...settings, SLUICE_ROOT_KEY: console_.rootKey });
  await tab.heading('Keys').waitFor({ timeout: 60_000 });
  await away.waitFor({ state: 'detached', timeout: 30_000 });
  await tab.get('table').getByRole('row').nth(1).waitFor();
  await tab.goTo('1/endpoints/new?kind=HogQLQuery');
  await expect
    .poll(() => editor.textContent(), { timeout: 15_000 })
    .toContain('SELECT 1 AS before UNION ALL SELECT 2');
  await tab.button(/^Save as endpoint/).click();
  await tab.field('Name').fill('kept');
  await tab.button('Create endpoint').click();
  await tab.heading('kept').waitFor();
  const { json } = await second.call('GET', 'endpoints/kept');
  expect(json.query.query).toContain('UNION ALL SELECT 2');
  const expected = [/ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to (load|fetch)|status of 503/, /style/];
  expect(await tab.troubles(expected)).toEqual([]);
  await tab.close();
}, 240_000);
