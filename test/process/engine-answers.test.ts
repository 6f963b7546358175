import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineQuery, EngineStream, StreamedFormat } from '../../src/adapters/engine/engine.ts';
import { ENGINE_ERRORS } from '../../src/adapters/engine/engine-error.ts';
import type { EngineParameter } from '../../src/base/engine-parameter.ts';
import { queryOf, WIDE_LIMITS } from '../fixtures/engine-query.ts';
import { rowsOf } from '../fixtures/engine-rows-of.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

// [ENG-4.1], [ENG-5.1], [ENG-5.3] and [ENG-6.1] to [ENG-6.4]: what goes in as values and texts, what comes out as
// bytes.

let started: TestEngine;

beforeAll(async () => {
  started = await startTestEngine();
  await started.engine.ensureProject(1);
});
afterAll(() => started.close());

async function rowOf(sql: string, given: Partial<EngineQuery> = {}): Promise<readonly unknown[] | undefined> {
  return rowsOf(await started.engine.query(queryOf(sql, given)))[0];
}

describe('[ENG-4.1]: texts that the front refuses although roles would not stop them', () => {
  test.each([
    "SELECT file('/etc/passwd')",
    "SELECT `file`('/etc/passwd')",
    'SELECT "file"(\'/etc/passwd\')',
    "SELECT file /* */ ('/etc/passwd')",
    "SELECT file\n('/etc/passwd')",
    'SELECT 1 SETTINGS max_threads = 1',
    'SELECT 1 FORMAT CSV',
    "SELECT 1 INTO OUTFILE '/tmp/sluice-must-not-exist'",
    'SELECT query FROM system.processes',
    'SELECT query FROM `system`.processes',
    'SELECT * FROM mergeTreeIndex(app, events)',
    'SELECT 1; SELECT 2',
    'SHOW TABLES FROM app',
  ])('%s', async (sql) => {
    const guarded = await guardedEngine();
    await expect(guarded.engine.query(queryOf(sql))).rejects.toMatchObject({ code: 'internal_error' });
  });

  let guarded: Promise<TestEngine> | undefined;
  async function guardedEngine(): Promise<TestEngine> {
    guarded ??= startTestEngine({ allowedFunctions: ['plus', 'count'] }).then(async (test) => {
      await test.engine.ensureProject(1);
      return test;
    });
    return await guarded;
  }

  test('allowed functions and numbers() pass', async () => {
    const { engine } = await guardedEngine();
    const answer = await engine.query(queryOf('SELECT plus(count(), 1) FROM numbers(2)'));
    expect(rowsOf(answer)).toEqual([[3]]);
  });

  afterAll(async () => (await guarded)?.close());
});

const HOSTILE = [
  '',
  "'",
  "\\'",
  "'); SET ROLE writer; --",
  '\\N',
  'NULL',
  'a\0b',
  'tab\t line\n return\r back\b feed\f',
  '\\t\\n\\\\',
  '"`{a:String}',
  'é 日本 🙂',
  '\u2028\ufeff',
];

describe('[ENG-5.3]: values arrive as they are', () => {
  test.each(HOSTILE.map((value) => [JSON.stringify(value), value] as const))('text %s', async (_, value) => {
    const parameters = {
      one: { type: 'String', value },
      list: { type: 'Array(String)', value: [value, value] },
      some: { type: 'Array(Nullable(String))', value: [null, value] },
      maybe: { type: 'Nullable(String)', value },
    };
    const sql =
      'SELECT {one:String}, {list:Array(String)}, {some:Array(Nullable(String))}, {maybe:Nullable(String)}';
    expect(await rowOf(sql, { parameters })).toEqual([value, [value, value], [null, value], value]);
  });

  test.each<readonly [string, EngineParameter, unknown]>([
    ['null', { type: 'Nullable(String)', value: null }, null],
    ['the largest integer', { type: 'Int64', value: 9223372036854775807n }, '9223372036854775807'],
    [
      'the largest unsigned integer',
      { type: 'UInt64', value: 18446744073709551615n },
      '18446744073709551615',
    ],
    ['a float', { type: 'Float64', value: 0.1 }, 0.1],
    ['a small float', { type: 'Float64', value: 5e-324 }, 5e-324],
    ['a boolean', { type: 'Bool', value: true }, true],
    ['a list of booleans', { type: 'Array(Bool)', value: [true, false] }, [true, false]],
    ['a list of integers', { type: 'Array(Nullable(Int64))', value: [1n, null] }, ['1', null]],
    ['an empty list', { type: 'Array(String)', value: [] }, []],
    ['a day', { type: 'Date', value: '2024-02-29' }, '2024-02-29'],
    ['a list of days', { type: 'Array(Date)', value: ['2024-02-29'] }, ['2024-02-29']],
    ['an early day', { type: 'Date32', value: '1900-01-01' }, '1900-01-01'],
    [
      'a moment',
      { type: "DateTime64(6, 'UTC')", value: '2026-03-01 23:59:59.123456' },
      '2026-03-01T23:59:59.123456Z',
    ],
    [
      'a moment of another zone',
      { type: "DateTime64(6, 'Asia/Tokyo')", value: '2026-03-01 09:00:00' },
      '2026-03-01T00:00:00.000000Z',
    ],
    [
      'a list of moments',
      { type: "Array(DateTime64(3, 'UTC'))", value: ['2026-03-01 09:00:00.5'] },
      ['2026-03-01T09:00:00.500Z'],
    ],
    [
      'a UUID',
      { type: 'UUID', value: '00000000-0000-4000-8000-00000000000f' },
      '00000000-0000-4000-8000-00000000000f',
    ],
  ])('%s', async (_, parameter, expected) => {
    const sql = `SELECT {value:${parameter.type}}`;
    expect(await rowOf(sql, { parameters: { value: parameter }, int64AsString: true })).toEqual([expected]);
  });
});

