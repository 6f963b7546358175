import type { Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleTab } from './console-tab.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journeys 6 to 11: each kind of insight from nothing; what the form makes, and every figure that is drawn.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

interface Asked {
  readonly query: Readonly<Record<string, unknown>>;
  readonly results: unknown;
}

/** The next query of a kind that the page asks, with its answer. */
async function nextAnswer(tab: ConsoleTab, kind: string, act: () => Promise<void>): Promise<Asked> {
  const isOne = (response: Response) =>
    response.url().includes('/query?') && response.request().postData()?.includes(`"${kind}"`) === true;
  const [response] = await Promise.all([tab.page.waitForResponse(isOne, { timeout: 120_000 }), act()]);
  const { query } = JSON.parse(response.request().postData() ?? '{}');
  const { results } = await response.json();
  return { query, results };
}

/** The cells of the table behind the chart, without separators. */
async function tableBehind(tab: ConsoleTab): Promise<readonly (readonly string[])[]> {
  await tab.button(/^Table/).click();
  const rows = await tab.get('table').getByRole('row').all();
  return Promise.all(
    rows
      .slice(1)
      .map(async (row) =>
        (await row.getByRole('cell').allTextContents()).map((cell) => cell.replaceAll(',', '')),
      ),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers freely.
type Results = any;

const KINDS: readonly (readonly [kind: string, figures: (results: Results) => readonly unknown[]])[] = [
  ['TrendsQuery', ([series]) => series.data],
  ['LifecycleQuery', (states) => states.flatMap(({ data }: Results) => data)],
  ['StickinessQuery', ([series]) => series.data],
  ['FunnelsQuery', (steps) => steps.map(({ count }: Results) => count)],
  ['PathsQuery', (edges) => edges.map(({ value }: Results) => value)],
];

test.each(KINDS)(
  '%s is drawn from nothing, with the figures of the answer',
  async (kind, figures) => {
    const tab = await console_.signedInTab();
    const { query, results } = await nextAnswer(tab, kind, () => tab.goTo(`1/endpoints/new?kind=${kind}`));
    expect(query).toMatchObject({ kind });
    await tab.get('heading', /last 30 days/).waitFor();
    const cells = new Set((await tableBehind(tab)).flat());
    expect(figures(results).length).toBeGreaterThan(0);
    expect(figures(results).filter((figure) => !cells.has(String(figure)))).toEqual([]);
    expect(await tab.troubles([/status of 404/])).toEqual([]);
    await tab.close();
  },
  300_000,
);

test('RetentionQuery shows each count beside its share', async () => {
  const tab = await console_.signedInTab();
  const { results } = await nextAnswer(tab, 'RetentionQuery', () =>
    tab.goTo('1/endpoints/new?kind=RetentionQuery'),
  );
  await tab.get('rowheader', 'Weighted mean').waitFor();
  const [first] = results as readonly {
    readonly date: string;
    readonly values: readonly { readonly count: number }[];
  }[];
  const row = tab.get('row', new RegExp(`^${first?.date.slice(0, 10)}`));
  const shown = await row.getByRole('cell').allTextContents();
  const counts = (first?.values ?? []).map(({ count }) => String(count));
  expect(counts.filter((count, at) => !shown[at + 1]?.endsWith(count))).toEqual([]);
  await tab.close();
}, 300_000);

test('form and JSON are one query, and another kind takes along what it has a place for', async () => {
  const tab = await console_.signedInTab();
  await nextAnswer(tab, 'TrendsQuery', () => tab.goTo('1/endpoints/weekly-active-users/query'));
  const funnel = await nextAnswer(tab, 'LifecycleQuery', () => tab.get('radio', 'Lifecycle').click());
  expect(funnel.query).toEqual({
    kind: 'LifecycleQuery',
    series: [{ kind: 'EventsNode', event: '$pageview' }],
    interval: 'week',
    dateRange: { date_from: '-90d' },
  });
  await tab.get('radio', 'JSON').click();
  await expect.poll(() => tab.field('Query as JSON').textContent()).toContain('"kind": "LifecycleQuery"');
  await tab.button('Discard').click();
  await expect.poll(() => tab.field('Query as JSON').textContent()).toContain('"kind": "TrendsQuery"');
  await tab.close();
}, 300_000);
