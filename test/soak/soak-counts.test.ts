import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SoakCounts } from './soak-counts.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const pass = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1_000);

test('the tenths of a soak of three minutes have readings, however long its start and its end take', () => {
  const counts = new SoakCounts();
  pass(40);
  for (let second = 0; second < 180; second += 1) {
    counts.read(process.pid);
    counts.waited(second < 90 ? 10 : 30);
    pass(1);
  }
  pass(60);
  const { text } = counts.report();
  const readings = 'memory [1-9]\\d* MB, descriptors [1-9]\\d*';
  expect(text).toMatch(new RegExp(`first tenth: 18 answers, p50 10 ms, p99 10 ms, ${readings}`));
  expect(text).toMatch(new RegExp(`last tenth: 18 answers, p50 30 ms, p99 30 ms, ${readings}`));
});
