import { expect, test } from 'vitest';
import { stopRequests } from './stop-requests.ts';

const EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const;

test('a start that failed leaves no listener on the process', () => {
  const counts = () => EVENTS.map((event) => process.listenerCount(event));
  const before = counts();
  const { forget } = stopRequests();
  expect(counts()).toEqual(before.map((count) => count + 1));
  forget();
  expect(counts()).toEqual(before);
});

test('a signal aborts', () => {
  const { asked, forget } = stopRequests();
  process.emit('SIGHUP');
  forget();
  expect(asked.aborted).toBe(true);
});
