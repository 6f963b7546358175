import { expect, test } from 'vitest';
import { startTestService } from '../../fixtures/start-service.ts';
import { scaled, seed } from '../../fixtures/test-scale.ts';
import { judgeInterleaved } from './judge-interleaved.ts';

// [SPEC-7.14.4]. Whole runs over sockets; the constraint alone is judged in `test/insights/constrained-runs`.

const CALLS = scaled(10_000);

test(`${CALLS} runs by tokens of two tenants, interleaved, show each its own rows, seed ${seed()}`, async () => {
  const service = await startTestService();
  try {
    const verdict = await judgeInterleaved(service, { calls: CALLS, seed: seed() });
    expect(verdict.disagreements).toEqual([]);
    expect(verdict.asked).toBeGreaterThanOrEqual(CALLS);
    expect(verdict.answered).toBeGreaterThan(CALLS * 0.8);
    expect(verdict.cached).toBeGreaterThan(CALLS / 4);
  } finally {
    await service.close();
  }
});
