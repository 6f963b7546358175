import { expect, test } from 'vitest';
import { STRING } from '../build-type.ts';
import { scalars } from './define-rows.ts';

const OPEN = Number.POSITIVE_INFINITY;

test.each([
  ['', 0, 0, []],
  ['string', 1, 1, ['string']],
  ['string, integer, zone?', 2, 3, ['string', 'integer', 'zone']],
  ['number or date, type name', 2, 2, ['number or date', 'type name']],
  ['text...', 1, OPEN, ['text']],
  ['array or lambda, array...?', 1, OPEN, ['array or lambda', 'array']],
  ['any...?', 0, OPEN, ['any']],
])('takes %j', (takes, min, max, args) => {
  expect(scalars('f', takes, STRING)).toMatchObject([{ name: 'f', engine: 'f', min, max, args }]);
});

test('names share what a line says, and may have a spelling of the engine', () => {
  const rows = scalars('left  right>rightUTF8', 'string, integer', STRING, { note: 'Cuts.' });
  expect(rows.map(({ name, engine, note }) => [name, engine, note])).toEqual([
    ['left', 'left', 'Cuts.'],
    ['right', 'rightUTF8', 'Cuts.'],
  ]);
});

test.each(['strings', 'string integer', 'string,integer', 'string ?'])('%j is no signature', (takes) => {
  expect(() => scalars('f', takes, STRING)).toThrow('is no pattern of an argument');
});
