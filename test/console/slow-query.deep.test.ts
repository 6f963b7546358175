import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 5: a query that takes longer than a second says for how long and what it has read, and is cancelled here and
// in the service; what was answered before stays, marked as older. [CON-20.2]

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

/** Runs for many seconds: every pair of a hundred thousand numbers. */
const SLOW =
  'select count() from numbers(100000) as a cross join numbers(100000) as b where a.number + b.number = 7 ';

test('a slow run shows time and Cancel, and cancelling keeps the rows of before as outdated', async () => {
  const tab = await console_.signedInTab();
  const { page } = tab;
  await tab.goTo('1/query');
  const editor = tab.field('Query');
  const write = async (query: string) => {
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(query);
    await page.keyboard.press('Escape');
  };
  await write("select 'kept' as word ");
  await tab.button(/^Run/).click();
  await tab.get('gridcell', 'kept').waitFor({ timeout: 60_000 });

  for (const cancel of [() => tab.button(/^Cancel/).click(), () => page.keyboard.press('Escape')]) {
    await write(SLOW);
    const asked = page.waitForRequest(
      (request) =>
        request.postData()?.includes('cross join numbers') === true && !request.url().includes('validate'),
    );
    const shown = page.getByText(/^[1-9]\d*\.\d\s*s · [\d,.]+(\s?[kMG])? rows · /);
    await page.keyboard.press('Control+Enter');
    const { client_query_id: id } = JSON.parse((await asked).postData() ?? '{}');
    await shown.waitFor({ timeout: 30_000 });
    await tab.get('gridcell', 'kept').waitFor();
    await cancel();
    await tab.get('alert').getByText('You cancelled this run.').waitFor();
    await page.getByText('Outdated The last run was cancelled.').waitFor();
    await tab.get('gridcell', 'kept').waitFor();
    await expect.poll(async () => (await console_.service.call('GET', `query/${id}`)).status).toBe(404);
  }
  expect(await tab.troubles([/style/, /status of (404|499)/])).toEqual([]);
  await tab.close();
}, 180_000);
