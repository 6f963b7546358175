import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { scaled } from '../fixtures/test-scale.ts';
import type { ConsoleTab } from './console-tab.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 16: a file of 100,000 rows comes in with progress, what was not taken is told, an import is stopped and
// undone. [CON-20.2]

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

function writeFile(name: string, text: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

/** Events in the form of `posthog`; every thousandth row is no JSON, and the one behind it has no time. */
function eventLines(rows: number): string {
  const line = (row: number): string => {
    if (row % 1000 === 7) return 'no json';
    const event = { event: 'imported', distinct_id: `u${row % 100}`, properties: { row } };
    if (row % 1000 === 8) return JSON.stringify(event);
    return JSON.stringify({ ...event, timestamp: new Date(Date.UTC(2026, 0, 1) + row * 1000).toISOString() });
  };
  return Array.from({ length: rows }, (_, row) => `${line(row)}\n`).join('');
}

async function makeProject(name: string): Promise<number> {
  return (await console_.service.call('POST', '/api/projects', { body: { name } })).json.id;
}

async function open(project: number): Promise<ConsoleTab> {
  const tab = await console_.signedInTab();
  await tab.goTo(`${project}/imports`);
  await tab.heading('Imports').waitFor();
  return tab;
}

async function choose(tab: ConsoleTab, file: string): Promise<void> {
  const [chooser] = await Promise.all([
    tab.page.waitForEvent('filechooser'),
    tab.button('Import a file').click(),
  ]);
  await chooser.setFiles(file);
  await tab.get('dialog', /^Import /).waitFor();
}

const send = (tab: ConsoleTab) =>
  tab
    .get('dialog')
    .getByRole('button', { name: /^Import \d/ })
    .click();

const countEvents = async (project: number): Promise<number> => {
  const query = { kind: 'HogQLQuery', query: 'select count() from events' };
  const { json } = await console_.service.call('POST', `/api/projects/${project}/query`, { body: { query } });
  return json.results[0][0];
};

test('a large file comes in with progress, and rejected rows are told by their reason', async () => {
  const rows = Math.max(5000, scaled(100_000));
  const project = await makeProject('Large');
  const tab = await open(project);
  await tab.page.getByText('No import yet').waitFor();
  await choose(tab, writeFile('large.jsonl', eventLines(rows)));
  await tab.get('cell', 'imported').first().waitFor();
  await send(tab);
  await tab.heading('large.jsonl').waitFor({ timeout: 60_000 });
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        for (const bar of await tab.get('progressbar').all())
          seen.add((await bar.getAttribute('aria-label', { timeout: 500 }).catch(() => null)) ?? '');
        return tab.page.getByText('completed').count();
      },
      { timeout: 120_000, interval: 20 },
    )
    .toBe(1);
  expect([...seen].join()).toContain('Import of large.jsonl');
  const none = Math.ceil((rows - 7) / 1000);
  const untimed = Math.ceil((rows - 8) / 1000);
  const figures = new Intl.NumberFormat('en-US');
  await tab.page.getByText(figures.format(rows - none - untimed)).waitFor();
  expect(await countEvents(project)).toBe(rows - none - untimed);
  await tab.heading(new RegExp(`not_json.*${none} rows`)).waitFor();
  await tab.heading(new RegExp(`missing_timestamp.*${untimed} rows`)).waitFor();
  const [download] = await Promise.all([tab.page.waitForEvent('download'), tab.button('Download').click()]);
  expect(download.suggestedFilename()).toBe('large.jsonl.rejected.jsonl');
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines.length).toBe(none + untimed);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ row_number: 8, reason: 'not_json', row: 'no json' });
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 300_000);

test('the columns of a table are found, its first events shown, and its import undone', async () => {
  const project = await makeProject('Table');
  const lines = Array.from({ length: 20 }, (_, row) => `bought,u${row},2026-05-10T10:00:00Z,pro`);
  const file = writeFile('table.csv', ['what;ignored', ''].join('\n'));
  const tab = await open(project);
  await choose(tab, file);
  expect(
    await tab
      .get('dialog')
      .getByRole('button', { name: /^Import \d/ })
      .getAttribute('aria-disabled'),
  ).toBe('true');
  await tab.get('dialog').getByRole('button', { name: 'Cancel' }).click();
  await choose(tab, writeFile('table.csv', ['action,user_id,created_at,plan', ...lines, ''].join('\n')));
  expect(await tab.get('combobox', 'Who did it').inputValue()).toBe('user_id');
  await tab.get('cell', '{"plan":"pro"}').first().waitFor();
  await send(tab);
  await tab.page.getByText('completed').waitFor();
  expect(await countEvents(project)).toBe(20);
  await tab.button('Undo').click();
  await tab.page.getByText('20 events go').waitFor();
  await tab.field('Type table.csv to confirm').fill('table.csv');
  await tab.button('Delete its events').click();
  await expect.poll(() => countEvents(project), { timeout: 30_000 }).toBe(0);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);

test('an import that waits or runs is stopped', async () => {
  const project = await makeProject('Stopped');
  const before = await fetch(`${console_.service.url}/api/projects/${project}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${console_.rootKey}`, 'content-type': 'application/octet-stream' },
    body: gzipSync(eventLines(Math.max(100_000, scaled(300_000)))),
  });
  expect(before.status).toBe(202);
  const tab = await open(project);
  await tab.get('progressbar').first().waitFor();
  await tab.get('row').nth(1).click();
  await tab.button('Stop').click();
  await tab.page.getByText('stopped', { exact: true }).waitFor({ timeout: 30_000 });
  const states = async () =>
    (await console_.service.call('GET', `/api/projects/${project}/imports`)).json.results.map(
      ({ state }: { readonly state: string }) => state,
    );
  expect(await states()).toEqual(['stopped']);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);

test('a file that is not of its format is refused in one sentence, and events are deleted after they are counted', async () => {
  const project = await makeProject('Refused');
  const { api_token } = (await console_.service.call('GET', `/api/projects/${project}`)).json;
  const batch = [1, 2, 3].map((n) => ({ event: 'seen', distinct_id: `p${n}` }));
  await console_.service.call('POST', '/batch?wait=true', { body: { api_key: api_token, batch } });
  const tab = await open(project);
  await choose(tab, writeFile('odd.jsonl', 'neither\nnor\n'));
  await tab.get('alert').filter({ hasText: 'Line 1 is no JSON object: "neither"' }).waitFor();
  await tab.get('dialog').getByRole('button', { name: 'Cancel' }).click();
  await tab.button('Export and delete').click();
  await tab.get('menuitem', 'Delete events').click();
  await tab.get('combobox', 'Event').fill('seen');
  await tab.get('option', /^seen/).click();
  await tab.page.getByText('3 events go').waitFor();
  await tab.get('dialog').getByRole('button', { name: 'Delete events' }).click();
  await tab.field('Type Refused to confirm').fill('Refused');
  await tab.button('Delete for good').click();
  await expect.poll(() => countEvents(project), { timeout: 30_000 }).toBe(0);
  await tab.close();
}, 120_000);
