import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHOWN_SCREENS } from './console-screens.ts';
import type { ConsoleTab } from './console-tab.ts';
import { bringAxe, findBarriers } from './find-barriers.ts';
import { findLayoutFaults } from './find-layout-faults.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Every screen while the service fails, while it is slow, and in a project that has nothing yet: no barrier in either
// theme, nothing cut off, and something that says how it stands. [CON-20.2]. Full screens: screens.deep.test.ts.

let console_: ConsoleOfTests;
let emptyProject: string;
beforeAll(async () => {
  console_ = await startConsole();
  const { json } = await console_.service.call('POST', '/api/projects', { body: { name: 'Nothing yet' } });
  emptyProject = String(json.id);
}, MOST_START_MS);
afterAll(() => console_?.close());

/** What the frame asks for; without it there is no screen. */
const FRAME = /\/api\/(?:console_sessions|console_session_codes|projects)\/?(?:@current\/?)?(?:\?.*)?$/;

const FAILURE = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({
    type: 'server_error',
    code: 'internal_error',
    detail: 'Something went wrong in the service.',
    attr: null,
    request_id: 'of-a-test',
  }),
};

interface State {
  readonly name: string;
  readonly project: () => string;
  readonly answer: ((route: Route) => Promise<void>) | null;
  /** What the browser itself says of such answers. */
  readonly troubles: readonly RegExp[];
}

const STATES: readonly State[] = [
  {
    name: 'while the service fails',
    project: () => '1',
    answer: (route) => route.fulfill(FAILURE),
    troubles: [/status of 500/],
  },
  // Ended with the tab.
  { name: 'while the service is slow', project: () => '1', answer: async () => undefined, troubles: [] },
  {
    name: 'in a project that has nothing yet',
    project: () => emptyProject,
    answer: null,
    troubles: [/status of 404/],
  },
];

const MOST_ASKING_MS = 1_000;

const SIGNED_IN = SHOWN_SCREENS.filter(({ isSignedIn }) => isSignedIn);

async function openTab({ answer }: State): Promise<ConsoleTab> {
  const tab = await console_.signedInTab();
  await bringAxe(tab.page);
  if (answer !== null)
    await tab.page.route(
      (url) => url.pathname.startsWith('/api/') && !FRAME.test(url.href),
      (route) => answer(route),
    );
  return tab;
}

/** Words, or a status that is read aloud. */
async function tellsSomething(tab: ConsoleTab): Promise<boolean> {
  const main = tab.get('main');
  return /\S/.test((await main.textContent()) ?? '') || (await main.getByRole('status').count()) > 0;
}

describe.each(STATES)('$name', (state) => {
  test('every screen keeps nobody out, in both themes', async () => {
    const tab = await openTab(state);
    const found: string[] = [];
    for (const { name, path } of SIGNED_IN) {
      await tab.goTo(path.replace(/^1(?=\/)/, state.project()));
      await tab.get('heading').first().waitFor();
      await expect.poll(() => tellsSomething(tab), { message: name }).toBe(true);
      // Some screens ask without end.
      await tab.page.waitForLoadState('networkidle', { timeout: MOST_ASKING_MS }).catch(() => undefined);
      await tab.rest();
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.page.emulateMedia({ colorScheme });
        await tab.rest();
        for (const barrier of await findBarriers(tab.page)) found.push(`${name}, ${colorScheme}: ${barrier}`);
      }
      for (const fault of await findLayoutFaults(tab.page)) found.push(`${name}: ${fault}`);
    }
    expect(found).toEqual([]);
    expect(await tab.troubles(state.troubles)).toEqual([]);
    await tab.close();
  }, 240_000);
});
