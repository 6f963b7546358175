import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { type BatchedCall, runBatch } from '../../src/services/run/run-batch.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { callOf } from '../kv/run-beside.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const query = { kind: 'HogQLQuery', query: 'select 1 as n' };
  await service.call('POST', 'endpoints', { body: { name: 'one', query } });
});

afterAll(() => service.close());

// [SPEC-3.8.2].
test('an answer for which there was no place is not held for later calls that ask the same', async () => {
  const noPlace = new AppError('query_too_large', 'There is no place.');
  const outcomes: string[] = [];
  const call: BatchedCall = {
    begin: async () => callOf('one', {}),
    end: (outcome) => {
      outcomes.push('answer' in outcome ? 'answer' : String(outcome.thrown));
      return 'answer' in outcome ? noPlace : undefined;
    },
  };
  await runBatch(
    service.services,
    Array.from({ length: 20 }, () => call),
  );
  // Those that ran at once waited for one answer.
  expect(outcomes.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'answer'));
  expect(outcomes.slice(4)).toEqual(Array.from({ length: 16 }, () => String(noPlace)));
});
