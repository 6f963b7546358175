import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from 'playwright-core';

/** A browser with pages of a site that is not the service. */
export interface Site {
  /** Opens a page that has posthog-js, in a profile of its own. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('posthog-js/dist/array.full.js'));
/** The page that waits for `start` to be called before it sends anything. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Shop</title><script src="/array.js"></script>
<button id="buy" class="big">Buy</button>`;

export const BROWSER = '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts headless Chromium and the server of the site, both on the loopback. */
export async function openSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/array.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? SCRIPT : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
  return {
    open: async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}/shop`);
      return page;
    },
    close: async () => {
      await browser.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
