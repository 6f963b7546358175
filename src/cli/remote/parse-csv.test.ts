import { expect, test } from 'vitest';
import { parseCsv } from './parse-csv.ts';

test.each([
  ['nothing', '', []],
  [
    'rows',
    '"a","b"\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty fields',
    'a,,\r\n,b,\r\n',
    [
      ['a', '', ''],
      ['', 'b', ''],
    ],
  ],
  [
    'quotes, commas and lines in a field',
    '"say ""hi"", you","two\r\nlines"\n',
    [['say "hi", you', 'two\r\nlines']],
  ],
  ['no end of the last line', 'a,b', [['a', 'b']]],
])('%s', (_, text, rows) => {
  expect(parseCsv(text)).toEqual(rows);
});
