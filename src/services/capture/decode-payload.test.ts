import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodePayload, type PackedPayload } from './decode-payload.ts';

const TEXT = '{"event":"größe","n":1}';
const BASE64 = Buffer.from(TEXT).toString('base64');
const MAX = 1_000_000;

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
  ['base64', packed({ body: Buffer.from(BASE64) })],
  ['gzip in base64', packed({ body: Buffer.from(gzipSync(TEXT).toString('base64')) })],
  ['query parameter', packed({ data: BASE64 })],
  [
    'form field',
    packed({
      body: Buffer.from(new URLSearchParams({ data: BASE64 }).toString()),
      contentType: 'application/x-www-form-urlencoded',
    }),
  ],
  [
    'JSON that says it is a form',
    packed({ body: Buffer.from(TEXT), contentType: 'application/x-www-form-urlencoded' }),
  ],
])('unpacks %s', async (_name, payload) => {
  expect(await decodePayload(payload, MAX)).toBe(TEXT);
});

test.each([
  ['a bomb', packed({ body: gzipSync(Buffer.alloc(MAX + 1, 0x20)) }), 'payload_too_large'],
  [
    'a bomb in base64',
    packed({ body: Buffer.from(gzipSync(Buffer.alloc(MAX + 1)).toString('base64')) }),
    'payload_too_large',
  ],
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
