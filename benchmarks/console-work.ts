import type { CDPSession } from 'playwright-core';
import type { ConsoleTab } from '../test/console/console-tab.ts';
import type { ConsoleOfTests } from '../test/console/start-console.ts';

/** What was measured while somebody works: from a click to the editor, keys, large answers, what is left in memory. */
export interface WorkTimes {
  /** From a click on an endpoint to its editor, ms: with nothing loaded yet, and again. */
  readonly editorFirstMs: number;
  readonly editorThenMs: number;
  /** 95th percentile of interactions to the next paint, ms. */
  readonly interactionMs: number;
  /** 95th percentile of handling a key in 400 lines of SQL, ms. */
  readonly keyMs: number;
  /** From the last byte of 50,000 rows to the first ones on the screen, ms. */
  readonly manyRowsMs: number;
  /** What 50 changes of the screen leave in memory, MB. */
  readonly heapGrowthMegabytes: number;
}

const SCREENS = ['Query', 'Live events', 'Catalogue', 'Activity', 'Keys'] as const;
const CHANGES = 50;

/** Works with the console in one tab and measures it. */
export async function measureWork(opened: ConsoleOfTests): Promise<WorkTimes> {
  const tab = await opened.signedInTab();
  await watchEvents(tab);
  await tab.goTo('1/endpoints');
  const editorFirstMs = await openEditor(tab);
  const editorThenMs = await openEditor(tab);
  const keyMs = await typeInLongQuery(tab);
  const manyRowsMs = await runManyRows(tab);
  const heapGrowthMegabytes = await changeScreens(tab);
  const interactionMs = await percentile(tab, 'durations');
  await tab.close();
  return { editorFirstMs, editorThenMs, interactionMs, keyMs, manyRowsMs, heapGrowthMegabytes };
}

/** Keeps how long each interaction took to its next paint, and how long handling each key took. */
async function watchEvents({ page }: ConsoleTab): Promise<void> {
  await page.addInitScript(() => {
    const found: Record<string, number[]> = { durations: [], keys: [] };
    Object.assign(globalThis, found);
    const keep = (entry: PerformanceEntry): void => {
      if (Number(Reflect.get(entry, 'interactionId')) > 0) found['durations']?.push(entry.duration);
      if (entry.name === 'keydown' || entry.name === 'beforeinput' || entry.name === 'input')
        found['keys']?.push(
          Number(Reflect.get(entry, 'processingEnd')) - Number(Reflect.get(entry, 'processingStart')),
        );
    };
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(keep));
    observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

/** The 95th percentile of what the page has kept; 0 when nothing took longer than a frame. */
const percentile = ({ page }: ConsoleTab, kept: 'durations' | 'keys'): Promise<number> =>
  page.evaluate((name) => {
    const values: readonly number[] = [...Reflect.get(globalThis, name)].toSorted((a, b) => a - b);
    return values[Math.floor(values.length * 0.95)] ?? 0;
  }, kept);

async function openEditor(tab: ConsoleTab): Promise<number> {
  await tab.link('Endpoints').click();
  await tab.link('usage-by-day').waitFor();
  await tab.settle();
  const startedMs = performance.now();
  await tab.link('usage-by-day').click();
  await tab.field('Query').waitFor();
  return performance.now() - startedMs;
}

/** Types into a query of 400 lines as fast as somebody can. */
async function typeInLongQuery(tab: ConsoleTab): Promise<number> {
  const { keyboard } = tab.page;
  await tab.link('Query').first().click();
  await tab.heading('Query').waitFor();
  await tab.field('Query').click();
  await keyboard.press('Control+a');
  const line = (at: number) =>
    `  countIf(event = 'note created' AND properties.words > ${at}) AS over_${at},`;
  const lines = Array.from({ length: 397 }, (_, at) => line(at));
  await keyboard.insertText(`SELECT\n${lines.join('\n')}\n  count() AS n\nFROM events`);
  await tab.settle();
  await keyboard.type(" WHERE properties.$browser = 'Firefox'", { delay: 60 });
  return percentile(tab, 'keys');
}

async function runManyRows(tab: ConsoleTab): Promise<number> {
  const { page } = tab;
  await tab.field('Query').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(
    "SELECT number AS n, concat('row ', toString(number)) AS text FROM numbers(50000) LIMIT 50000",
  );
  await page.keyboard.press('Escape');
  const answered = page.waitForResponse((response) => response.url().includes('/query?'));
  await tab.button(/^Run/).click();
  await (await answered).finished();
  const startedMs = performance.now();
  await tab.get('gridcell', 'row 3').waitFor();
  return performance.now() - startedMs;
}

async function changeScreens(tab: ConsoleTab): Promise<number> {
  const session = await tab.page.context().newCDPSession(tab.page);
  const change = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      const name = SCREENS[at % SCREENS.length] ?? 'Keys';
      await tab.link(name).first().click();
      await tab.page.getByRole('heading', { level: 1, name }).waitFor();
    }
  };
  // The first round loads the screens.
  await change(2 * SCREENS.length);
  const before = await heapOf(session);
  await change(CHANGES);
  return Math.max(0, (await heapOf(session)) - before) / 1_000_000;
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
