import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { lzBase64 } from '../../../../test/fixtures/lz-base64.ts';
import { findKnownToken } from './find-known-token.ts';
import type { PackedPayload } from './packed-payload.ts';

// [CAP-2.4].

const MAX = 4_000_000;
const FORM = 'application/x-www-form-urlencoded';

interface Outcome {
  /** What was looked up. */
  readonly asked: readonly string[];
  /** Bytes that were admitted, and in how many pieces. */
  readonly bytes: number;
  readonly largest: number;
  readonly code: string;
}

/** Looks for the token `slc_known`. */
async function search(parts: Partial<PackedPayload>, signal?: AbortSignal): Promise<Outcome> {
  const payload = {
    body: Buffer.from(''),
    contentType: '',
    contentEncoding: '',
    data: '',
    compression: '',
    ...parts,
  };
  const asked: string[] = [];
  const outcome = { asked, bytes: 0, largest: 0, code: 'known' };
  let isClosed = false;
  const admit = async (bytes: number): Promise<void> => {
    outcome.bytes += bytes;
    outcome.largest = Math.max(outcome.largest, bytes);
  };
  const close = (): void => {
    isClosed = true;
  };
  const isKnown = async (token: string): Promise<boolean> => {
    asked.push(token);
    return token === 'slc_known';
  };
  try {
    await findKnownToken(payload, { search: { admit, close }, maxBytes: MAX, isKnown, signal });
  } catch (error) {
    outcome.code = String((error as { code?: string }).code);
  }
  expect(isClosed).toBe(true);
  return outcome;
}

const EVENT = { event: 'größe', distinct_id: 'a', properties: { a: [1, { token: 'no' }], b: '"}{' } };
const LONG = { batch: Array.from({ length: 5000 }, () => EVENT), api_key: 'slc_known' };
const TEXT = JSON.stringify(LONG);
const BASE64 = Buffer.from(TEXT).toString('base64');
const GZIP64 = gzipSync(TEXT).toString('base64');
const LZ64 = lzBase64(TEXT);

const form = (fields: Readonly<Record<string, string>>) =>
  Buffer.from(new URLSearchParams(fields).toString());
const lossyForm = (data: string) => Buffer.from(`data=${data.replaceAll('=', '%3D')}&compression=gzip-js`);

describe('a token behind the batch is found', () => {
  test.each<readonly [string, Partial<PackedPayload>]>([
    ['plain', { body: Buffer.from(`\n ${TEXT}`) }],
    ['gzip', { body: gzipSync(TEXT) }],
    ['deflate', { body: deflateSync(TEXT), contentEncoding: 'deflate' }],
    ['br', { body: brotliCompressSync(TEXT), contentEncoding: 'BR' }],
    ['zstd', { body: zstdCompressSync(TEXT), contentEncoding: 'zstd' }],
    ['base64', { body: Buffer.from(BASE64) }],
    ['base64 in lines', { body: Buffer.from(BASE64.replaceAll(/.{76}/g, '$&\r\n')) }],
    ['base64 in gzip', { body: gzipSync(BASE64) }],
    ['gzip in base64', { body: Buffer.from(GZIP64) }],
    ['gzip in base64 in the query', { data: GZIP64 }],
    ['lz64', { body: Buffer.from(LZ64), compression: 'lz64' }],
    ['lz64 in gzip', { body: gzipSync(LZ64), compression: 'lz64' }],
    ['a form', { body: form({ ver: '1', data: GZIP64 }), contentType: FORM }],
    ['a form whose plus signs are gone', { body: lossyForm(GZIP64), contentType: FORM }],
    ['lz64 in a form', { body: form({ data: LZ64, compression: 'lz64' }), contentType: FORM }],
    ['a form in gzip', { body: gzipSync(form({ data: BASE64 })), contentType: FORM }],
    ['JSON in a form', { body: form({ data: TEXT }), contentType: FORM }],
    ['JSON that says form', { body: Buffer.from(TEXT), contentType: FORM }],
  ])('%s', async (_name, payload) => {
    const { asked, code, largest } = await search(payload);
    expect({ asked, code }).toEqual({ asked: ['slc_known'], code: 'known' });
    expect(largest).toBeLessThanOrEqual(256 * 1024);
  });
});

test('nothing is unpacked beyond a token that is known', async () => {
  const text = JSON.stringify({ api_key: 'slc_known', text: 'x'.repeat(3_000_000) });
  for (const body of [Buffer.from(text), gzipSync(text)])
    expect((await search({ body })).bytes).toBeLessThanOrEqual(64 * 1024);
});

test.each<readonly [string, Partial<PackedPayload>, string]>([
  ['none', { body: gzipSync(JSON.stringify({ batch: LONG.batch })) }, 'authentication_failed'],
  ['an unknown one', { body: gzipSync(TEXT.replace('slc_known', 'slc_other')) }, 'authentication_failed'],
  [
    'it stands in a value',
    { body: Buffer.from('{"a":"slc_known","b":["api_key"]}') },
    'authentication_failed',
  ],
  ['a bomb', { body: gzipSync(Buffer.alloc(MAX + 1, 0x20)) }, 'payload_too_large'],
  ['a bomb of values', { body: gzipSync(`[${'1,'.repeat(MAX)}`) }, 'payload_too_large'],
  [
    'a bomb in base64',
    { body: Buffer.from(gzipSync(`[${'1,'.repeat(MAX)}`).toString('base64')) },
    'payload_too_large',
  ],
  [
    'a bomb of lz64',
    { body: Buffer.from(lzBase64(`["${'x'.repeat(MAX)}`)), compression: 'lz64' },
    'payload_too_large',
  ],
  ['gzip that breaks off', { body: gzipSync(TEXT).subarray(0, 500) }, 'authentication_failed'],
  ['what is nothing', { body: Buffer.from([0xff, 0, 1, 2]) }, 'authentication_failed'],
  ['an empty body', {}, 'authentication_failed'],
  [
    'an encoding nobody knows',
    { body: Buffer.from('x'), contentEncoding: 'compress' },
    'unsupported_media_type',
  ],
])('refused: %s', async (_name, payload, code) => {
  expect((await search(payload)).code).toBe(code);
});

test('a body of many tokens is not asked for each', async () => {
  const body = Buffer.from(JSON.stringify(Array.from({ length: 50_000 }, (_, i) => ({ token: `slc_${i}` }))));
  const { asked, code } = await search({ body });
  expect([asked.length, code]).toEqual([9, 'authentication_failed']);
});

test('a known token counts wherever members that are repeated leave it: the parser decides', async () => {
  const body = Buffer.from('{"api_key":"a","api\\u005fkey":"slc_known","batch":[]}');
  expect((await search({ body })).asked).toEqual(['a', 'slc_known']);
});

test('the work stops when the client has gone', async () => {
  const controller = new AbortController();
  const body = gzipSync(JSON.stringify({ text: 'x'.repeat(3_000_000) }));
  controller.abort(Object.assign(new Error('gone'), { code: 'gone' }));
  const { bytes, code } = await search({ body }, controller.signal);
  expect([code, bytes <= 64 * 1024]).toEqual(['gone', true]);
});
