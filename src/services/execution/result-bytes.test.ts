import { expect, test } from 'vitest';
import { readResult, writeResult } from './result-bytes.ts';
import { StoredResult } from './stored-result.ts';

const HEAD = Buffer.from('{"results":[["é",1]]');

const result = new StoredResult({
  computedAtMs: 1_700_000_000_123,
  executionId: '0190e5b5-7c4b-7000-8000-000000000000',
  etag: 'W/"abc"',
  format: 'json',
  head: HEAD,
  rowCount: 1,
  statistics: { rowsRead: 2, bytesRead: 3, elapsedMs: 4.5, memoryBytes: 5 },
  sql: ['SELECT 1'],
});

test('a result that travels is the same result', () => {
  const read = readResult(writeResult(result));
  expect(read).toMatchObject({
    ...{ computedAtMs: result.computedAtMs, executionId: result.executionId, etag: result.etag },
    ...{ format: 'json', rowCount: 1, statistics: result.statistics, sql: result.sql },
    byteLength: result.byteLength,
  });
  expect(read?.body({ is_cached: true })).toEqual(result.body({ is_cached: true }));
});

test('also one whose body was sent already', () => {
  result.keptBody('name', () => ({ is_cached: true }));
  expect(readResult(writeResult(result))?.head).toEqual(HEAD);
});

test('its bytes begin with its time, so that the later of two compares as the greater', () => {
  const later = writeResult(result).subarray(0, 16).toString();
  expect(later).toBe('0001700000000123');
});

const bytes = writeResult(result);
const changed = (at: number, value: number) => Buffer.from(bytes).fill(value, at, at + 1);

test.each([
  ['nothing', Buffer.alloc(0)],
  ['the begin alone', bytes.subarray(0, 20)],
  ['a part of the facts', bytes.subarray(0, 60)],
  ['another form', changed(16, 2)],
  ['facts longer than the bytes', changed(17, 255)],
  ['facts that are no JSON', changed(22, 0)],
  ['a text of somebody else', Buffer.from('PONG'.repeat(20))],
])('%s is no result', (_, given) => {
  expect(readResult(given)).toBeUndefined();
});
