import { expect, test } from 'vitest';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { lookUpOneHour } from './event-ids-of-an-hour.ts';

// [ENG-7.3], decision 0041; small in `event-ids-of-an-hour.test.ts`.

test('to look for the ids of an hour among ten million reads where they lie, and little more', async () => {
  const { engine, close } = await startTestEngine();
  const { granules, fewest, allGranules } = await lookUpOneHour(engine, 10_000_000);
  expect(allGranules).toBeGreaterThan(39_000);
  expect(granules).toBeLessThanOrEqual(fewest);
  await close();
});
