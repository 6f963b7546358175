import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import type { FunctionRow } from '../../src/query/catalog/function-row.ts';
import { ALLOWED_ENGINE_FUNCTIONS } from '../../src/query/catalog/functions/allowed-engine-functions.ts';
import {
  FUNCTION_ROWS,
  findFunction,
  nearestFunctionNames,
} from '../../src/query/catalog/functions/function-table.ts';
import { mismatches } from '../fixtures/call-samples.ts';
import { sampleCalls } from '../fixtures/function-samples.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

// Every row is called on the engine with arguments that can and with arguments that cannot be NULL, and the type that
// the engine answers is compared with the declared one. Many calls share a query; when it fails, each runs alone.
// [SQL-6.1], [SQL-6.3].

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

async function askTypes(expressions: readonly string[], from: string): Promise<readonly string[]> {
  if (expressions.length === 0) return [];
  const list = expressions.map((expression, i) => `${expression} AS c${i}`).join(', ');
  const answer = await engine.command(`SELECT ${list} FROM ${from}`);
  return answer.columns.map((column) => column.type);
}

const rowsOf = (kind: FunctionRow['kind']): readonly FunctionRow[] =>
  FUNCTION_ROWS.filter((row) => row.kind === kind);

describe('the declared type of a call is the type that the engine answers', () => {
  test.each(['scalar', 'aggregate', 'window'] as const)(
    '%s functions, arguments without NULL',
    async (kind) => {
      expect(await mismatches(rowsOf(kind).flatMap(sampleCalls), false, askTypes)).toEqual([]);
    },
  );
  test.each(['scalar', 'aggregate', 'window'] as const)('%s functions, arguments with NULL', async (kind) => {
    expect(await mismatches(rowsOf(kind).flatMap(sampleCalls), true, askTypes)).toEqual([]);
  });
});

test('the calls that were tried have the fewest and the most arguments', () => {
  const SMALL = 10;
  const untried = FUNCTION_ROWS.flatMap((row) => {
    const counts = new Set(sampleCalls(row).map((call) => call.args.length));
    const limits = row.max <= SMALL ? [row.min, row.max] : [row.min];
    return limits.filter((limit) => !counts.has(limit)).map((limit) => `${row.name} with ${limit} arguments`);
  });
  expect(untried).toEqual([]);
});

test('the engine knows every function that printed SQL may name', async () => {
  const answer = await engine.command(
    'SELECT name FROM system.functions UNION ALL SELECT name FROM system.table_functions',
  );
  const rows: unknown = JSON.parse(`[${new TextDecoder().decode(answer.rows)}]`);
  const known = new Set((rows as string[][]).map(([name]) => name));
  const isKnown = (name: string): boolean => {
    const shorter = name.replace(/(OrNull|If|State|Merge|ForEach|Array|Map|Resample)$/, '');
    return known.has(name) || (shorter !== name && isKnown(shorter));
  };
  const unknown = [...ALLOWED_ENGINE_FUNCTIONS].filter((name) => !isKnown(name));
  expect(unknown).toEqual([]);
});

test('names are unique, and names that differ in their case alone are of one function', () => {
  expect(new Set(FUNCTION_ROWS.map((row) => row.name)).size).toBe(FUNCTION_ROWS.length);
  const engines = new Map<string, string>();
  for (const { name, engine } of FUNCTION_ROWS) {
    const key = name.toLowerCase();
    expect(engines.get(key)?.toLowerCase() ?? engine.toLowerCase(), name).toBe(engine.toLowerCase());
    engines.set(key, engine);
  }
});

const FORBIDDEN = `rand rand32 rand64 randCanonical generateUUIDv4 generateUUIDv7 rowNumberInBlock
  rowNumberInAllBlocks file url dictGet dictGetOrNull dictHas joinGet getSetting getServerSetting getMacro hostName
  hostname fqdn FQDN version uptime currentUser user currentDatabase database currentRoles connectionId serverUUID
  tcpPort filesystemAvailable filesystemCapacity blockSize blockNumber buildId hasColumnInTable catboostEvaluate
  modelEvaluate sleep sleepEachRow throwIf materialize ignore initializeAggregation finalizeAggregation
  runningAccumulate runningDifference neighbor evalMLMethod encrypt decrypt tryDecrypt addressToLine addressToSymbol
  demangle executable remote merge view input queryID initialQueryID readWKTPoint globalVariable shardNum getSubcolumn
  __getScalar logTrace partitionId lowCardinalityKeys toColumnTypeName dumpColumnStructure defaultValueOfArgumentType
  arrayShuffle canonicalRand fuzzBits randomString now64 today64`.split(/\s+/);

test('what reads the server, breaks caching or opens a door is neither callable nor printable', () => {
  const words = FORBIDDEN.flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()]);
  expect(words.filter((name) => findFunction(name) !== undefined)).toEqual([]);
  // The compiler itself prints one of them in guards of arguments, and one around outputs.
  expect(FORBIDDEN.filter((name) => ALLOWED_ENGINE_FUNCTIONS.has(name))).toEqual(['throwIf', 'materialize']);
});

test.each([
  ['sum', 'sum'],
  ['SUM', 'sum'],
  ['Coalesce', 'coalesce'],
  ['toStartOfDay', 'toStartOfDay'],
  ['tostartofday', 'toStartOfDay'],
])('the case of %s', (name, found) => {
  expect(findFunction(name)?.name).toBe(found);
});

test.each([
  ['toStartOfMnth', 'toStartOfMonth'],
  ['cout', 'count'],
  ['tostartofday', 'toStartOfDay'],
])('%s is near %s', (name, near) => {
  expect(nearestFunctionNames(name)).toContain(near);
});

test('internal rows are never suggested', () => {
  for (const row of FUNCTION_ROWS.filter((each) => each.internal)) {
    expect(nearestFunctionNames(row.name)).not.toContain(row.name);
  }
});
