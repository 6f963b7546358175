import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { lzBase64 } from '../../../../test/fixtures/lz-base64.ts';
import { decodePayload } from './decode-payload.ts';
import type { PackedPayload } from './packed-payload.ts';

// [CAP-2.2].

const TEXT = '{"event":"größe","n":1}';
const BASE64 = Buffer.from(TEXT).toString('base64');
const LZ64 = lzBase64(TEXT);
/** Base64 of it has plus signs. */
const PLUS_TEXT = '{"event":"~~?>~~>>"}';
const PLUS_LOST = Buffer.from(PLUS_TEXT).toString('base64').replaceAll('+', ' ');
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
const MAX = 1_000_000;

function form(fields: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(new URLSearchParams(fields).toString());
}

function packed(parts: Partial<PackedPayload>): PackedPayload {
  return { body: Buffer.from(''), contentType: '', contentEncoding: '', data: '', compression: '', ...parts };
}

test.each([
  ['plain JSON', packed({ body: Buffer.from(TEXT) })],
  ['gzip that does not say so', packed({ body: gzipSync(TEXT), contentType: 'text/plain' })],
  ['gzip', packed({ body: gzipSync(TEXT), contentEncoding: 'gzip' })],
  ['gzip that a proxy has unpacked', packed({ body: Buffer.from(TEXT), contentEncoding: 'gzip' })],
  ['deflate', packed({ body: deflateSync(TEXT), contentEncoding: 'deflate' })],
  ['brotli', packed({ body: brotliCompressSync(TEXT), contentEncoding: 'br' })],
  ['zstd', packed({ body: zstdCompressSync(TEXT), contentEncoding: 'ZSTD' })],
  ['base64', packed({ body: Buffer.from(BASE64) })],
  ['lz64', packed({ body: Buffer.from(LZ64), compression: 'lz64' })],
  ['gzip that says lz64', packed({ body: gzipSync(TEXT), compression: 'lz64' })],
  ['lz64 in the query string', packed({ data: LZ64, compression: 'lz64' })],
  ['lz64 in a form', packed({ body: form({ data: LZ64, compression: 'lz64' }), contentType: FORM })],
  ['a form in gzip', packed({ body: gzipSync(form({ data: BASE64 })), contentType: FORM })],
  ['gzip in base64', packed({ body: Buffer.from(gzipSync(TEXT).toString('base64')) })],
  ['query parameter', packed({ data: BASE64 })],
  ['form field', packed({ body: form({ data: BASE64 }), contentType: FORM })],
  ['JSON that says it is a form', packed({ body: Buffer.from(TEXT), contentType: FORM })],
])('unpacks %s', async (_name, payload) => {
  expect(await decodePayload(payload, MAX)).toBe(TEXT);
});

test.each([
  [
    'a form',
    packed({ body: Buffer.from(`ver=1&data=${PLUS_LOST.replaceAll(' ', '+')}`), contentType: FORM }),
  ],
  ['the query string', packed({ data: PLUS_LOST })],
  ['a body', packed({ body: Buffer.from(`${PLUS_LOST}\n`) })],
])('base64 that lost its plus signs is repaired: %s', async (_name, payload) => {
  expect(PLUS_LOST).toContain(' ');
  expect(await decodePayload(payload, MAX)).toBe(PLUS_TEXT);
});

test('base64 in lines keeps its meaning', async () => {
  const lines = BASE64.replaceAll(/.{10}/g, '$&\r\n');
  expect(await decodePayload(packed({ body: Buffer.from(lines) }), MAX)).toBe(TEXT);
});

const BOMB = Buffer.alloc(MAX + 1, 0x20);
const LZ_BOMB = lzBase64('x'.repeat(MAX / 2 + 1));

test.each([
  ['a bomb', packed({ body: gzipSync(BOMB) }), 'payload_too_large'],
  [
    'a bomb in base64',
    packed({ body: Buffer.from(gzipSync(Buffer.alloc(MAX + 1)).toString('base64')) }),
    'payload_too_large',
  ],
  [
    'a bomb of brotli',
    packed({ body: brotliCompressSync(BOMB), contentEncoding: 'br' }),
    'payload_too_large',
  ],
  ['a bomb of zstd', packed({ body: zstdCompressSync(BOMB), contentEncoding: 'zstd' }), 'payload_too_large'],
  ['a bomb of lz64', packed({ body: Buffer.from(LZ_BOMB), compression: 'lz64' }), 'payload_too_large'],
  ['text that is not lz64', packed({ body: Buffer.from('$$$'), compression: 'lz64' }), 'invalid_json'],
  ['a large plain body', packed({ body: Buffer.alloc(MAX + 1, 0x20) }), 'payload_too_large'],
  ['a cut gzip', packed({ body: gzipSync(TEXT).subarray(0, 20) }), 'invalid_json'],
  [
    'an unknown encoding',
    packed({ body: Buffer.from(TEXT), contentEncoding: 'compress' }),
    'unsupported_media_type',
  ],
])('refuses %s', async (_name, payload, code) => {
  await expect(decodePayload(payload, MAX)).rejects.toMatchObject({ code });
});
