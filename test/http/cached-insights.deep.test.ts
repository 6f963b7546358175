import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheViolations } from '../fixtures/cached-answers.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

test.each(INSIGHT_KINDS)(
  `$kind answers the same computed, from the cache and computed again, seed ${seed()}`,
  async (kind) => {
    const cases = { seed: (seed() % 1000) * 100 + kind.place, queriesPerKind: scaled(100) };
    expect(await cacheViolations(service, [kind], cases)).toEqual([]);
  },
);
