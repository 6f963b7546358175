import { expect, test } from 'vitest';
import { RandomSource } from '../fixtures/random-source.ts';
import { SimulatedProcess, SimulatedTime } from './simulated-time.ts';
import { TimerHeap } from './timer-heap.ts';

test('what is due comes by its time, and in the order in which it was set', () => {
  const random = new RandomSource(1);
  const heap = new TimerHeap<{ readonly atMs: number; readonly name: number }>();
  const all = Array.from({ length: 500 }, (_, name) => ({ atMs: random.below(40), name }));
  const taken: unknown[] = [];
  for (const [at, timer] of all.entries()) {
    heap.push(timer);
    if (at % 7 === 0) taken.push(heap.takeNext(Number.POSITIVE_INFINITY));
  }
  expect(heap.takeNext(-1)).toBeUndefined();
  const rest: unknown[] = [];
  while (heap.size > 0) rest.push(heap.takeNext(40));
  expect(rest).toEqual(
    all.filter((timer) => !taken.includes(timer)).sort((a, b) => a.atMs - b.atMs || a.name - b.name),
  );
});

test('an interval that is cleared after its process was frozen and thawed is over', async () => {
  const time = new SimulatedTime();
  const process = new SimulatedProcess('one');
  const restore = time.install();
  try {
    let ticks = 0;
    const interval = time.as(process, () => setInterval(() => (ticks += 1), 10));
    await time.runUntil(15);
    time.freeze(process);
    await time.runUntil(45);
    expect(ticks).toBe(1);
    time.thaw(process);
    await time.runUntil(50);
    expect(ticks).toBe(2);
    clearInterval(interval);
    await time.runUntil(200);
    expect(ticks).toBe(2);
    expect(time.waiting).toBe(0);
  } finally {
    restore();
  }
});
