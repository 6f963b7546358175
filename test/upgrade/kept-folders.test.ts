import { expect, onTestFinished, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { askEndpoints } from './ask-endpoints.ts';
import { keptBuilds, unpackBuild } from './unpack-build.ts';

// A folder of every release is kept, and every later build works with it as it is ([ENG-11.4]).

const builds = keptBuilds().filter((name) => !name.startsWith('before-'));

test('a folder of this version is among them', () => {
  expect(builds).toContain('0.1.0');
});

test.each(builds)('a folder of %s answers what it answered, and goes on', async (name) => {
  const { dataDir, rootKey, captureToken } = unpackBuild(name);
  const service = await startTestService({ dataDir, rootKey });
  onTestFinished(() => service.close());
  await askEndpoints(service);
  await askWhatIsStored(service);
  const batch = [
    {
      event: 'note created',
      distinct_id: 'bob',
      timestamp: '2026-01-07T16:00:00Z',
      properties: { words: 4 },
    },
  ];
  await service.call('POST', '/batch/?wait=true', { body: { api_key: captureToken, batch } });
  const body = { variables: { plan: 'free' }, refresh: 'force_blocking' };
  expect((await service.call('POST', 'endpoints/words-of/run', { body })).json.results).toEqual([[19]]);
  await service.call('PATCH', 'endpoints/words-of', { body: { description: 'of a plan' } });
  expect((await service.call('GET', 'endpoints/words-of')).json).toMatchObject({ revision: 2 });
});

async function askWhatIsStored(service: TestService): Promise<void> {
  const get = async (path: string) => (await service.call('GET', path)).json;
  expect(await get('endpoints?limit=10')).toMatchObject({ count: 5 });
  expect(await get('endpoints/words-by-plan')).toMatchObject({
    current_version: 2,
    tags: ['billing', 'weekly'],
    created_by: { label: 'root' },
  });
  expect((await get('endpoints/words-by-plan/versions')).results).toHaveLength(2);
  const logged = (await get('endpoints/words-by-plan/logs')).results;
  expect(logged).toContainEqual(expect.objectContaining({ level: 'info' }));
  expect(await get('endpoints/words-by-day/materialization_status')).toMatchObject({
    rows: 3,
    verified: true,
  });
  expect((await service.call('GET', 'endpoints/gone')).status).toBe(404);
  expect((await service.call('POST', 'endpoints/gone/restore')).status).toBe(200);
  expect(await get('actions')).toMatchObject({ results: [{ name: 'long note' }] });
  expect(
    (await get('activity?limit=100')).results.map((entry: { subject: string }) => entry.subject),
  ).toContain('property_type');
  const properties = (await get('property_definitions?limit=100')).results;
  expect(properties).toContainEqual(expect.objectContaining({ name: 'seats', property_type: 'String' }));
  expect(properties).toContainEqual(expect.objectContaining({ name: 'words', property_type: 'Numeric' }));
  const days =
    'select toDate(timestamp) as day, uniq(person_id) as people from events group by day order by day';
  const query = async (project: number) => {
    const body = { query: { kind: 'HogQLQuery', query: days } };
    return (await service.call('POST', `/api/projects/${project}/query`, { body })).json.results;
  };
  // ada alone; ada and bob; bob, eve and ada, who changed her company.
  expect(await query(1)).toEqual([
    ['2026-01-05', 1],
    ['2026-01-06', 2],
    ['2026-01-07', 3],
  ]);
  // Half past eleven in the evening (UTC) is the next day in Berlin.
  expect(await query(2)).toEqual([['2026-01-06', 1]]);
}
