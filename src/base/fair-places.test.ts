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

test('so many may wait for one, and so many for all', async () => {
  const places = new FairPlaces(1);
  await places.enter('a');
  let entered = 0;
  const wait = (whom: string) => void places.enter(whom).then(() => (entered += 1));
  for (let waiting = 0; waiting < 64; waiting += 1) wait('flood');
  await expect(places.enter('flood')).rejects.toMatchObject({
    code: 'capture_capacity',
    retryAfterSeconds: 1,
  });
  for (let waiting = 64; waiting < 512; waiting += 1) wait(`address ${waiting}`);
  await expect(places.enter('another')).rejects.toMatchObject({ code: 'capture_capacity' });
  for (let left = 0; left < 513; left += 1) places.leave();
  await new Promise((resolve) => setImmediate(resolve));
  expect(entered).toBe(512);
  await places.enter('flood');
});

test('who has gone waits no longer and takes no place', async () => {
  const places = new FairPlaces(1);
  await places.enter('a');
  const gone = new AbortController();
  const waiting = places.enter('b', gone.signal);
  const next = places.enter('b');
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  places.leave();
  await next;
  places.leave();
  await expect(places.enter('c', gone.signal)).rejects.toThrow('gone');
  await places.enter('c');
});

test('who goes at the moment of being let in has the place', async () => {
  const places = new FairPlaces(1);
  await places.enter('a');
  const gone = new AbortController();
  const waiting = places.enter('b', gone.signal);
  places.leave();
  gone.abort(new Error('gone'));
  await waiting;
});
