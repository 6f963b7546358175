import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { randomTrends } from '../oracle/generate-query.ts';
import { type MakeQuery, runCases } from '../oracle/run-cases.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

test.each<[string, MakeQuery]>([['trends', randomTrends]])(
  '%s answers as the plain loops do',
  async (kind, makeQuery) => {
    const start = seed();
    const count = scaled(2000);
    console.log(`${kind}: ${count} cases from seed ${start}`);
    expect(
      await runCases(service, makeQuery, { count, worlds: Math.max(2, scaled(50)), seed: start }),
    ).toEqual([]);
  },
);
