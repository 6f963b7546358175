import { expect, test } from 'vitest';
import { finish } from '../../base/loop-slices.ts';
import { parseRows } from './insight-body.ts';

/** Rows as the engine writes them. */
function written(rows: readonly unknown[]): Uint8Array {
  return Buffer.from(rows.map((row) => JSON.stringify(row)).join(',\n\t\t'));
}

test.each<[string, readonly unknown[]]>([
  ['no row', []],
  ['a row', [[1, 'a\n,]', null]]],
  ['empty rows', [[], []]],
  ['many rows', Array.from({ length: 20_000 }, (_, i) => [i, `text ${i},\n[`])],
  ['long rows', Array.from({ length: 5 }, (_, i) => [i, 'x'.repeat(100_000), [1, 2, 3]])],
])('%s', (_name, rows) => {
  expect(finish(parseRows(written(rows)))).toEqual(rows);
});

test('many rows take several slices', () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => [i, 'text']);
  expect([...parseRows(written(rows))].length).toBeGreaterThan(3);
});
