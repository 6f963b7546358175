import { expect, test } from 'vitest';
import { FairPlaces } from './fair-places.ts';

// [CAP-2.4].

test('whoever sends many at once waits behind their own', async () => {
  const places = new FairPlaces(2);
  const entered: string[] = [];
  const enter = (whom: string) => void places.enter(whom).then(() => entered.push(whom));
  for (const whom of ['many', 'many', 'many', 'many', 'many', 'one', 'another']) enter(whom);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(entered).toEqual(['many', 'many']);
  for (let left = 0; left < 5; left += 1) places.leave();
  await turn();
  expect(entered.slice(2)).toEqual(['many', 'one', 'another', 'many', 'many']);
});

test('a place that nobody waits for is there for the next', async () => {
  const places = new FairPlaces(1);
  await places.enter('a');
  places.leave();
  await places.enter('b');
  const waiting = places.enter('c');
  places.leave();
  await waiting;
});
