import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SHOWN_SCREENS } from './console-screens.ts';
import type { ConsoleTab } from './console-tab.ts';
import { fillScreens } from './fill-screens.ts';
import { playTraffic } from './play-traffic.ts';
import { startConsole } from './start-console.ts';

// `npm run shots`: a picture of every screen in both themes, 1,440 pixels wide, a page that shows them all, and the
// picture of README.md. Who changes a screen looks at its pictures. `npm run shots -- endpoints` takes those
// whose names hold the word alone.

const FOLDER = resolve(import.meta.dirname, '../../.shots');
const DOCS = resolve(import.meta.dirname, '../../docs');
const README_SCREEN = 'endpoints';
const words = process.argv.slice(2);
const screens = SHOWN_SCREENS.filter(({ name }) => words.every((word) => name.includes(word)));

if (words.length === 0) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const console_ = await startConsole();
await fillScreens(console_.service);
await playTraffic(console_.service, console_.rootKey);
const missing: string[] = [];
try {
  for (const theme of ['light', 'dark'] as const)
    for (const { name, path, isSignedIn, prepare } of screens) {
      const options = { theme, scale: 2 };
      const tab = isSignedIn ? await console_.signedInTab(options) : await console_.newTab(options);
      try {
        await tab.goTo(path);
        await tab.get('heading').first().waitFor();
        await prepare?.(tab);
        await tab.settle();
        await tab.page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`) });
        if (name === README_SCREEN) await takeForReadme(tab, theme);
        console.log(`${name} ${theme}`);
      } catch (error) {
        missing.push(`${name} ${theme}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
      }
      await tab.close();
    }
} finally {
  await console_.close();
}
writeFileSync(join(FOLDER, 'index.html'), contactSheet());
for (const each of missing) console.error(`missing: ${each}`);
console.log(
  `${2 * screens.length - missing.length} pictures in .shots/index.html, ${missing.length} missing`,
);
process.exitCode = missing.length === 0 ? 0 : 1;

/** The picture with which README.md opens: as wide as a page shows it, and no taller than what is on it. */
async function takeForReadme(tab: ConsoleTab, theme: string): Promise<void> {
  await tab.page.setViewportSize({ width: 1280, height: 580 });
  await tab.settle();
  await tab.page.screenshot({ path: join(DOCS, `console-${theme}.png`) });
}

function contactSheet(): string {
  const figures = screens.map(
    ({ name }) =>
      `<h2>${name}</h2><div><img src="${name}-light.png" alt="${name}, light" loading="lazy">` +
      `<img src="${name}-dark.png" alt="${name}, dark" loading="lazy"></div>`,
  );
  return (
    '<!doctype html><meta charset="utf-8"><title>Screens of the console</title><style>' +
    'body{font:14px/1.5 system-ui;margin:24px;background:#888}div{display:grid;grid-template-columns:1fr 1fr;gap:16px}' +
    `img{width:100%}</style><h1>Screens of the console</h1>${figures.join('')}\n`
  );
}
