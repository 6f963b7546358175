import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WaitingEvents } from './waiting-events.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('tells the age of the oldest event that is not written, within a second', () => {
  const waiting = new WaitingEvents();
  expect(waiting.oldestMs).toBe(0);
  waiting.accepted(100);
  vi.advanceTimersByTime(400);
  waiting.accepted(200);
  vi.advanceTimersByTime(5_000);
  waiting.accepted(300);
  expect(waiting.oldestMs).toBe(5_400);
  waiting.written(150);
  expect(waiting.oldestMs).toBe(5_400);
  waiting.written(200);
  expect(waiting.oldestMs).toBe(0);
  vi.advanceTimersByTime(700);
  expect(waiting.oldestMs).toBe(700);
  waiting.written(300);
  expect(waiting.oldestMs).toBe(0);
});
