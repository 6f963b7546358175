import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findLayoutFaults } from './find-layout-faults.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 22: names and values that callers choose stay texts in every list, and break no layout. [CON-20.2]

/** What stands in the title when a text has come to life. */
const OWNED = 'owned by a name';

/** A family, a flag and a bomb: letters of several parts each. */
const EMOJI = '👩‍👩‍👧‍👦 🏳️‍🌈 💣';

/** Names, each with the words by which it is found again when it was cut. */
const NAMES = {
  markup: `<img src=x onerror="document.title='${OWNED}'"><script>document.title='${OWNED}'</script>`,
  direction: '\u202e desrever \u2066مرحبا بالعالم\u2069 "}{variables.x}\'; --',
  emoji: EMOJI,
  long: `10 kB ${'x'.repeat(10_000)}`,
} as const;

const KINDS = Object.keys(NAMES) as (keyof typeof NAMES)[];

/** As much of a name as a member takes, cut between letters. */
const cut = (kind: keyof typeof NAMES, most: number) => [...NAMES[kind]].slice(0, most).join('');

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
  await fillWithHostileNames(console_);
}, MOST_START_MS);
afterAll(() => console_?.close());

async function fillWithHostileNames({ service }: ConsoleOfTests) {
  const make = async (path: string, body: unknown) => {
    const { status, json } = await service.call('POST', path, { body });
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(json).slice(0, 500)}`);
  };
  for (const [at, kind] of KINDS.entries()) {
    const name = cut(kind, 400);
    const description = cut(kind, 10_000);
    const query = { kind: 'HogQLQuery', query: 'select 1' };
    await make('endpoints', { name: `hostile-${at}`, description, tags: [cut(kind, 100)], query });
    await make('actions', { name, description, steps: [{ event: cut(kind, 200), url: cut(kind, 10_000) }] });
    await make('cohorts', { name, description, is_static: true });
    await make('/api/personal_api_keys', { label: cut(kind, 200), scopes: ['endpoint:read'] });
  }
  const { api_token } = (await service.call('GET', '/api/projects/1')).json;
  const batch = KINDS.map((kind) => ({
    event: cut(kind, 200),
    distinct_id: cut(kind, 200),
    properties: {
      [cut(kind, 200)]: NAMES[kind],
      $current_url: NAMES[kind],
      $set: { email: NAMES[kind], [cut(kind, 200)]: NAMES[kind] },
    },
  }));
  const sent = await service.call('POST', '/batch', { body: { api_key: api_token, batch } });
  expect(sent.status).toBe(200);
  const found = `persons?distinct_id=${encodeURIComponent(EMOJI)}`;
  await vi.waitFor(async () => expect((await service.call('GET', found)).json.count).toBe(1), {
    timeout: 20_000,
    interval: 200,
  });
}

const LISTS: readonly (readonly [list: string, path: string])[] = [
  ['endpoints', '1/endpoints?q=hostile'],
  ['tags', `1/endpoints?tag=${encodeURIComponent(cut('markup', 100))}`],
  ['actions', '1/actions'],
  ['cohorts', '1/cohorts'],
  ['persons', '1/persons'],
  ['live events', '1/live'],
  ['events', '1/catalogue/events?sort=-last_seen_at'],
  ['properties', '1/catalogue/properties?sort=-last_seen_at'],
  ['activity', '1/activity'],
  ['keys', 'keys'],
];

/** Lists in which the name itself is a link; other columns repeat it. */
const LINKED = ['actions', 'cohorts', 'persons'];

describe.each(LISTS)('%s', (list, path) => {
  test('show hostile names as the texts that they are', async () => {
    const tab = await console_.signedInTab();
    await tab.goTo(path);
    const kinds = list === 'tags' ? (['markup'] as const) : KINDS;
    for (const kind of kinds) {
      const start = cut(kind, 12);
      const shown = LINKED.includes(list)
        ? tab.get('link').filter({ hasText: start })
        : tab.page.getByText(start);
      await shown.filter({ visible: true }).first().waitFor();
    }
    expect(await tab.page.title()).not.toContain(OWNED);
    expect(await tab.page.evaluate(() => document.images.length)).toBe(0);
    await tab.page.setViewportSize({ width: 1280, height: 900 });
    expect(await findLayoutFaults(tab.page)).toEqual([]);
    expect(await tab.troubles()).toEqual([]);
    await tab.close();
  }, 120_000);
});

test('pages of things with hostile names show them too', async () => {
  const { service } = console_;
  const tab = await console_.signedInTab();
  const { results } = (await service.call('GET', 'persons?search=onerror')).json;
  const hostile = [
    ...KINDS.flatMap((_, at) => [`1/actions/${at + 1}`, `1/cohorts/${at + 1}`]),
    `1/persons/${results[0].id}`,
    `1/persons/${encodeURIComponent(cut('direction', 200))}`,
    `1/persons/${encodeURIComponent(cut('long', 200))}`,
  ];
  for (const path of hostile) {
    await tab.goTo(path);
    await tab.get('heading', /Facts/).waitFor();
    expect(await tab.page.title(), path).not.toBe(OWNED);
    expect(await tab.page.evaluate(() => document.images.length), path).toBe(0);
    expect(await findLayoutFaults(tab.page), path).toEqual([]);
  }
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 180_000);
