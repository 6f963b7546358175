import { expect, test } from 'vitest';
import { finish } from './loop-slices.ts';
import { type CsvCell, writeCsv } from './write-csv.ts';

const csvOf = (cell: CsvCell): string => finish(writeCsv(['a'], [[cell]], 1_000)).toString();

test.each<[string, CsvCell, string]>([
  ['a text', 'word', '"word"'],
  ['quotes, commas and lines', 'a "b",\r\nc', '"a ""b"",\r\nc"'],
  ['an empty text', '', '""'],
  ['nothing', null, ''],
  ['what is no number of JSON', Number.NaN, ''],
  ['a fraction', 0.1, '0.1'],
  ['zero below zero', -0, '0'],
  ['a small number', 1e-7, '1e-7'],
  ['a truth', true, 'true'],
  ['letters beyond ASCII', 'größer 😀', '"größer 😀"'],
  ['a text like a formula', '=1+1', '"=1+1"'],
  ['a text like a command', '@SUM(A1)', '"@SUM(A1)"'],
])('writes %s', (_name, cell, field) => {
  expect(csvOf(cell)).toBe(`"a"\r\n${field}\r\n`);
});

test('has a header when there are no rows', () => {
  expect(finish(writeCsv(['a', 'b "c"'], [], 100)).toString()).toBe('"a","b ""c"""\r\n');
});

test('counts bytes, and stops reading rows soon after there are too many', () => {
  expect(finish(writeCsv(['a'], [['ä']], 11))).toHaveLength(11);
  expect(() => finish(writeCsv(['a'], [['ä']], 10))).toThrow(
    expect.objectContaining({ code: 'query_too_large' }),
  );
  let read = 0;
  function* endless(): Generator<readonly CsvCell[]> {
    for (;;) {
      read += 1;
      yield ['x'.repeat(100)];
    }
  }
  expect(() => finish(writeCsv(['a'], endless(), 200_000))).toThrow('larger than 200000 bytes');
  expect(read).toBeLessThan(3_000);
});
