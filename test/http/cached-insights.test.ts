import { beforeAll, expect, test } from 'vitest';
import { cacheViolations } from '../fixtures/cached-answers.ts';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

test('every kind answers the same computed, from the cache and computed again', async () => {
  expect(await cacheViolations(service, INSIGHT_KINDS, { seed: 11, queriesPerKind: 2 })).toEqual([]);
});
