import { onTestFinished, test } from 'vitest';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { simulateMany } from './simulate-many.ts';
import { openSimulatedStore } from './simulated-parts.ts';

test('in 10,000 simulated histories every build is made once, in order and in time', async () => {
  const database = await openSimulatedStore();
  onTestFinished(() => database.close());
  const report = await simulateMany(database, seed() + 1_000, scaled(10_000));
  console.log(`seed ${seed()}:`, report);
});
