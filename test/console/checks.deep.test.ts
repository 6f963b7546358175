import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleTab } from './console-tab.ts';
import { bringAxe, findBarriers } from './find-barriers.ts';
import { findLayoutFaults } from './find-layout-faults.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// What looks at screens finds something where there is something to find.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

const GOOD = '<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>CONTENT</main></html>';

async function tabWith(content: string): Promise<ConsoleTab> {
  const tab = await console_.newTab({ width: 800 });
  await bringAxe(tab.page);
  await tab.page.route('**/shown', (route) =>
    route.fulfill({ contentType: 'text/html', body: GOOD.replace('CONTENT', content) }),
  );
  await tab.goTo('shown');
  return tab;
}

test.each([
  ['nothing', '<p>Text</p>', []],
  ['a wide page', '<div style="width:2000px">Text</div>', [/^the page is 20\d\d wide in 800/]],
  ['cut text', '<p style="width:40px;overflow:hidden;white-space:nowrap">A long text</p>', [/^cut: p/]],
  ['text that ends in a sign', '<p style="width:40px;overflow:hidden;text-overflow:ellipsis">Longer</p>', []],
  ['a wrapped figure', '<p style="width:30px;font-size:20px">12 345 ms</p>', [/^wrapped: p/]],
])('layout: %s', async (_, content, faults) => {
  const tab = await tabWith(content);
  expect(await findLayoutFaults(tab.page)).toEqual(faults.map((fault) => expect.stringMatching(fault)));
  await tab.close();
});

test.each([
  ['nothing', '<button>Save</button>', []],
  ['a button without a name', '<button></button>', [/^button-name/]],
  ['pale text', '<p style="color:#bbb;background:#fff">Text</p>', [/^color-contrast/]],
])('barriers: %s', async (_, content, barriers) => {
  const tab = await tabWith(content);
  expect(await findBarriers(tab.page)).toEqual(barriers.map((barrier) => expect.stringMatching(barrier)));
  await tab.close();
});

test('troubles: errors, what nobody caught, and what the policy forbids', async () => {
  const tab = await console_.newTab();
  await tab.goTo('sign-in');
  await tab.field('Personal API key').waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.page.evaluate(() => {
    console.error('broken');
    setTimeout(() => {
      throw new Error('escaped');
    });
    const image = document.createElement('img');
    image.src = 'https://elsewhere.invalid/a.png';
    document.body.append(image);
  });
  await expect
    .poll(() => tab.troubles())
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining('broken'),
        expect.stringContaining('escaped'),
        expect.stringMatching(/^policy: img-src/),
      ]),
    );
  expect(await tab.troubles([/broken|escaped|img-src|Content Security Policy/])).toEqual([]);
  await tab.close();
});
