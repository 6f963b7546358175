import { expect, test } from 'vitest';
import { csvOfRows, showCell, sortedPlaces, tabbedText } from './result-rows.ts';

const text = { name: 'a', type: 'Nullable(String)' };
const whole = { name: 'n', type: 'UInt64' };

test.each([
  [null, text, { kind: 'null', text: 'NULL' }],
  ['', text, { kind: 'empty', text: '""' }],
  ['NULL', text, { kind: 'text', text: 'NULL' }],
  [1402, whole, { kind: 'figure', text: '1,402' }],
  ['18446744073709551615', whole, { kind: 'figure', text: '18,446,744,073,709,551,615' }],
  [-1234, { name: 'n', type: 'Int32' }, { kind: 'figure', text: '-1,234' }],
  [1234.5, { name: 'f', type: 'Float64' }, { kind: 'figure', text: '1234.5' }],
  ['2026-11-21', { name: 'd', type: 'Date' }, { kind: 'time', text: '2026-11-21' }],
  [[1, 'x'], { name: 'l', type: 'Array(String)' }, { kind: 'json', text: '[1,"x"]' }],
  [true, { name: 'b', type: 'Bool' }, { kind: 'text', text: 'true' }],
])('%j is shown', (value, column, cell) => expect(showCell(value, column)).toEqual(cell));

test('64-bit numbers are sorted exactly, NULL comes last in both directions', () => {
  const rows = [['9007199254740993'], [null], ['9007199254740992'], [5]];
  const table = { columns: [whole], rows };
  expect(sortedPlaces(table, 0, false)).toEqual([3, 2, 0, 1]);
  expect(sortedPlaces(table, 0, true)).toEqual([0, 2, 3, 1]);
});

test('texts are sorted as texts, equal rows keep their order', () => {
  const table = { columns: [text], rows: [['b'], ['10'], ['9'], ['b']] };
  expect(sortedPlaces(table, 0, false)).toEqual([1, 2, 0, 3]);
  expect(sortedPlaces(table, 0, true)).toEqual([0, 3, 2, 1]);
});

test('copies keep values as they are', () => {
  const rows = [
    ['=1+1', null],
    ['a "b", c\nd', { x: 1 }],
  ];
  expect(csvOfRows([text, whole], rows)).toBe('a,n\r\n=1+1,\r\n"a ""b"", c\nd","{""x"":1}"\r\n');
  expect(tabbedText(rows)).toBe('=1+1\t\na "b", c d\t{"x":1}');
});
