import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaStatements } from '../../src/adapters/engine/ddl/schema-statements.ts';
import { EngineChild } from '../../src/adapters/engine/embedded/engine-child.ts';

// The real ClickHouse client against our front: proof that the front speaks the protocol.

let folder: string;
let child: EngineChild;
let writer: ClickHouseClient;
let reader: ClickHouseClient;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-contract-'));
  const data = path.join(folder, 'data');
  const limits = {
    places: { read: 4, long: 1 },
    maxStuckQueries: 4,
    stuckAfterMs: 5_000,
    maxServerMemoryBytes: 2_000_000_000,
  };
  child = await EngineChild.start({ folder: data, allowedFunctions: 'all', ...limits });
  writer = clientOf('writer', 'default');
  for (const query of [...schemaStatements(), 'CREATE DATABASE p_1 ENGINE = Atomic'])
    await writer.command({ query });
  reader = clientOf('reader', 'p_1');
});
afterAll(async () => {
  await writer.close();
  await reader.close();
  await child.end();
  rmSync(folder, { recursive: true, force: true });
});

function clientOf(user: 'reader' | 'writer', database: string): ClickHouseClient {
  const { url, [user]: credentials } = child.address;

  return createClient({
    url,
    log: { level: ClickHouseLogLevel.OFF },
    username: credentials.user,
    password: credentials.password,
    database,
  });
}

test('ping', async () => {
  expect(await reader.ping()).toMatchObject({ success: true });
});

test('a wrong password', async () => {
  const stranger = createClient({
    url: child.address.url,
    username: 'writer',
    password: 'wrong',
    log: { level: ClickHouseLogLevel.OFF },
  });
  await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '516' });
  await stranger.close();
});

describe.each(['reader', 'writer'] as const)('as %s', (user) => {
  const client = () => (user === 'reader' ? reader : writer);

  test('a query with parameters and settings', async () => {
    const result = await client().query({
      query: 'SELECT {id:Int64} AS id, {names:Array(String)} AS names',
      query_params: { id: 5, names: ["it's", 'tab\t'] },
      clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
      format: 'JSON',
    });
    expect(await result.json()).toMatchObject({ data: [{ id: '5', names: ["it's", 'tab\t'] }], rows: 1 });
  });

  test('a query whose parameters travel as parts', async () => {
    const text = 'é'.repeat(100_000);
    const result = await client().query({
      query: 'SELECT {text:String} AS text',
      query_params: { text },
      use_multipart_params: true,
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ text }]);
  });

  test('an error', async () => {
    const failing = client().query({ query: "SELECT toInt64('x')", format: 'JSONEachRow' });
    await expect(failing).rejects.toMatchObject({ code: '6', type: 'CANNOT_PARSE_TEXT' });
  });

  test('a stream', async () => {
    const result = await client().query({
      query: 'SELECT number FROM numbers(100000)',
      format: 'JSONEachRow',
    });
    let rows = 0;
    for await (const batch of result.stream()) rows += batch.length;
    expect(rows).toBe(100_000);
  });
});

test('a stream that fails in the middle', async () => {
  const query = "SELECT number, repeat('x', 100), throwIf(number = 900000) FROM numbers(1000000)";
  const result = await reader.query({ query, format: 'JSONEachRow' });
  const drain = async () => {
    for await (const _ of result.stream());
  };
  // The client reads the code when the block that ends the stream comes in one piece of its socket; when it is cut it
  // knows only that the stream failed. Either way the answer does not look complete.
  const error: unknown = await drain().then(
    () => 'complete',
    (reason: unknown) => reason,
  );
  expect(`${Reflect.get(Object(error), 'code')} ${error}`).toMatch(/^395 |there was an error in the stream/);
});

test('an insert, and what a reader sees of it', async () => {
  await writer.insert({
    table: 'app.person_distinct_ids',
    values: [
      { project_id: 1, distinct_id: 'mine' },
      { project_id: 2, distinct_id: 'foreign' },
    ],
    format: 'JSONEachRow',
  });
  const result = await reader.query({
    query: 'SELECT distinct_id FROM app.person_distinct_ids FINAL',
    format: 'JSONEachRow',
  });
  expect(await result.json()).toEqual([{ distinct_id: 'mine' }]);
});
