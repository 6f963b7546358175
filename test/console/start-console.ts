import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { newSecret } from '../../src/services/access/secret.ts';
import { startChromium } from '../fixtures/start-chromium.ts';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { ConsoleTab, type TabOptions } from './console-tab.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The console may have to be built first, and the machine may be busy. */
export const MOST_START_MS = 300_000;

/** A service with the demo, the built console and a browser, for one file of tests. */
export interface ConsoleOfTests {
  readonly service: ServiceProcess;
  readonly rootKey: string;
  readonly browser: Browser;
  /** Opens a tab in a profile of its own, not signed in. */
  newTab(options?: TabOptions): Promise<ConsoleTab>;
  /** The same, signed in with the root key by a link and on the first screen. */
  signedInTab(options?: TabOptions): Promise<ConsoleTab>;
  close(): Promise<void>;
}

/**
 * Builds the console unless it is built, starts `sluice start` with the test clock and the demo in a data folder of its
 * own, and Chromium. Call `close` afterwards.
 * @param settings what differs, by their names in the environment
 */
export async function startConsole(settings: Readonly<Record<string, string>> = {}): Promise<ConsoleOfTests> {
  await buildConsole();
  const rootKey = settings['SLUICE_ROOT_KEY'] ?? newSecret('slp_');
  const ofTests = { SLUICE_TEST_CLOCK: 'on', SLUICE_DEMO: 'on', SLUICE_LOG_LEVEL: 'warn' };
  const [service, browser] = await Promise.all([
    startServiceProcess({ ...ofTests, ...settings, SLUICE_ROOT_KEY: rootKey }),
    startChromium(),
  ]);
  const newTab = (options?: TabOptions) => ConsoleTab.open(browser, service.url, options);
  return {
    service,
    rootKey,
    browser,
    newTab,
    signedInTab: async (options) => {
      const tab = await newTab(options);
      await tab.signInByLink(await newCode(service));
      return tab;
    },
    close: async () => {
      await browser.close();
      await service.close();
    },
  };
}

/** Does what `npm run console:build` does, nothing where that was done. Its folder comes back. */
export async function buildConsole(): Promise<string> {
  await promisify(execFile)(process.execPath, [resolve(ROOT, 'scripts/build-console.mjs')], { cwd: ROOT });
  const builds = resolve(ROOT, 'dist/console');
  return resolve(builds, JSON.parse(readFileSync(resolve(builds, 'state.json'), 'utf8')).build);
}

/** A code that signs in once, of the root key. */
export async function newCode(service: ServiceProcess): Promise<string> {
  const { status, json } = await service.call('POST', '/api/console_session_codes');
  if (status !== 201) throw new Error(`no code: ${status} ${JSON.stringify(json)}`);
  return json.code;
}
