import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startChromium } from '../../fixtures/start-chromium.ts';

/** A browser with pages of a site that is not the service. */
export interface Site {
  /** Opens a page that has posthog-js, in a profile of its own. */
  open(): Promise<Page>;
  /** Opens a page with the HTML snippet of PostHog's documentation, with this token and host, as a visitor does. */
  openWithSnippet(project: { readonly token: string; readonly host: string }): Promise<Page>;
  close(): Promise<void>;
}

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('posthog-js/dist/array.full.js'));
/** The page that waits for `start` to be called before it sends anything. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Shop</title><script src="/array.js"></script>
<button id="buy" class="big">Buy</button>`;

const SNIPPET = readFileSync(path.join(import.meta.dirname, 'posthog-snippet.txt'), 'utf8');
/** posthog-js sends nothing for browsers that say they are driven. */
const VISITOR =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

/** Starts headless Chromium and the server of the site, both on the loopback. */
export async function openSite(): Promise<Site> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const isScript = request.url === '/array.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? SCRIPT : (pages.get(request.url ?? '') ?? PAGE));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await startChromium(['--disable-blink-features=AutomationControlled']);
  return {
    open: async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}/shop`);
      return page;
    },
    openWithSnippet: async ({ token, host }) => {
      const context = await browser.newContext({ userAgent: VISITOR });
      const page = await context.newPage();
      const snippet = SNIPPET.replace('<ph_project_token>', token).replace('https://us.i.posthog.com', host);
      pages.set('/pasted', `<!doctype html><meta charset="utf-8"><title>Shop</title>${snippet}`);
      await page.goto(`http://127.0.0.1:${port}/pasted`);
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
