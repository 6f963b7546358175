import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PackedPayload } from '../../src/services/capture/protocol/packed-payload.ts';
import { receive } from '../../src/services/capture/receive.ts';
import { receiveV1 } from '../../src/services/capture/receive-v1.ts';
import { addProject } from '../store/add-project.ts';
import { type CaptureFixture, NOW_MS, payloadOf, startCapture } from './capture-fixture.ts';

// [CAP-2.12]: what a thread does with a large body is what the event loop does with a small one.

let fixture: CaptureFixture;

beforeAll(async () => {
  fixture = await startCapture();
});
afterAll(() => fixture.close());

const FILLER = 'x'.repeat(1000);
/** Together more than half a megabyte. */
const events = (name: string, count = 600) =>
  Array.from({ length: count }, (_, index) => ({
    event: name,
    distinct_id: `${name} ${index % 7}`,
    uuid: `00000000-0000-4000-8000-${Buffer.from(name.slice(0, 2)).toString('hex')}${String(index).padStart(8, '0')}`,
    properties: { index, FILLER },
  }));

function send(payload: Partial<PackedPayload>, signal?: AbortSignal): Promise<void> {
  return receive(fixture.services, {
    payload: { ...payloadOf(''), ...payload },
    nowMs: NOW_MS,
    address: '127.0.0.1',
    waitUntilVisible: true,
    ...(signal !== undefined && { signal }),
  });
}

async function stored(name: string): Promise<readonly unknown[]> {
  const [row] = await fixture.rows(
    `select toUInt32(count()), toUInt32(uniqExact(distinct_id)), toUInt32(max(JSONExtractUInt(properties, 'index'))) ` +
      `from app.events where project_id = ${fixture.project.id} and event = '${name}'`,
  );
  return row ?? [];
}

describe('protocol v0', () => {
  test.each<readonly [string, (text: string) => Partial<PackedPayload>]>([
    ['aa plain', (text) => ({ body: Buffer.from(text) })],
    ['bb gzip', (text) => ({ body: gzipSync(text) })],
    ['cc view of a larger buffer', (text) => ({ body: Buffer.from(` ${text}`).subarray(1) })],
    ['dd base64', (text) => ({ body: Buffer.from(gzipSync(text).toString('base64')) })],
  ])('%s', async (name, packed) => {
    await send(packed(JSON.stringify({ api_key: 'slc_test', batch: events(name) })));
    expect(await stored(name)).toEqual([600, 7, 599]);
  });

  test('the parser says which token counts', async () => {
    await addProject(fixture.services.database, 'slc_other');
    const batch = `"batch":${JSON.stringify(events('ee'))}`;
    await send({ body: Buffer.from(`{"$token":"slc_other","api_key":"slc_test",${batch}}`) });
    expect(await stored('ee')).toEqual([600, 7, 599]);
    const replaced = Buffer.from(`{"api_key":"slc_test","api_key":"slc_nobody",${batch}}`);
    await expect(send({ body: replaced })).rejects.toMatchObject({ code: 'authentication_failed' });
  });

  test('integers keep their digits', async () => {
    const [first, ...others] = events('ff', 200);
    const text = JSON.stringify({
      api_key: 'slc_test',
      batch: [{ ...first, properties: { id: 'ID' } }, ...others],
    });
    await send({ body: Buffer.from(text.replace('"ID"', '9007199254740993')) });
    const rows = await fixture.rows(
      `select properties from app.events where event = 'ff' and position(properties, '"id"') > 0`,
    );
    expect(rows).toEqual([['{"id":9007199254740993}']]);
  });

  test.each<readonly [string, unknown, string]>([
    ['no JSON', `{"api_key":"slc_test","batch":[${FILLER.repeat(700)}`, 'invalid_json'],
    [
      'no good event',
      { api_key: 'slc_test', batch: [{ event: '', FILLER: FILLER.repeat(700) }] },
      'invalid_value',
    ],
    [
      'several tokens',
      { api_key: 'slc_test', batch: [{ token: 'b', FILLER: FILLER.repeat(700) }] },
      'authentication_failed',
    ],
    ['too many values', `{"api_key":"slc_test","batch":[${'0,'.repeat(1_000_001)}0]}`, 'payload_too_large'],
  ])('refused: %s', async (_name, body, code) => {
    await expect(send(payloadOf(body))).rejects.toMatchObject({ code });
  });

  test('nothing is taken for a client that has gone', async () => {
    const gone = new AbortController();
    const sent = send(payloadOf({ api_key: 'slc_test', batch: events('gg', 5_000) }), gone.signal);
    setTimeout(() => gone.abort(new Error('gone')), 5);
    await expect(sent).rejects.toThrow('gone');
    expect(await stored('gg')).toEqual([0, 0, 0]);
  });
});

test('protocol v1 answers for each event', async () => {
  const [first, second, ...others] = events('hh');
  const batch = [{ ...first, distinct_id: '' }, { ...second, timestamp: 'soon' }, ...others];
  const answer = await receiveV1(fixture.services, {
    projectId: fixture.project.id,
    body: gzipSync(JSON.stringify({ batch })),
    headers: {
      'content-encoding': 'gzip',
      'posthog-sdk-info': 'posthog-node/5.70.0',
      'posthog-attempt': '1',
      'posthog-request-id': 'a',
      'posthog-request-timestamp': new Date(NOW_MS).toISOString(),
    },
    nowMs: NOW_MS,
    address: '127.0.0.1',
    waitUntilVisible: true,
  });
  const { results } = JSON.parse(Buffer.from(answer).toString());
  expect(Object.keys(results)).toHaveLength(600);
  expect(results[first?.uuid ?? '']).toEqual({ result: 'drop', details: 'missing_distinct_id' });
  expect(results[second?.uuid ?? '']).toMatchObject({ result: 'warning' });
  expect(results[others[0]?.uuid ?? '']).toEqual({ result: 'ok' });
  expect(await stored('hh')).toEqual([599, 7, 599]);
});
