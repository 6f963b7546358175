import { expect, test } from 'vitest';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { lookUpOneHour } from './event-ids-of-an-hour.ts';

// [ENG-7.3], decision 0041; the same of ten million ids in `event-ids-of-an-hour.deep.test.ts`.

test('to look for the ids of an hour reads where they lie, and little more', async () => {
  const { engine, close } = await startTestEngine();
  const { granules, fewest, allGranules } = await lookUpOneHour(engine, 200_000);
  expect(allGranules).toBeGreaterThan(700);
  expect(granules).toBeLessThanOrEqual(fewest);
  await close();
});
