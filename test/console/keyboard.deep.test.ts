import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleTab } from './console-tab.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 23: a query is written, run, saved and called by the keyboard alone; focus is always somewhere that is seen.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

/** Tab stops until one is reached, before the test takes it for lost. */
const MOST_STOPS = 80;

/** Name or text of what has focus. */
const focused = (tab: ConsoleTab) =>
  tab.page.evaluate(() => {
    const { activeElement: active } = document;
    return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
  });

async function tabTo(tab: ConsoleTab, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await tab.page.keyboard.press('Tab');
    const now = await focused(tab);
    if (name.test(now)) {
      const outline = await tab.page.evaluate(() => {
        const active = document.activeElement as HTMLElement;
        const { outlineStyle, boxShadow } = getComputedStyle(active);
        const around = active.closest('[data-focus-within], [data-focus-visible], .cm-focused');
        return outlineStyle !== 'none' || boxShadow !== 'none' || around !== null;
      });
      expect(outline, `${name} has focus and shows it`).toBe(true);
      return;
    }
    passed.push(now.slice(0, 30));
  }
  expect.unreachable(`${name} is no tab stop: ${passed.join(' | ')}`);
}

test('from the list to an endpoint that answers, without a pointer', async () => {
  const tab = await console_.signedInTab();
  const { keyboard } = tab.page;
  await tab.link('usage-by-day').waitFor();
  await keyboard.press('Control+k');
  await tab.get('dialog', 'Go to or do').waitFor();
  await keyboard.type('new endp');
  await keyboard.press('Enter');
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
