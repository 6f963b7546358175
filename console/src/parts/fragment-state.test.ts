import { expect, test } from 'vitest';
import { packState, unpackState } from './fragment-state.ts';

const STATE = { body: { variables: { organization: 'Bjørn & “ö” 🚰' }, limit: null }, format: 'json' };

test('a state comes back as it was, and its text is fit for an address', async () => {
  const packed = await packState(STATE);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(await unpackState(packed ?? '')).toEqual(STATE);
});

test('what is too long for an address, or was not packed here, is nothing', async () => {
  const noise = Array.from({ length: 20_000 }, (_, at) => (at * 2_654_435_761) % 4_294_967_296);
  expect(await packState(noise)).toBeNull();
  expect(await unpackState('not-packed')).toBeNull();
  expect(await unpackState('x'.repeat(9000))).toBeNull();
});
