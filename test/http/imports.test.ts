import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { makeProject } from './operation-calls.ts';

// [CAP-7.1], [CAP-7.3], [CAP-7.6].

const BINARY = { 'content-type': 'application/octet-stream' };

const MAPPING = encodeURIComponent('{"event":"a","distinct_id":"b","timestamp":"c"}');
/** For `expect.poll`. */
const WITHIN = { timeout: 20_000, interval: 20 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ importMaxBytes: 100_000 });
});
afterAll(() => service.close());

function eventLine(more: object = {}): string {
  const event = { event: 'e', distinct_id: 'a', timestamp: '2025-06-01T10:00:00Z', properties: { n: 1 } };
  return JSON.stringify({ uuid: newUuid(), ...event, ...more });
}

async function send(project: number, body: string | Buffer, query = '?wait=true') {
  return service.call('POST', `/api/projects/${project}/imports/${query}`, { body, headers: BINARY });
}

async function countEvents(project: number): Promise<unknown> {
  const query = { kind: 'HogQLQuery', query: 'select count(), count(distinct uuid) from events' };
  return (await service.call('POST', `/api/projects/${project}/query`, { body: { query } })).json.results;
}

const asFile = (lines: readonly string[]) => `${lines.join('\n')}\n`;

test('a file is imported once, however it is packed and however often it is sent', async () => {
  const { id } = await makeProject(service);
  const file = asFile([eventLine(), eventLine(), 'no event', eventLine({ properties: { $set: { a: 1 } } })]);
  const first = await send(id, file, '?wait=true&file_name=a.jsonl');
  expect([first.status, first.json]).toMatchObject([
    200,
    {
      state: 'completed',
      file_name: 'a.jsonl',
      format: 'posthog',
      dry_run: false,
      error: null,
      sample: null,
    },
  ]);
  expect(first.json).toMatchObject({ total: 4, read: 4, inserted: 3, duplicate: 0, rejected: 1 });
  for (const packed of [gzipSync(file), zstdCompressSync(file)])
    expect((await send(id, packed)).json).toMatchObject({ inserted: 0, duplicate: 3, rejected: 1 });
  expect(await countEvents(id)).toEqual([[3, 3]]);
  const list = await service.call('GET', `/api/projects/${id}/imports/?limit=2`);
  expect([list.json.count, list.json.results.length]).toEqual([3, 2]);
  const rejected = await service.call('GET', `/api/projects/${id}/imports/${first.json.id}/rejected`);
  expect(JSON.parse(rejected.text)).toEqual({ row_number: 3, reason: 'not_json', row: 'no event' });
  expect(
    readdirSync(path.join(service.dataDir, 'imports')).filter((name) => !name.endsWith('.jsonl')),
  ).toEqual([]);
});

test('without wait the answer comes at once, and the import can be followed', async () => {
  const { id } = await makeProject(service);
  const { status, json } = await send(id, asFile([eventLine()]), '');
  expect([status, json.state]).toEqual([202, 'running']);
  await expect
    .poll(async () => (await service.call('GET', `/api/projects/${id}/imports/${json.id}/`)).json, WITHIN)
    .toMatchObject({ state: 'completed', inserted: 1 });
});

test('a dry run writes nothing and shows the first events', async () => {
  const { id } = await makeProject(service);
  const [one, two] = [eventLine(), eventLine({ properties: { $set: { a: 1 } } })];
  const { json } = await send(id, asFile([one, one, two, '{}']), '?dry_run=true&wait=true');
  expect(json).toMatchObject({
    state: 'completed',
    dry_run: true,
    total: 4,
    read: 4,
    inserted: 2,
    duplicate: 1,
    rejected: 1,
  });
  expect(json.sample).toEqual([one, one, two, '{}'].map((line) => JSON.parse(line)));
  expect(await countEvents(id)).toEqual([[0, 0]]);
});

test('with on_error=fail a bad row stops everything, with its number, a dry run too', async () => {
  const { id } = await makeProject(service);
  for (const isDry of [true, false]) {
    const query = `?on_error=fail&wait=true&dry_run=${isDry}`;
    const { json } = await send(id, asFile([eventLine(), '{"event":""}']), query);
    expect(json).toMatchObject({
      state: 'failed',
      dry_run: isDry,
      inserted: 0,
      error: 'Row 2 is not an event: missing_event_name.',
    });
  }
  expect(await countEvents(id)).toEqual([[0, 0]]);
});

test('what cannot be imported is refused', async () => {
  const refusals = [
    ['', '?wait=true', 400, 'invalid_value'],
    ['x'.repeat(100_001), '', 413, 'payload_too_large'],
    ['{}', '?format=other', 400, 'invalid_value'],
    ['{}', '?mode=other', 400, 'unknown_member'],
    ['{}', '?format=csv&mapping={', 400, 'invalid_value'],
    ['{}', `?format=ga4&mapping=${MAPPING}`, 400, 'combination_not_allowed'],
  ] as const;
  for (const [body, query, status, code] of refusals) {
    const answer = await send(1, body, query);
    expect([answer.status, answer.json.code], query).toEqual([status, code]);
  }
  expect((await service.call('GET', 'imports/unknown')).status).toBe(404);
  const broken = await send(1, gzipSync(asFile([eventLine()])).subarray(0, 40));
  expect(broken.json).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('cannot be read as posthog. Its gzip data are cut off'),
  });
});

test('an import of one project is not seen by another', async () => {
  const { id } = await makeProject(service);
  const { json } = await send(id, asFile([eventLine()]));
  expect((await service.call('GET', `imports/${json.id}`)).status).toBe(404);
  expect(existsSync(path.join(service.dataDir, 'imports', json.id))).toBe(false);
});
