import { afterEach, expect, test } from 'vitest';
import { stopwatchMs } from './clock.ts';
import { LoopWatch } from './loop-watch.ts';
import type { Observation } from './observation.ts';

const seen: Observation[] = [];
const watch = new LoopWatch((observation) => void seen.push(observation));
afterEach(() => watch.stop());

const stalls = () => seen.filter(({ kind }) => kind === 'loop_stall');
const longDelays = () => seen.filter((one) => one.kind === 'loop_delay' && one.delayMs > 50).length;

function hold(milliseconds: number): void {
  for (const until = stopwatchMs() + milliseconds; stopwatchMs() < until; );
}

async function untilLong(count: number): Promise<void> {
  while (longDelays() < count) await new Promise((resume) => setTimeout(resume, 5));
}

test('a stall is told with the routes around it, the next ones are counted', async () => {
  watch.start();
  watch.began('/waiting');
  await new Promise((resume) => setTimeout(resume, 60));
  watch.began('/heavy');
  hold(150);
  watch.ended('/heavy');
  await untilLong(1);
  expect(stalls()).toEqual([
    { kind: 'loop_stall', delayMs: expect.any(Number), routes: ['/heavy', '/waiting'], untold: 0 },
  ]);
  const before = longDelays();
  hold(150);
  await untilLong(before + 1);
  expect(stalls()).toHaveLength(1);
});
