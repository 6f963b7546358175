import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ConsoleFiles } from '../../src/http/console/console-files.ts';
import { registerConsoleRoutes } from '../../src/http/routes/console-routes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { ConsoleTab } from './console-tab.ts';
import { printedLink } from './printed-link.ts';
import { type ConsoleOfTests, MOST_START_MS, newCode, startConsole } from './start-console.ts';

// Journey 1: from the printed link to the first screen. [CON-20.2], [CON-20.4]

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

test('the link of a first start opens the demo signed in, and is in no address and no history', async () => {
  const link = await printedLink();
  const { origin, hash } = new URL(link);
  const tab = await ConsoleTab.open(console_.browser, origin);
  const asked: string[] = [];
  tab.page.on('request', (request) => void asked.push(request.url()));
  await tab.goTo(hash);
  await tab.get('navigation', 'Console').waitFor();
  await tab.get('heading', 'Endpoints').waitFor();
  expect(tab.page.url()).toBe(`${origin}/console/1/endpoints`);
  expect(asked.filter((url) => url.includes('code='))).toEqual([]);
  await tab.page.reload();
  await tab.get('heading', 'Endpoints').waitFor();
  await tab.page.goBack().catch(() => null);
  expect(tab.page.url()).not.toContain('code=');
  await tab.goTo('1/endpoints');
  await tab.get('heading', 'Endpoints').waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
});

test('a link works once', async () => {
  const code = await newCode(console_.service);
  const first = await console_.newTab();
  await first.signInByLink(code);
  const second = await console_.newTab();
  await second.goTo(`#code=${code}`);
  await second.field('Personal API key').waitFor();
  expect(second.page.url()).not.toContain('code=');
  expect(await second.troubles([/status of 401/])).toEqual([]);
  await second.signInWithKey(console_.rootKey);
  await second.get('navigation', 'Console').waitFor();
  await first.close();
  await second.close();
});

test('a link that is opened too early keeps its code until the console is built', async () => {
  const folder = temporaryFolder();
  const tellState = (state: object): void => writeFileSync(join(folder, 'state.json'), JSON.stringify(state));
  const server = fastify();
  registerConsoleRoutes(server, new ConsoleFiles(folder));
  onTestFinished(() => server.close());
  tellState({ state: 'building', since: new Date().toISOString() });
  const tab = await ConsoleTab.open(console_.browser, await server.listen({ host: '127.0.0.1', port: 0 }));
  await tab.goTo('#code=kept');
  await tab.heading(/^The console is being built/).waitFor();
  const build = '0123456789abcdef';
  mkdirSync(join(folder, build, 'assets'), { recursive: true });
  const page =
    '<!doctype html><h1></h1><script nonce="SLUICE-NONCE">document.querySelector("h1").textContent = location.hash</script>';
  writeFileSync(join(folder, build, 'index.html'), page);
  tellState({ state: 'ready', build });
  await tab.heading('#code=kept').waitFor();
  await tab.close();
});
