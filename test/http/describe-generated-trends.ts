import { expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import { randomTrends } from '../oracle/generate-query.ts';
import { runCases } from '../oracle/run-cases.ts';

/**
 * `test/insights` judges every kind on rows put into the engine by hand. Here a few cases go the whole way: events
 * shuffled and repeated through capture, queries over HTTP.
 */
export function describeGeneratedTrends(count: number): void {
  test(`${count} generated trends over HTTP answer as the plain loops do`, async () => {
    const service = await shareService();
    expect(await runCases(service, randomTrends, { count, worlds: 2, seed: 1 })).toEqual([]);
  }, 120_000);
}
