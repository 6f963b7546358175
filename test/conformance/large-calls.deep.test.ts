import { expect, test } from 'vitest';
import { largeCalls } from '../fixtures/large-calls.ts';
import { runLargeCalls } from '../fixtures/run-large-calls.ts';
import { scaled } from '../fixtures/test-scale.ts';

test('every function ends in time, in memory and with a reason, however large its arguments', async () => {
  const all = largeCalls();
  const step = Math.max(1, Math.round(all.length / scaled(all.length)));
  const calls = all.filter((_, at) => at % step === 0);
  const { answered, defects } = await runLargeCalls(calls);
  expect(defects).toEqual([]);
  // The arguments fit: most calls run.
  expect(answered).toBeGreaterThan(calls.length / 4);
}, 7_200_000);
