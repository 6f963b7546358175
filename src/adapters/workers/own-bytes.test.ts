import { expect, test } from 'vitest';
import { ownBytes } from './own-bytes.ts';

test.each([0, 1, 1_000, 20_000, 40_000, 100_000])('%d bytes can be handed over', (length) => {
  const given = Buffer.concat([Buffer.alloc(length, 7)]);
  const neighbour = Buffer.from('neighbour');
  const own = ownBytes(given.subarray(0, length));
  structuredClone(own, { transfer: [own.buffer] });
  expect(own.buffer.detached).toBe(true);
  expect(neighbour.toString()).toBe('neighbour');
});

test('bytes that fill their buffer are not copied', () => {
  const given = new Uint8Array(1_000).subarray(10);
  expect(ownBytes(given).buffer).toBe(given.buffer);
});
