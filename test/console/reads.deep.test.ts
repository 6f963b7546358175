import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// What a computed run reads, as the API tells it: the lookup with its reason, and properties with their columns. The
// demo counts as a large project here.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole({ SLUICE_LARGE_PROJECT_EVENTS: '1000' });
}, MOST_START_MS);
afterAll(() => console_?.close());

const call = (method: string, path: string, body?: unknown) => console_.service.call(method, path, { body });

const save = async (name: string, query: string) => {
  const { status, json } = await call('POST', 'endpoints', { name, query: { kind: 'HogQLQuery', query } });
  expect(status, JSON.stringify(json)).toBe(201);
};

/** What the API says of an endpoint, once that holds. */
async function endpointOnce(
  name: string,
  holds: (endpoint: { readonly lookup: { readonly state: string } }) => boolean,
) {
  const read = async () => (await call('GET', `endpoints/${name}`)).json;
  await expect.poll(async () => holds(await read()), { timeout: 120_000, interval: 500 }).toBe(true);
  return read();
}

test('a lookup that is ready, and columns, are told with their reasons', async () => {
  await save(
    'of-browser',
    "select count() from events where distinct_id = {variables.person} and properties.$browser = 'Firefox'",
  );
  const { lookup } = await endpointOnce('of-browser', (endpoint) => endpoint.lookup.state === 'ready');
  const isPromoted = (endpoint: object) =>
    'read_properties' in endpoint && JSON.stringify(endpoint.read_properties).includes('"is_promoted":true');
  await endpointOnce('of-browser', isPromoted);
  await call('POST', 'endpoints/of-browser/run', { variables: { person: 'user-1' } });

  const tab = await console_.signedInTab();
  await tab.goTo('1/endpoints/of-browser/reads');
  await tab.page.getByText(lookup.reason).waitFor();
  await tab.get('region', 'Lookup').getByText('Ready').waitFor();
  const rows = tab.get('table', 'Properties').getByRole('row');
  expect((await rows.allTextContents()).slice(1)).toEqual(['$browsera column of its own']);
  await tab.page.getByText('no document of an event is parsed').waitFor();
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 240_000);

test('where there is none, the reason and the way to one stand there', async () => {
  await save('by-event', 'select event, count() from events group by event');
  const { lookup } = await endpointOnce('by-event', (endpoint) => endpoint.lookup.state === 'none');
  const tab = await console_.signedInTab();
  await tab.goTo('1/endpoints/by-event/reads');
  await tab.page.getByText(lookup.reason).waitFor();
  await tab.page.getByText('The query reads no property of events').waitFor();
  await tab.get('region', 'Lookup').getByRole('link', { name: 'Open the query' }).click();
  await tab.page.waitForURL(/by-event\/query/);
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);
