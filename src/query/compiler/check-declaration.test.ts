import { expect, test } from 'vitest';
import type { VariableDeclaration, VariableType } from '../../schema/variable-declaration.ts';
import { checkDeclaration } from './check-declaration.ts';

const KEPT: readonly [VariableType, VariableDeclaration][] = [
  ['Number', { min: 1, max: 1, enum: [1, '2.5'] }],
  ['Date', { min: '2026-01-01', max: '2026-12-31T12:00:00Z', enum: ['-7d', '2026-02-01'] }],
  ['String', { enum: ['a', 1] }],
  ['List', { enum: ['a', 1] }],
];

test.each(KEPT)('%s %j is a declaration', (type, declaration) => {
  expect(() => checkDeclaration({ name: 'x', type, declared: true }, declaration)).not.toThrow();
});

const REFUSED: readonly [VariableType, VariableDeclaration, string][] = [
  ['Number', { min: 5, max: 1 }, '5 is more than 1'],
  ['Number', { min: 'a' }, 'it takes a number'],
  ['Number', { max: '9223372036854775808' }, 'outside the 64-bit integers'],
  ['Number', { enum: [1, 'a'] }, 'it takes a number'],
  ['Date', { min: '2026-02-01', max: '2026-01-01' }, '2026-02-01 is after 2026-01-01'],
  ['Date', { min: '-30d' }, 'min must be an ISO date'],
  ['Date', { max: 5 }, 'it takes a date text'],
  ['String', { min: 1 }, 'min is for a Number or a Date'],
  ['Boolean', { max: 1 }, 'max is for a Number or a Date'],
  ['Boolean', { enum: [1] }, 'it takes true or false'],
];

test.each(REFUSED)('%s %j is refused', (type, declaration, reason) => {
  const check = () => checkDeclaration({ name: 'x', type, declared: true }, declaration);
  expect(check).toThrow(expect.objectContaining({ code: 'invalid_variable', attr: 'variables.x' }));
  expect(check).toThrow(reason);
});
