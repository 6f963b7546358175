import { expect, test } from 'vitest';
import { CsvReader } from './csv-reader.ts';

function read(text: string, pieceLength: number) {
  const reader = new CsvReader(',');
  const pieces = Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
    text.slice(index * pieceLength, (index + 1) * pieceLength),
  );
  return [...pieces.flatMap((piece) => [...reader.read(piece)]), ...reader.end()];
}

const CASES = {
  'plain cells, ends of lines of Windows': {
    text: 'a,b\r\n1, 2 \r\n',
    records: [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ],
  },
  'quoted cells keep delimiters, lines, quotes and spaces': {
    text: '"a,1","b\n2",  "c ""3"" " \n4,5,6',
    records: [
      { line: 1, cells: ['a,1', 'b\n2', 'c "3" '] },
      { line: 3, cells: ['4', '5', '6'] },
    ],
  },
  'an empty line is a record of one empty cell': {
    text: 'a\n\nb\n',
    records: [
      { line: 1, cells: ['a'] },
      { line: 2, cells: [''] },
      { line: 3, cells: ['b'] },
    ],
  },
  'a quote inside a plain cell is a letter': { text: '5"x,6\n', records: [{ line: 1, cells: ['5"x', '6'] }] },
  'empty cells at the end': { text: 'a,,\n', records: [{ line: 1, cells: ['a', '', ''] }] },
  'text behind a closing quote': {
    text: '"a"b,c\n',
    records: [{ line: 1, cells: ['a', 'c'], problem: 'text_behind_quote' }],
  },
  'a quote that nobody closes': {
    text: 'a\n"b\nc',
    records: [
      { line: 1, cells: ['a'] },
      { line: 2, cells: ['b\nc'], problem: 'open_quote' },
    ],
  },
  nothing: { text: '', records: [] },
};

test.each(Object.entries(CASES))('%s', (_, { text, records }) => {
  const counted = records.map((record) => ({ ...record, count: record.cells.length }));
  for (const pieceLength of [1, 2, 3, 1000]) expect(read(text, pieceLength)).toEqual(counted);
});

test('what a file can make large is counted and not kept', () => {
  const [record] = read(`${','.repeat(20_000)}${'x'.repeat(5_000)}\n`, 1_000);
  expect([record?.count, record?.cells.length, record?.cells.at(-1)]).toEqual([20_001, 10_000, '']);
  const [long] = read(`${'x'.repeat(5_000)},b\n`, 1_000);
  expect([long?.count, long?.cells[0]?.length]).toEqual([2, 1_000]);
});
