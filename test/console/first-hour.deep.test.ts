import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleTab } from './console-tab.ts';
import { printedLink } from './printed-link.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// What a new user does first, with nothing but the printed link: a query with a variable that curl calls, and an
// insight built from nothing. It counts what the user does and prints how long the service and the console took.

/** To an answer in curl; a person thinks besides. */
const MOST_SECONDS = 300;
const MOST_STEPS_TO_CURL = 24;
const MOST_STEPS = 31;

const QUERY = `SELECT toDate(timestamp) AS day, count() AS events
FROM events
WHERE event = {variables.event}
GROUP BY day
ORDER BY day `;

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

/** Counts each thing that a user does, and times each part of the way. */
class Way {
  steps = 0;
  readonly #startedMs = performance.now();
  readonly #lines: string[] = [];

  async part(name: string, ...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
    for (const step of steps) {
      await step();
      this.steps += 1;
    }
    this.#lines.push(`${this.seconds.toFixed(1).padStart(6)} s  ${steps.length} steps  ${name}`);
  }

  get seconds(): number {
    return (performance.now() - this.#startedMs) / 1000;
  }

  toString(): string {
    return [...this.#lines, `${this.steps} steps in all`].join('\n');
  }
}

test('from the printed link to an answer in curl, and to an insight', async () => {
  const link = await printedLink();
  const { origin, hash } = new URL(link);
  const tab = await ConsoleTab.open(console_.browser, origin);
  const { keyboard } = tab.page;
  const way = new Way();
  await way.part('the link is opened', async () => {
    await tab.goTo(hash);
    await tab.link('usage-by-day').waitFor();
  });
  await way.part(
    'a query is written and run',
    () => tab.button(/^New endpoint/).click(),
    () => tab.get('menuitem', /^SQL/).click(),
    () => tab.field('Query').click(),
    () => keyboard.press('Control+a'),
    async () => {
      await keyboard.insertText(QUERY);
      await keyboard.press('Escape');
    },
    () => tab.field('event *').fill('note created'),
    async () => {
      await tab.button(/^Run/).click();
      await tab.get('columnheader', /^day/).waitFor();
    },
  );
  await way.part(
    'it is stored as an endpoint',
    () => tab.button(/^Save as endpoint/).click(),
    () => tab.field('Name').fill('events-by-day'),
    async () => {
      await tab.button('Create endpoint').click();
      await tab.heading('events-by-day').waitFor();
    },
  );
  let code = '';
  await way.part(
    'the playground writes its call',
    () => tab.link('Playground').click(),
    () => tab.get('radio', 'value').first().click(),
    () => tab.field('event').fill('note created'),
    () => tab.get('radio', 'curl').click(),
    async () => {
      code = await tab.get('group', 'curl code').innerText();
    },
  );
  let secret = '';
  await way.part(
    'a key that runs endpoints is made',
    () => tab.link('Keys').click(),
    () => tab.button(/^New key/).click(),
    () => tab.field('What it is for').fill('my page'),
    () => tab.get('dialog').getByRole('button', { name: 'Make key' }).click(),
    () => tab.button('Show').click(),
    async () => {
      secret =
        (await tab
          .get('dialog')
          .getByText(/^slp_[0-9A-Za-z]+$/)
          .textContent()) ?? '';
    },
    () => tab.button('I have stored it').click(),
  );
  await way.part('curl calls it', async () => {
    const { stdout } = await promisify(execFile)('sh', ['-c', code], {
      env: { ...process.env, SLUICE_KEY: secret },
    });
    const { columns, results } = JSON.parse(stdout);
    expect(columns).toEqual(['day', 'events']);
    expect(results.length).toBeGreaterThan(20);
  });
  expect(way.seconds).toBeLessThan(MOST_SECONDS);
  expect(way.steps).toBeLessThanOrEqual(MOST_STEPS_TO_CURL);

  await way.part(
    'an insight is built from nothing',
    () => tab.link('Endpoints').click(),
    () => tab.button(/^New endpoint/).click(),
    () => tab.get('menuitem', /^Trends/).click(),
    async () => {
      await tab.get('radio', 'Funnel').waitFor();
      await tab.get('heading', /last 30 days/).waitFor();
    },
    () => tab.button(/^Save as endpoint/).click(),
    () => tab.get('dialog').getByLabel('Name').fill('what-happens'),
    async () => {
      await tab.button('Create endpoint').click();
      await tab.heading('what-happens').waitFor();
    },
  );
  console.log(`the first hour:\n${way}`);
  expect(way.steps).toBeLessThanOrEqual(MOST_STEPS);
  expect(await tab.troubles([/status of 404/, /style/])).toEqual([]);
  await tab.close();
}, 600_000);
