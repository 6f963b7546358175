import { onTestFinished, test } from 'vitest';
import { seed } from '../fixtures/test-scale.ts';
import { simulateMany } from './simulate-many.ts';
import { openSimulatedStore } from './simulated-parts.ts';

// [SPEC-5.2], [SPEC-5.2.1].

test('in simulated histories every build is made once, in order and in time', async () => {
  const database = await openSimulatedStore();
  onTestFinished(() => database.close());
  await simulateMany(database, seed(), 5);
});