test('[ENG-5.1]: parameters of any length arrive', async () => {
  const list = Array.from({ length: 10_000 }, (_, index) => `${HOSTILE[index % HOSTILE.length]}${index}`);
  const text = 'é\n'.repeat(500_000);
  const parameters = {
    list: { type: 'Array(String)', value: list },
    text: { type: 'String', value: text },
  };
  const sql = 'SELECT {list:Array(String)},\n {text:String}';
  expect(await rowOf(sql, { parameters })).toEqual([list, text]);
  expect(rowsOf(await started.engine.command(sql, parameters))).toEqual([[list, text]]);
});

describe('[ENG-6.1]: values leave in one form', () => {
  test.each([
    ['64-bit integers', 'toInt64(-9007199254740993)', '-9007199254740993'],
    ['decimals', "toDecimal64('1.5', 4)", '"1.5000"'],
    ['numbers that are none', 'nan', 'null'],
    ['infinity', 'inf', 'null'],
    ['slashes', "'a/b'", '"a/b"'],
    ['moments', "toDateTime64('2026-01-05 09:00:00.25', 3, 'Asia/Tokyo')", '"2026-01-05T00:00:00.250Z"'],
    ['days', "toDate('2026-01-05')", '"2026-01-05"'],
    ['bytes that are no UTF-8', "unhex('ff')", '"\ufffd"'],
    ['floats', '1 / 3', '0.3333333333333333'],
  ])('%s', async (_, expression, written) => {
    const { rows } = await started.engine.query(queryOf(`SELECT ${expression}`));
    expect(Buffer.from(rows).toString()).toBe(`[${written}]`);
  });
});

describe('[ENG-6.2]: rows are cut out of the answer without being parsed', () => {
  test.each([0, 1, 2, 50_000])('%i rows', async (count) => {
    const sql = `SELECT number, '],\n\t[' AS text, [[1], [2]] AS lists FROM numbers(${count})`;
    const answer = await started.engine.query(queryOf(sql));
    expect(answer.rowCount).toBe(count);
    expect(rowsOf(answer)).toHaveLength(count);
    if (count < 2) return;
    const withoutLast = Buffer.from(answer.rows.subarray(0, answer.lastRowStart - 1));
    expect(JSON.parse(`[${withoutLast}]`)).toHaveLength(count - 1);
  });
});

async function bytesOf({ body }: EngineStream): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function streamBytes(sql: string, format: StreamedFormat): Promise<Buffer> {
  return await bytesOf(await started.engine.stream(queryOf(sql), format));
}

// [ENG-4.3]
describe('[ENG-6.3]: a streamed answer is one document', () => {
  const sql = 'SELECT number AS n, toString(number) AS text FROM numbers(300000)';

  test('as CSV, with one head', async () => {
    const lines = (await streamBytes(sql, 'CSVWithNames')).toString().split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['"n","text"', '0,"0"']);
    expect(lines.filter((line) => line.includes('text'))).toHaveLength(1);
    expect(lines).toHaveLength(300_002);
  });

  test('as lines of JSON', async () => {
    const lines = (await streamBytes(sql, 'JSONEachRow')).toString().trimEnd().split('\n');
    expect(JSON.parse(lines[299_999] ?? '')).toEqual({ n: 299_999, text: '299999' });
  });

  test('as Parquet', async () => {
    const bytes = await streamBytes(sql, 'Parquet');
    expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
    expect(bytes.indexOf('PAR1', 4)).toBe(bytes.length - 4);
  });

  test('as Arrow', async () => {
    const bytes = await streamBytes(sql, 'ArrowStream');
    expect(bytes.readUInt32LE(0)).toBe(0xffffffff);
    expect(bytes.subarray(-8)).toEqual(Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]));
  });

  test('without rows', async () => {
    expect((await streamBytes('SELECT 1 AS n WHERE 0', 'CSVWithNames')).toString()).toBe('"n"\r\n');
  });

  test('with statistics at its end', async () => {
    const stream = await started.engine.stream(queryOf(sql), 'JSONEachRow');
    await bytesOf(stream);
    expect(await stream.statistics).toMatchObject({ rowsRead: 300_000 });
  });
});

