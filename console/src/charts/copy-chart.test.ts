import { expect, test } from 'vitest';
import { csvOfTable } from './copy-chart.ts';

test('a table becomes CSV, values as they are', () => {
  const table = { columns: ['day', 'a "b"'], rows: [['1, 2', 5] as const, ['=SUM(A1)\n', 0.5] as const] };
  expect(csvOfTable(table)).toBe('day,"a ""b"""\r\n"1, 2",5\r\n"=SUM(A1)\n",0.5\r\n');
});
