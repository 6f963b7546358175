import { expect, test } from 'vitest';
import { stopwatchMs } from './clock.ts';
import { finish, LoopSlices, type Sliced } from './loop-slices.ts';

/** Holds the loop a millisecond at a time and notes when. */
function* busy(name: string, pieces: number, log: string[]): Sliced<string> {
  for (let piece = 0; piece < pieces; piece += 1) {
    const endMs = stopwatchMs() + 1;
    while (stopwatchMs() < endMs);
    log.push(name);
    yield;
  }
  return `${name} is done`;
}

test('short work is done at once', () => {
  const log: string[] = [];
  void new LoopSlices().run(busy('a', 1, log));
  expect(log).toEqual(['a']);
});

test('works take turns, one slice in each turn of the loop', async () => {
  const slices = new LoopSlices();
  const log: string[] = [];
  const works = ['a', 'b', 'c'].map((name) => slices.run(busy(name, 40, log)));
  let turns = 0;
  const count = () => {
    turns += 1;
    log.push('|');
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  expect(await Promise.all(works)).toEqual(['a is done', 'b is done', 'c is done']);
  clearImmediate(timer);
  const inTurns = log.join('').split('|');
  // What begins before the first turn is the first slice of all three.
  for (const turn of inTurns.slice(1)) expect(new Set(turn).size).toBeLessThanOrEqual(1);
  expect(turns).toBeGreaterThanOrEqual(12);
});

test('work that cannot stop gets a turn of its own', async () => {
  const slices = new LoopSlices();
  const log: string[] = [];
  const works = ['a', 'b', 'c'].map((name) => slices.turn().then(() => log.push(name)));
  const count = () => {
    log.push('|');
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await Promise.all(works);
  clearImmediate(timer);
  expect(log.join('')).toMatch(/^a\|b\|c$/);
});

test('an error ends it, and a signal between two slices', async () => {
  const slices = new LoopSlices();
  await expect(
    slices.run(
      (function* (): Sliced<void> {
        yield;
        throw new Error('broken');
      })(),
    ),
  ).rejects.toThrow('broken');
  const controller = new AbortController();
  const log: string[] = [];
  const work = slices.run(busy('a', 1_000, log), controller.signal);
  controller.abort(new Error('gone'));
  await expect(work).rejects.toThrow('gone');
  expect(log.length).toBeLessThan(100);
});

test('finish does all of it', () => {
  expect(finish(busy('a', 3, []))).toBe('a is done');
});