describe('[ENG-6.3], [ENG-6.4]: a streamed answer never looks complete when it is not', () => {
  test('an error before the first row is told at once', async () => {
    const failing = started.engine.stream(queryOf("SELECT toInt64('x')"), 'CSVWithNames');
    await expect(failing).rejects.toMatchObject({ code: 'query_failed' });
  });

  test('an error in the middle breaks the stream', async () => {
    const sql = "SELECT number, repeat('x', 100), throwIf(number = 900000) FROM numbers(1000000)";
    await expect(streamBytes(sql, 'CSVWithNames')).rejects.toMatchObject({ code: 'query_failed' });
  });

  test('an error in the middle reaches a consumer who reads slowly', async () => {
    const sql = "SELECT number, repeat('x', 100), throwIf(number = 190000) FROM numbers(200000)";
    // On a busy machine the engine may be at the error before the answer has begun.
    const read = async () => {
      const { body } = await started.engine.stream(queryOf(sql), 'CSVWithNames');
      for await (const chunk of body) await delay(chunk.length > 0 ? 30 : 0);
    };
    await expect(read()).rejects.toMatchObject({ code: 'query_failed' });
  });

  test('more rows than the limit break the stream', async () => {
    const limits = { ...WIDE_LIMITS, maxResultRows: 500_000 };
    const stream = await started.engine.stream(
      queryOf('SELECT number FROM numbers(1000000)', { limits }),
      'CSVWithNames',
    );
    await expect(bytesOf(stream)).rejects.toMatchObject({ code: 'query_too_large' });
  });

  test('a consumer who leaves ends the query, and its pipe serves the next one', async () => {
    for (let round = 0; round < 10; round += 1) {
      // Its parameter makes the engine keep another text of the query. No limit of the answer ends it.
      const query = queryOf('SELECT repeat({text:String}, 1000) FROM numbers(100000000)', {
        parameters: { text: { type: 'String', value: 'x' } },
        limits: { ...WIDE_LIMITS, maxResultRows: 1e9, maxResultBytes: 1e12 },
      });
      const { body } = await started.engine.stream(query, 'JSONEachRow');
      for await (const _ of body) break;
      await expect.poll(() => runningQueries(query.runId), { timeout: 10_000 }).toBe(0);
    }
    expect((await streamBytes('SELECT 1 AS n', 'CSVWithNames')).toString()).toBe('"n"\r\n1\r\n');
  });

  test('a consumer who reads slowly holds the query back', async () => {
    const query = queryOf("SELECT number, repeat('x', 1000) FROM numbers(10000000)");
    const stream = await started.engine.stream(query, 'JSONEachRow');
    await stream.body[Symbol.asyncIterator]().next();
    await expect.poll(() => runningQueries(query.runId)).toBe(1);
    expect(await rowOf('SELECT 1')).toEqual([1]);
    expect(await started.engine.cancel(query.runId)).toBe(true);
  });

  async function runningQueries(runId: string): Promise<unknown> {
    const sql = "SELECT count() FROM system.processes WHERE Settings['log_comment'] = {run_id:String}";
    const parameters = { run_id: { type: 'String', value: runId } };
    return rowsOf(await started.engine.command(sql, parameters))[0]?.[0];
  }
});

test('errors of the engine have the numbers that the table says', async () => {
  const expected = Object.values(ENGINE_ERRORS).flatMap((errors) => Object.entries(errors));
  const sql = 'SELECT errorCodeToName({number:UInt32})';
  for (const [name, value] of expected) {
    const number = { type: 'UInt32', value };
    expect(await rowOf(sql, { parameters: { number } })).toEqual([name]);
  }
});

test('an error tells nothing of the engine', async () => {
  const failing = started.engine.query(queryOf('SELECT nothing FROM app.events'));
  await expect(failing).rejects.toMatchObject({
    code: 'internal_error',
    message: 'The query failed inside the service.',
  });
});
