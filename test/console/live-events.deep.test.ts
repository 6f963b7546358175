import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleTab } from './console-tab.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 17: events are seen as they come in, filtered, read while the list rests, and what is missing is told.
// [CON-20.2]

let console_: ConsoleOfTests;
let token: string;
beforeAll(async () => {
  console_ = await startConsole();
  const { json } = await console_.service.call('GET', '/api/projects/1');
  token = json.api_token;
}, MOST_START_MS);
afterAll(() => console_?.close());

interface Sent {
  readonly event: string;
  readonly distinct_id?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

async function send(...events: readonly Sent[]): Promise<void> {
  const batch = events.map((each) => ({ distinct_id: 'ada', ...each }));
  const answer = await fetch(`${console_.service.url}/batch/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ api_key: token, batch }),
  });
  expect(answer.status).toBe(200);
}

const rowOf = (tab: ConsoleTab, text: string) =>
  tab.get('table', 'Live events').getByRole('row').filter({ hasText: text });

test('what comes in is listed at once, is opened whole, and filters the list', async () => {
  const tab = await console_.signedInTab();
  await tab.goTo('1/live');
  await tab.page.getByText('following').waitFor();
  await send({ event: 'paid', properties: { amount: 12, plan: 'team' } });
  await rowOf(tab, 'paid').waitFor({ timeout: 5_000 });
  expect(await rowOf(tab, 'paid').textContent()).toMatch(/ada.*amount 12.*plan team/);

  await rowOf(tab, 'paid').click();
  const drawer = tab.get('dialog', 'paid');
  await drawer.getByText('"plan": "team"').waitFor();
  await send({ event: 'came while read' });
  await drawer.getByRole('button', { name: 'Only this event' }).click();
  await expect.poll(() => tab.page.url()).toContain('event=paid');
  await rowOf(tab, 'paid').waitFor();
  await send({ event: 'refunded' }, { event: 'paid', distinct_id: 'bob' });
  await rowOf(tab, 'bob').waitFor();
  expect(await rowOf(tab, 'refunded').count()).toBe(0);

  await tab.field('Event').fill('');
  await tab.field('Distinct id').fill('bob');
  await rowOf(tab, 'bob').waitFor();
  expect(await rowOf(tab, 'ada').count()).toBe(0);

  await tab.field('Distinct id').fill('');
  await tab.field('Property').fill('plan=team');
  await rowOf(tab, 'plan team').waitFor();
  await expect.poll(() => rowOf(tab, 'bob').count()).toBe(0);
  await send(
    { event: 'paid', properties: { plan: 'solo' } },
    { event: 'later', properties: { plan: 'team' } },
  );
  await rowOf(tab, 'later').waitFor();
  expect(await rowOf(tab, 'plan solo').count()).toBe(0);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 60_000);

test('Space rests the list and follows it again, with what came meanwhile', async () => {
  const tab = await console_.signedInTab();
  await tab.goTo('1/live');
  await send({ event: 'before the pause' });
  await rowOf(tab, 'before the pause').waitFor();
  await tab.page.keyboard.press('Space');
  await tab.page.getByText('paused').waitFor();
  await send({ event: 'in the pause' });
  const { json } = await console_.service.call('GET', 'events/recent/?event=in%20the%20pause');
  expect(json.results).toHaveLength(1);
  expect(await rowOf(tab, 'in the pause').count()).toBe(0);
  await tab.page.keyboard.press('Space');
  await rowOf(tab, 'in the pause').waitFor();
  await tab.page.getByText('following').waitFor();
  // On a button, Space is the button's.
  await tab.button(/^Pause/).focus();
  await tab.page.keyboard.press('Space');
  await tab.button(/^Follow/).waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 60_000);

test('a list that rested while the service forgot events says that some are missing', async () => {
  const tab = await console_.signedInTab();
  await tab.goTo('1/live');
  await send({ event: 'the first' });
  await rowOf(tab, 'the first').waitFor();
  await tab.button(/^Pause/).click();
  // The service keeps 1 MiB of the events of a project.
  const text = 'x'.repeat(100_000);
  for (let at = 0; at < 20; at += 1) await send({ event: `large ${at}`, properties: { text } });
  await tab.button(/^Follow/).click();
  await rowOf(tab, 'large 19').waitFor();
  await rowOf(tab, 'earlier ones are missing').waitFor();
  expect(await rowOf(tab, 'large 0').count()).toBe(0);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 60_000);

test('a flood moves the list by 20 rows a second, and says how many are left out', async () => {
  const tab = await console_.signedInTab();
  await tab.goTo('1/live?event=flood');
  await tab.page.getByText('following').waitFor();
  await send({ event: 'flood', distinct_id: 'first' });
  await rowOf(tab, 'first').waitFor();
  await send(...Array.from({ length: 360 }, (_, at) => ({ event: 'flood', distinct_id: `d${at}` })));
  await rowOf(tab, 'd359').waitFor();
  await rowOf(tab, '+340 more before').waitFor();
  expect(await rowOf(tab, 'd339').count()).toBe(0);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 60_000);
