import { expect } from 'vitest';
import type { TestService } from '../fixtures/start-service.ts';

/**
 * Asks what `scripts/write-upgrade-fixture.ts` stored, of the events that it sent. Five notes: ada, whose plan is pro,
 * wrote 120 words on the 5th and 80 on the 6th; bob, whose plan is free, 10 on the 6th and, from the phone that was
 * merged into him, 5 on the 7th; eve, who has no plan and is a test account, 1 on the 7th.
 */
export async function askEndpoints(service: TestService): Promise<void> {
  const run = async (name: string, body: object = {}) => {
    const { json } = await service.call('POST', `endpoints/${name}/run`, { body });
    return json.results;
  };
  expect(await run('words-by-plan')).toEqual([
    ['pro', 2, 200],
    ['free', 2, 15],
    [null, 1, 1],
  ]);
  expect(await run('words-of', { variables: { plan: 'free' } })).toEqual([[15]]);
  expect(await run('words-by-day')).toEqual([
    ['2026-01-05', 120],
    ['2026-01-06', 90],
    ['2026-01-07', 6],
  ]);
  expect(await run('notes-by-day')).toMatchObject([{ data: [1, 2, 1] }]);
  expect(await run('long-notes')).toMatchObject([{ data: [1, 1, 0] }]);
}
