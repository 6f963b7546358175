import { expect, test } from 'vitest';
import { largeCalls } from '../fixtures/large-calls.ts';
import { runLargeCalls } from '../fixtures/run-large-calls.ts';

// Functions with large but permitted arguments: here those that were stubborn, in `large-calls.deep.test.ts` a sample
// of all. [SQL-11.5].

/** Functions that held the engine for minutes. */
const STUBBORN =
  /^(repeat|position|countSubstrings|replaceAll|has|hasAll|hasAny|indexOf|countEqual|arrayIntersect|arrayMap|toBool|h3kRing|range|arrayEnumerateUniq|shape), /;

test('what held the engine ends in time, in memory and with a reason', async () => {
  const calls = largeCalls().filter(({ name }) => STUBBORN.test(name));
  const { answered, defects } = await runLargeCalls(calls);
  expect(defects).toEqual([]);
  expect(answered).toBeGreaterThan(0);
}, 600_000);
