import { beforeAll, expect, test } from 'vitest';
import { DEMO_ENDPOINTS } from '../../src/services/demo/demo-endpoints.ts';
import { generateDemo } from '../../src/services/demo/generate-demo.ts';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { makeKey, makeProject } from './operation-calls.ts';

// [CON-15.1], [CON-15.2].

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

const below = (project: number, path: string) => `/api/projects/${project}/${path}`;

test('the demo comes as an import with its endpoints, once, and only where no event has come', async () => {
  const { id } = await makeProject(service);
  const first = await service.call('POST', below(id, 'demo'));
  expect([first.status, first.json]).toMatchObject([202, { file_name: 'demo.jsonl', format: 'posthog' }]);
  const endpoints = await service.call('GET', below(id, 'endpoints'));
  const names = endpoints.json.results.map(({ name }: { readonly name: string }) => name);
  expect(names.toSorted()).toEqual(DEMO_ENDPOINTS.map(({ name }) => name).toSorted());

  const ended = async () => (await service.call('GET', below(id, `imports/${first.json.id}`))).json;
  await expect.poll(async () => (await ended()).state, { timeout: 60_000, interval: 100 }).toBe('completed');
  const events = generateDemo({ nowMs: Date.parse(first.json.created_at) });
  expect(await ended()).toMatchObject({ inserted: events.length, duplicate: 0, rejected: 0 });
  for (const { name, exampleBody } of DEMO_ENDPOINTS) {
    const run = await service.call('POST', below(id, `endpoints/${name}/run`), { body: exampleBody });
    expect(run.status, name).toBe(200);
    expect(run.json.results.length, name).toBeGreaterThan(0);
  }
  const again = await service.call('POST', below(id, 'demo'));
  expect([again.status, again.json.code]).toEqual([400, 'project_not_empty']);
}, 120_000);

test('a second call before the first event is there brings nothing twice', async () => {
  const { id } = await makeProject(service);
  const calls = await Promise.all([1, 2].map(() => service.call('POST', below(id, 'demo'))));
  expect(calls.map(({ status }) => status)).toEqual([202, 202]);
  const states = () =>
    service
      .call('GET', below(id, 'imports'))
      .then(({ json }) => json.results.map(({ state }: { readonly state: string }) => state));
  await expect.poll(states, { timeout: 60_000, interval: 100 }).toEqual(['completed', 'completed']);
  const query = { kind: 'HogQLQuery', query: 'select count() = count(distinct uuid), count() from events' };
  const counted = await service.call('POST', below(id, 'query'), { body: { query } });
  const [[isOnce, count]] = counted.json.results;
  expect([Boolean(isOnce), count > 10_000]).toEqual([true, true]);
}, 120_000);

test.each([['event:write'], ['endpoint:write']])('%s alone is not enough', async (scope) => {
  const { id } = await makeProject(service);
  const { value } = await makeKey(service, { scopes: [scope] });
  const answer = await service.call('POST', below(id, 'demo'), { key: value });
  expect([answer.status, answer.json.code]).toEqual([403, 'permission_denied']);
  expect((await service.call('GET', below(id, 'imports'))).json.count).toBe(0);
});
