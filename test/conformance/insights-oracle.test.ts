import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { randomTrends } from '../oracle/generate-query.ts';
import { type MakeQuery, runCases } from '../oracle/run-cases.ts';

// Five in a hundred of the generated cases; `insights-oracle.deep.test.ts` runs them all.

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

test.each<[string, MakeQuery]>([['trends', randomTrends]])(
  '%s answers as the plain loops do',
  async (_kind, makeQuery) => {
    expect(await runCases(service, makeQuery, { count: 100, worlds: 4, seed: 1 })).toEqual([]);
  },
  120_000,
);
