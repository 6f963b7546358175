import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { queryOf, WIDE_LIMITS } from '../fixtures/engine-query.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { makeKey } from './operation-calls.ts';

/**
 * One call of half a second or more for each row, in which the engine looks at nothing; no query of the dialect can
 * make it. A row takes 100 MB.
 */
const stubborn = (rows: number) =>
  `SELECT length(h3kRing(toUInt64(644325529233966508), toUInt16(materialize(2000)))) FROM numbers(${rows})`;

/** Rows that keep one processor busy for four seconds or more, twice as long as it takes to tell the caller. */
const ALONE = 10;

/** As `ALONE`, for six queries that share the processors of this machine. */
const TOGETHER = Math.ceil(ALONE * Math.min(1, availableParallelism() / 6));

function processOf({ engine }: TestService): number | undefined {
  return engine.processId();
}

/**
 * A query that the engine does not end holds the places of its caller, and nobody else's. [SPEC-7.8], [ENG-2.6].
 * @param isDeep also six of them, which keep all processors busy until they end
 */
export function describeStuckQueries({ isDeep }: { readonly isDeep: boolean }): void {
  let service: TestService;
  let others: string;
  let engineProcess: number | undefined;

  beforeAll(async () => {
    service = await startTestService({ queueTimeoutMs: 500, maxQueriesPerKey: 3, maxQueriesPerProject: 6 });
    others = (await makeKey(service, { scopes: ['query:read'] })).value;
    engineProcess = processOf(service);
  });
  afterAll(() => service.close());

  /** Runs it as a run does, for a caller who leaves or whose time is over. */
  function runStubborn(keyId: string, leave: 'by leaving' | 'by time', rows = TOGETHER): Promise<unknown> {
    const signal = leave === 'by leaving' ? AbortSignal.timeout(300) : new AbortController().signal;
    const timeoutMs = leave === 'by time' ? 200 : 60_000;
    const limits = { ...WIDE_LIMITS, maxMemoryBytes: 6_000_000_000, timeoutMs };
    const runId = newUuid();
    return service.services.admission.charge({ projectId: 1, keyId, signal })(runId, () =>
      service.services.engine.query({ ...queryOf(stubborn(rows), { limits, signal }), runId }),
    );
  }

  const runSmall = (key: string) =>
    service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query: 'select 1' } }, key });

  if (isDeep)
    test('six abandoned queries hold their places until the engine has ended them, and the engine stays', async () => {
      const { admission } = service.services;
      const abandoned = ['a', 'b'].flatMap((keyId) => [
        expect(runStubborn(keyId, 'by leaving')).rejects.toMatchObject({ code: 'query_cancelled' }),
        expect(runStubborn(keyId, 'by leaving')).rejects.toMatchObject({ code: 'query_cancelled' }),
        expect(runStubborn(keyId, 'by time')).rejects.toMatchObject({ code: 'query_timeout' }),
      ]);
      await Promise.all(abandoned);
      // All callers were told; the engine is still at their queries.
      expect(admission.running).toBe(6);
      await expect(runStubborn('a', 'by time')).rejects.toMatchObject({ code: 'throttled', status: 429 });
      await expect.poll(() => admission.running, { timeout: 120_000, interval: 200 }).toBe(0);
      expect(processOf(service)).toBe(engineProcess);
    }, 180_000);

  test('a key whose work is stuck gets no place, other keys go on meanwhile', async () => {
    await expect(runStubborn('a', 'by leaving', ALONE)).rejects.toMatchObject({ code: 'query_cancelled' });
    const { read } = service.services.admission.lanes;
    await expect.poll(() => read.stuck, { timeout: 10_000 }).toBe(1);
    await expect(runStubborn('a', 'by time')).rejects.toMatchObject({ code: 'throttled', status: 429 });
    expect((await runSmall(others)).json.results).toEqual([[1]]);
    await expect.poll(() => read.running, { timeout: 120_000, interval: 200 }).toBe(0);
  }, 180_000);
}
