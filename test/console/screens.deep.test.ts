import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHOWN_SCREENS, type ShownScreen } from './console-screens.ts';
import type { ConsoleTab, TabOptions } from './console-tab.ts';
import { fillScreens } from './fill-screens.ts';
import { bringAxe, findBarriers } from './find-barriers.ts';
import { findLayoutFaults } from './find-layout-faults.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Every screen in both themes and at all widths: no barrier, nothing cut off, nothing that only its console tells.
// [CON-20.2]. A screen is loaded once and looked at in all ways.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
  await fillScreens(console_.service);
}, MOST_START_MS);
afterAll(() => console_?.close());

async function show(screen: ShownScreen, options: TabOptions = {}): Promise<ConsoleTab> {
  const tab = screen.isSignedIn ? await console_.signedInTab(options) : await console_.newTab(options);
  await bringAxe(tab.page);
  await tab.goTo(screen.path);
  await tab.get('heading').first().waitFor();
  await screen.prepare?.(tab);
  await tab.settle();
  return tab;
}

/** What a user sets in the browser or the system. */
const MEDIA = [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { colorScheme: 'light', reducedMotion: 'reduce' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const;

const WIDTHS = [768, 1280, 1440, 1920];

describe.each(SHOWN_SCREENS)('$name', (screen) => {
  test('keeps nobody out, in no theme and no setting', async () => {
    const tab = await show(screen);
    for (const media of MEDIA) {
      await tab.page.emulateMedia({ reducedMotion: 'no-preference', forcedColors: 'none', ...media });
      await tab.settle();
      expect(await findBarriers(tab.page), JSON.stringify(media)).toEqual([]);
    }
    expect(await tab.troubles()).toEqual([]);
    await tab.close();
  });

  test('fits at all widths', async () => {
    const tab = await show(screen);
    for (const width of WIDTHS) {
      await tab.page.setViewportSize({ width, height: 900 });
      await tab.settle();
      expect(await findLayoutFaults(tab.page), `at ${width} px`).toEqual([]);
    }
    await tab.close();
  });

  test('fits in a window of 1,440 px at 200 %', async () => {
    const tab = await show(screen, { width: 720, scale: 2 });
    expect(await findLayoutFaults(tab.page)).toEqual([]);
    await tab.close();
  });
});
