import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EngineQuery } from '../../src/adapters/engine/engine.ts';
import { queryOf, WIDE_LIMITS } from '../fixtures/engine-query.ts';
import { rowsOf } from '../fixtures/engine-rows-of.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

// [ENG-2.1] to [ENG-2.3], [ENG-2.5], [ENG-2.7] and [ENG-2.9]: how requests become sessions. Times are only compared
// with each other.

let started: TestEngine;

beforeAll(async () => {
  started = await startTestEngine();
  await started.engine.ensureProject(1);
});
afterAll(() => started.close());

async function firstValue(sql: string, given: Partial<EngineQuery> = {}): Promise<unknown> {
  return rowsOf(await started.engine.query(queryOf(sql, given)))[0]?.[0];
}

/** Runs `count` works, eight at a time. */
async function runMany(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

test('[ENG-2.1]: answers hold no bytes of queries that failed or were left before', async () => {
  const failing = "SELECT throwIf(number = 90000), 'somebody else' FROM numbers(100000)";
  await runMany(96, async (index) => {
    if (index % 4 === 0)
      await expect(started.engine.query(queryOf(failing))).rejects.toMatchObject({ code: 'query_failed' });
    else if (index % 4 === 1)
      await expect(
        started.engine.query(queryOf('SELECT sleep(1)', { signal: AbortSignal.timeout(5) })),
      ).rejects.toMatchObject({ code: 'query_cancelled' });
    else expect(await firstValue(`SELECT 'answer ${index}'`)).toBe(`answer ${index}`);
  });
});

describe('[ENG-2.2]: slow queries do not delay fast ones', () => {
  test.each([
    ['in the main query', 'SELECT sleep(2)'],
    ['in a scalar sub-query, which the engine computes before it starts', 'SELECT (SELECT sleep(2))'],
  ])('%s', async (_, slow) => {
    let slowOnesDone = 0;
    const slowOnes = [1, 2, 3].map(async () => {
      await firstValue(slow);
      slowOnesDone += 1;
    });
    for (let index = 0; index < 20; index += 1) await firstValue('SELECT 1');
    expect(slowOnesDone).toBe(0);
    await Promise.all(slowOnes);
  });
});

test('[ENG-5.1]: queries with parameters run beside each other', async () => {
  const order: string[] = [];
  const run = async (name: string, seconds: number) => {
    const parameters = { seconds: { type: 'Float64', value: seconds } };
    await firstValue('SELECT sleep({seconds:Float64})', { parameters });
    order.push(name);
  };
  await Promise.all([run('slow', 2), run('medium', 1), run('fast', 0)]);
  expect(order).toEqual(['fast', 'medium', 'slow']);
});

test('[ENG-2.1]: settings and parameters of one query do not reach another', async () => {
  const sql = 'SELECT toInt64(1)';
  await runMany(60, async (index) => {
    const int64AsString = index % 2 === 0;
    expect(await firstValue(sql, { int64AsString })).toBe(int64AsString ? '1' : 1);
  });
  await firstValue('SELECT {a:Int64}', { parameters: { a: { type: 'Int64', value: 1 } } });
  await expect(firstValue('SELECT {a:Int64}')).rejects.toMatchObject({ code: 'internal_error' });
});

test('[ENG-2.3]: user queries run without roles, in the database of their project', async () => {
  const sql = "SELECT currentRoles(), currentDatabase(), getSetting('readonly')";
  const answer = await started.engine.query(queryOf(sql));
  expect(rowsOf(answer)).toEqual([[[], 'p_1', 1]]);
});

test('[ENG-3.2]: a project without a database has no readers', async () => {
  await expect(firstValue('SELECT 1', { projectId: 77 })).rejects.toMatchObject({ code: 'internal_error' });
});

test('[ENG-1.5]: as many queries as may run have a thread each, and stopping them needs none of these', async () => {
  const { engine } = started;
  const queries = Array.from({ length: 8 }, () => queryOf('SELECT sleep(3)'));
  const running = queries.map((query) => expect(engine.query(query)).rejects.toThrow());
  const sleeping = "SELECT count() FROM system.processes WHERE query LIKE 'SELECT sleep(3)%'";
  await expect.poll(async () => rowsOf(await engine.command(sleeping))).toEqual([[8]]);
  for (const { runId } of queries) expect(await engine.cancel(runId)).toBe(true);
  await Promise.all(running);
});

describe('[ENG-2.5]: cancelling', () => {
  const endless = 'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))';

  test('stops the query, which tells its caller so', async () => {
    const query = queryOf(endless);
    const running = expect(started.engine.query(query)).rejects.toMatchObject({ code: 'query_cancelled' });
    expect(await started.engine.cancel(query.runId)).toBe(true);
    await running;
    expect(await started.engine.cancel(query.runId)).toBe(false);
  });

  test('reaches a query that waits for a place', async () => {
    const holding = Array.from({ length: 8 }, () => firstValue('SELECT sleep(1)'));
    const query = queryOf('SELECT 1');
    const waiting = expect(started.engine.query(query)).rejects.toMatchObject({ code: 'query_cancelled' });
    expect(await started.engine.cancel(query.runId)).toBe(true);
    await waiting;
    await Promise.all(holding);
  });

  test('happens in the engine too when the caller leaves', async () => {
    const leaving = new AbortController();
    const query = queryOf(endless, { signal: leaving.signal });
    const running = expect(started.engine.query(query)).rejects.toMatchObject({ code: 'query_cancelled' });
    await expect.poll(() => runningQueries(query.runId)).toBe(1);
    leaving.abort();
    await running;
    await expect.poll(() => runningQueries(query.runId), { timeout: 10_000 }).toBe(0);
  });

  async function runningQueries(runId: string): Promise<unknown> {
    const sql = "SELECT count() FROM system.processes WHERE Settings['log_comment'] = {run_id:String}";
    const parameters = { run_id: { type: 'String', value: runId } };
    return rowsOf(await started.engine.command(sql, parameters))[0]?.[0];
  }
});

describe('[ENG-2.7]: limits', () => {
  const many = 'FROM numbers(1000000000000)';
  test.each([
    ['time', `SELECT count() ${many} WHERE NOT ignore(number)`, { timeoutMs: 200 }, 'query_timeout'],
    ['memory', `SELECT groupArray(number) ${many}`, { maxMemoryBytes: 50_000_000 }, 'query_memory_limit'],
    ['rows', 'SELECT number FROM numbers(1001)', { maxResultRows: 1000 }, 'query_too_large'],
    ['bytes', "SELECT repeat('x', 100000)", { maxResultBytes: 1000 }, 'query_too_large'],
    [
      'rows to read',
      `SELECT count() ${many} WHERE NOT ignore(number)`,
      { maxRowsToRead: 1000 },
      'query_too_large',
    ],
    [
      'bytes to read',
      `SELECT count() ${many} WHERE NOT ignore(number)`,
      { maxBytesToRead: 1000 },
      'query_too_large',
    ],
  ])('of %s end the query', async (_, sql, limit, code) => {
    await expect(firstValue(sql, { limits: { ...WIDE_LIMITS, ...limit } })).rejects.toMatchObject({ code });
  });

  test('of time are told in time by an engine that does not look at them', async () => {
    // One call of seconds, in which it reads no clock.
    const stubborn =
      'SELECT length(h3kRing(toUInt64(644325529233966508), toUInt16(materialize(1000)))) FROM numbers(6)';
    const answer = started.engine.query(queryOf(stubborn, { limits: { ...WIDE_LIMITS, timeoutMs: 200 } }));
    await expect(answer).rejects.toMatchObject({ code: 'query_timeout', status: 400 });
  });

  test('of time end a command of ours too', async () => {
    const endless = started.engine.command(
      `SELECT count() ${many} WHERE NOT ignore(number)`,
      {},
      { timeoutMs: 200 },
    );
    await expect(endless).rejects.toMatchObject({ code: 'query_timeout' });
  });

  test('are met exactly by an answer that just fits', async () => {
    const limits = { ...WIDE_LIMITS, maxResultRows: 1000 };
    const answer = await started.engine.query(queryOf('SELECT number FROM numbers(1000)', { limits }));
    expect(answer.rowCount).toBe(1000);
  });
});

describe('[ENG-2.9]: fairness', () => {
  test('threads and priority reach the engine', async () => {
    const sql = "SELECT getSetting('max_threads'), getSetting('priority')";
    const answer = await started.engine.query(queryOf(sql));
    expect(rowsOf(answer)).toEqual([[1, 1]]);
  });

  test('long work has connections of its own', async () => {
    const { engine, close } = await startTestEngine({ places: { read: 1, long: 2 } });
    await engine.ensureProject(1);
    const order: string[] = [];
    const run = async (name: string, sql: string, priority: number) => {
      await engine.query(queryOf(sql, { limits: { ...WIDE_LIMITS, priority } }));
      order.push(name);
    };
    const longOnes = Array.from({ length: 2 }, () => run('long', 'SELECT sleep(2)', 10));
    const running =
      "SELECT count() FROM system.processes WHERE query LIKE '%sleep(2)%' AND query NOT LIKE '%processes%'";
    await vi.waitUntil(async () => Number(rowsOf(await engine.command(running))[0]?.[0]) === 2, {
      timeout: 1500,
    });
    await Promise.all([...longOnes, run('next long', 'SELECT 1', 10), run('endpoint', 'SELECT 1', 1)]);
    expect(order[0]).toBe('endpoint');
    expect(order[1]).toBe('long');
    await close();
  });
});
