import { expect } from 'vitest';
import type { ConsoleTab } from './console-tab.ts';

/** Tab stops until one is reached, before the test takes it for lost. */
const MOST_STOPS = 80;

/** Name or text of what has focus. */
export const focused = (tab: ConsoleTab): Promise<string> =>
  tab.page.evaluate(() => {
    const { activeElement: active } = document;
    const labels = active instanceof HTMLInputElement ? [...(active.labels ?? [])] : [];
    const label = labels.map(({ textContent }) => textContent?.trim() ?? '').join(' ');
    return active?.getAttribute('aria-label') ?? (label === '' ? (active?.textContent?.trim() ?? '') : label);
  });

/** Whether what has focus is seen to have it. An editor marks itself a moment after it got the focus. */
const showsFocus = (tab: ConsoleTab): Promise<boolean> =>
  tab.page.evaluate(() => {
    const active = document.activeElement as HTMLElement;
    const { outlineStyle, boxShadow } = getComputedStyle(active);
    const around = active.closest('[data-focus-within], [data-focus-visible], .cm-focused');
    return outlineStyle !== 'none' || boxShadow !== 'none' || around !== null;
  });

/** Presses Tab until what is named so has focus, and shows it. */
export async function tabTo(tab: ConsoleTab, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await tab.page.keyboard.press('Tab');
    const now = await focused(tab);
    if (name.test(now)) {
      await expect.poll(() => showsFocus(tab), { message: `${name} has focus and shows it` }).toBe(true);
      return;
    }
    passed.push(now.slice(0, 30));
  }
  expect.unreachable(`${name} is no tab stop: ${passed.join(' | ')}`);
}
