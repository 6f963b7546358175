import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { FairPlaces } from './fair-places.ts';

// [CAP-2.4].

const open = (places: number) => new FairPlaces<string>({ places, waiting: 512, waitingForOne: 64 });
const full = (isOwnShare: boolean) => new AppError(isOwnShare ? 'throttled' : 'capture_capacity', 'full');

test('whoever sends many at once waits behind their own', async () => {
  const places = open(2);
  const entered: string[] = [];
  const enter = (whom: string) => void places.enter(whom, full).then(() => entered.push(whom));
  for (const whom of ['many', 'many', 'many', 'many', 'many', 'one', 'another']) enter(whom);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(entered).toEqual(['many', 'many']);
  for (let left = 0; left < 5; left += 1) places.leave();
  await turn();
  expect(entered.slice(2)).toEqual(['many', 'one', 'another', 'many', 'many']);
});

test('a place that nobody waits for is there for the next', async () => {
  const places = open(1);
  await places.enter('a', full);
  places.leave();
  await places.enter('b', full);
  const waiting = places.enter('c', full);
  places.leave();
  await waiting;
});

test('so many may wait for one, and so many for all', async () => {
  const places = open(1);
  await places.enter('a', full);
  let entered = 0;
  const wait = (whom: string) => void places.enter(whom, full).then(() => (entered += 1));
  for (let waiting = 0; waiting < 64; waiting += 1) wait('flood');
  await expect(places.enter('flood', full)).rejects.toMatchObject({ code: 'throttled' });
  for (let waiting = 64; waiting < 512; waiting += 1) wait(`address ${waiting}`);
  await expect(places.enter('another', full)).rejects.toMatchObject({ code: 'capture_capacity' });
  for (let left = 0; left < 513; left += 1) places.leave();
  await new Promise((resolve) => setImmediate(resolve));
  expect([entered, places.taken, places.waiting]).toEqual([512, 0, 0]);
  await places.enter('flood', full);
});

test('who has gone waits no longer and takes no place', async () => {
  const places = open(1);
  await places.enter('a', full);
  const gone = new AbortController();
  const waiting = places.enter('b', full, gone.signal);
  const next = places.enter('b', full);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  places.leave();
  await next;
  places.leave();
  await expect(places.enter('c', full, gone.signal)).rejects.toThrow('gone');
  await places.enter('c', full);
});

test('who goes at the moment of being let in has the place', async () => {
  const places = open(1);
  await places.enter('a', full);
  const gone = new AbortController();
  const waiting = places.enter('b', full, gone.signal);
  places.leave();
  gone.abort(new Error('gone'));
  await waiting;
});
