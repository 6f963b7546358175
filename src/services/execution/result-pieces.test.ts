import { expect, test } from 'vitest';
import { finish } from '../../base/loop-slices.ts';
import { PLAIN_JSON } from './result-form.ts';
import { ResultPieces } from './result-pieces.ts';

function piecesOf(maxBytes = 1e9): ResultPieces {
  const frame = { opening: {}, closing: {} };
  return new ResultPieces({ form: PLAIN_JSON, frame, executionId: 'x', maxBytes });
}

/** The rows as the value of `results`, without the brackets of the list. */
function asObjects(rows: string, names: readonly string[]): string {
  const pieces = piecesOf();
  finish(pieces.addObjects(Buffer.from(rows), names));
  return Buffer.concat(pieces.all).toString().slice('{"results":'.length);
}

test.each([
  ['no row', '', ['a'], ''],
  ['rows', '[1, "x"],\n\t\t[2, null]', ['a', 'b'], '{"a":1,"b":"x"},\n\t\t{"a":2,"b":null}'],
  ['brackets inside values', '[[1,[2]],{"k":[3]}]', ['a', 'b'], '{"a":[1,[2]],"b":{"k":[3]}}'],
  ['texts', String.raw`["a\",]","\\",""]`, ['a', 'b', 'c'], String.raw`{"a":"a\",]","b":"\\","c":""}`],
  ['long numbers', '[18446744073709551615]', ['n'], '{"n":18446744073709551615}'],
  ['names', '[1]', ['"\\é'], '{"\\"\\\\é":1}'],
] as const)('%s', (_, rows, names, expected) => {
  expect(asObjects(rows, names)).toBe(expected);
});

test('many rows and long texts', () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => [
    at,
    'x,"]\\'.repeat(at % 300 === 0 ? 30_000 : at % 50),
    [at, [at]],
  ]);
  const text = rows.map((row) => JSON.stringify(row)).join(',\n');
  const expected = rows.map(([n, t, list]) => ({ n, t, list }));
  expect(JSON.parse(`[${asObjects(text, ['n', 't', 'list'])}]`)).toEqual(expected);
});

test('stops often, whatever the rows are', () => {
  const short = Buffer.from(Array.from({ length: 50_000 }, (_, at) => `[${at}]`).join(','));
  expect([...piecesOf().addObjects(short, ['n'])].length).toBeGreaterThan(short.length / 40_000);
  const longName = 'x'.repeat(60_000);
  const few = Buffer.from(Array.from({ length: 1_000 }, (_, at) => `[${at}]`).join(','));
  expect([...piecesOf().addObjects(few, [longName])].length).toBeGreaterThan(40);
});

test('the names of columns count: an answer that they make too large is refused', () => {
  const rows = Buffer.from(Array.from({ length: 20_000 }, (_, at) => `[${at}]`).join(','));
  const name = 'x'.repeat(100);
  expect(() => finish(piecesOf(rows.length + 1_000).addObjects(rows, [name]))).toThrow(
    'The answer is larger',
  );
});
