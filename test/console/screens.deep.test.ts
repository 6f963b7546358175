import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHOWN_SCREENS, type ShownScreen } from './console-screens.ts';
import type { ConsoleTab, TabOptions } from './console-tab.ts';
import { bringAxe, findBarriers } from './find-barriers.ts';
import { findLayoutFaults } from './find-layout-faults.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Every screen in both themes and at all widths: no barrier, nothing cut off, nothing that only its console tells.
// [CON-20.2]

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

async function show(screen: ShownScreen, options: TabOptions): Promise<ConsoleTab> {
  const tab = screen.isSignedIn ? await console_.signedInTab(options) : await console_.newTab(options);
  await bringAxe(tab.page);
  await tab.goTo(screen.path);
  await tab.get('heading').first().waitFor();
  await screen.prepare?.(tab);
  await tab.settle();
  return tab;
}

const THEMES = ['light', 'dark'] as const;
const cases = SHOWN_SCREENS.flatMap((screen) =>
  THEMES.map((theme) => ({ name: screen.name, theme, screen })),
);

test.each(cases)('$name in $theme keeps nobody out', async ({ screen, theme }) => {
  const tab = await show(screen, { theme });
  expect(await findBarriers(tab.page)).toEqual([]);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

/** 720 pixels of two device pixels are a window of 1,440 at 200 %. */
const WIDTHS: readonly TabOptions[] = [
  { width: 768 },
  { width: 1280 },
  { width: 1440 },
  { width: 1920 },
  { width: 720, scale: 2 },
];

describe.each(SHOWN_SCREENS)('$name', (screen) => {
  test.each(WIDTHS)('fits in $width', async (options) => {
    const tab = await show(screen, options);
    expect(await findLayoutFaults(tab.page)).toEqual([]);
    await tab.close();
  });

  test.each([{ reducedMotion: true }, { forcedColors: true }])(
    'keeps nobody out with %o',
    async (options) => {
      const tab = await show(screen, options);
      expect(await findBarriers(tab.page)).toEqual([]);
      expect(await tab.troubles()).toEqual([]);
      await tab.close();
    },
  );
});
