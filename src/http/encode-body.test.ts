import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { byteLengthOf, chooseCoding, EncodedBodies } from './encode-body.ts';

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['*', 'zstd'],
  ['*;q=0.1, zstd;q=0, GZIP', 'gzip'],
  ['gzip;q=x', null],
  ['identity, gzip;q=0.5', null],
  ['gzip;q=0.5', 'gzip'],
])('Accept-Encoding %j is answered with %j', (accepted, coding) => {
  expect(chooseCoding(accepted, 5_000)).toBe(coding);
});

test('small bodies stay plain', () => {
  expect(chooseCoding('gzip', 1_023)).toBeNull();
});

test('one body is compressed once per coding', async () => {
  const bodies = new EncodedBodies();
  const body = [Buffer.from('x'.repeat(2_000))];
  const encoded = await bodies.encode(body, 'gzip');
  expect(gunzipSync(Buffer.concat(encoded))).toEqual(body[0]);
  expect(await bodies.encode(body, 'gzip')).toBe(encoded);
  expect(await bodies.encode([...body], 'gzip')).not.toBe(encoded);
  expect(byteLengthOf(await bodies.encode(body, 'zstd'))).toBeLessThan(100);
});

test('a body in two pieces is compressed like one', async () => {
  const pieces = [Buffer.from('x'.repeat(2_000)), Buffer.from('tail')];
  const [gzipped = Buffer.alloc(0)] = await new EncodedBodies().encode(pieces, 'gzip');
  expect(gunzipSync(gzipped).toString()).toBe(`${'x'.repeat(2_000)}tail`);
});
