import { expect, test } from 'vitest';
import { jsonPieces } from './json-pieces.ts';

const NUMBERS = Array.from({ length: 25_000 }, (_, i) => i);
const DEEP = { a: undefined, b: [{ c: NUMBERS }, 1, { c: NUMBERS, d: undefined }, [], 'x'], e: null, f: {} };

test.each<[string, unknown]>([
  ['a number', 1.5],
  ['null', null],
  ['nothing', undefined],
  ['texts', 'a"\n\u2028'],
  ['an empty list', []],
  ['an empty object', {}],
  ['undefined in a list', [undefined, 1]],
  ['a long list', NUMBERS],
  ['a long list that ends in a large item', [1, 2, NUMBERS]],
  ['a long list that begins with a large item', [NUMBERS, 1, 2]],
  ['large items only', [NUMBERS, NUMBERS]],
  ['many small objects', NUMBERS.map((count) => ({ count, label: `Day ${count}` }))],
  ['many members', Object.fromEntries(NUMBERS.map((count) => [`m${count}`, [count]]))],
  ['members that are undefined', Object.fromEntries(NUMBERS.map((count) => [`m${count}`, undefined]))],
  ['undefined items between large ones', [NUMBERS, undefined, NUMBERS]],
  ['nested', DEEP],
  ['long texts', ['a'.repeat(200_000), 'b'.repeat(200_000), 'c']],
])('%s prints as JSON.stringify does', (_name, value) => {
  const pieces: string[] = [];
  for (const _ of jsonPieces(value, (text) => void pieces.push(text)));
  expect(pieces.join('')).toBe(JSON.stringify(value) ?? 'null');
});

test('no piece is long', () => {
  const stops: number[] = [];
  let length = 0;
  const take = (text: string): void => {
    length += text.length;
  };
  for (const _ of jsonPieces(DEEP, take)) stops.push(length);
  const steps = stops.map((stop, i) => stop - (stops[i - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(10_000);
});
