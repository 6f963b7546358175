import { describe, expect, test } from 'vitest';
import { isAppError } from '../../base/errors.ts';
import { canonicalValue, checkDeclaredRange, coerceVariable } from './coerce-variable.ts';

// [SPEC-3.1.4], [SPEC-3.1.5], [SPEC-3.1.6].

const of = (type: 'String' | 'Number' | 'Boolean' | 'Date' | 'List', declared = true) => ({
  name: 'x',
  type,
  declared,
});

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (isAppError(error)) return `${error.code} ${error.attr}`;
    throw error;
  }
}

describe('a value takes the type of its variable', () => {
  test.each([
    ['String', 'a', { kind: 'text', text: 'a' }],
    ['String', '', { kind: 'text', text: '' }],
    ['Number', 5, { kind: 'number', number: 5n }],
    ['Number', '5', { kind: 'number', number: 5n }],
    ['Number', 5.5, { kind: 'number', number: 5.5 }],
    ['Number', '-1.5e3', { kind: 'number', number: -1500n }],
    ['Number', 9223372036854775807n, { kind: 'number', number: 9223372036854775807n }],
    ['Number', '9223372036854775807', { kind: 'number', number: 9223372036854775807n }],
    ['Number', -0, { kind: 'number', number: 0n }],
    ['Boolean', true, { kind: 'truth', truth: true }],
    ['Boolean', 'false', { kind: 'truth', truth: false }],
    ['List', ['a', 'b'], { kind: 'list', items: ['a', 'b'] }],
    ['List', [1, 2.5], { kind: 'list', items: [1n, 2.5] }],
    ['List', [], { kind: 'list', items: [] }],
  ] as const)('%s %s', (type, value, expected) => {
    expect(coerceVariable(value, of(type))).toEqual(expected);
  });
});

describe('everything else is refused', () => {
  test.each([
    ['String', 5],
    ['String', ['a']],
    ['String', {}],
    ['Number', 'five'],
    ['Number', '5 '],
    ['Number', '0x10'],
    ['Number', ''],
    ['Number', true],
    ['Number', '9223372036854775808'],
    ['Number', 1e20],
    ['Number', '1e999'],
    ['Number', Number.NaN],
    ['Boolean', 1],
    ['Boolean', 'yes'],
    ['Date', 5],
    ['Date', 'never'],
    ['Date', 'all'],
    ['Date', '2026-02-30'],
    ['List', 'a'],
    ['List', [['a']]],
    ['List', [null]],
    ['List', Array.from({ length: 10_001 }, () => 'a')],
  ] as const)('%s %s', (type, value) => {
    expect(codeOf(() => coerceVariable(value, of(type)))).toBe('invalid_variable variables.x');
  });
});

test('an inferred String also takes numbers and truth values as their text', () => {
  expect(coerceVariable(5, of('String', false))).toEqual({ kind: 'text', text: '5' });
  expect(coerceVariable(true, of('String', false))).toEqual({ kind: 'text', text: 'true' });
});

describe('a declaration bounds the values', () => {
  test.each([
    [{ enum: ['a', 'b'] }, 'String', 'a', 'accepted'],
    [{ enum: ['a', 'b'] }, 'String', 'c', 'invalid_variable variables.x'],
    [{ enum: [1, 2] }, 'Number', 2, 'accepted'],
    [{ enum: ['a'] }, 'List', ['a', 'b'], 'invalid_variable variables.x'],
    [{ min: 1, max: 3 }, 'Number', 3, 'accepted'],
    [{ min: 1 }, 'Number', 0, 'invalid_variable variables.x'],
    [{ max: 3 }, 'Number', 3.5, 'invalid_variable variables.x'],
    [{ min: '2026-01-01' }, 'Date', '2025-12-31', 'invalid_variable variables.x'],
    [{ max: '2026-01-01' }, 'Date', '2025-12-31', 'accepted'],
  ] as const)('%j %s %s', (declaration, type, value, expected) => {
    const target = of(type);
    const check = () => checkDeclaredRange(coerceVariable(value, target), declaration as never, target);
    expect(codeOf(check)).toBe(expected);
  });
});

test('one text per meaning', () => {
  const text = (type: 'String' | 'Number' | 'Boolean', value: unknown) =>
    JSON.stringify(canonicalValue(coerceVariable(value, of(type))));
  expect(text('Number', 0)).toBe(text('Number', '0'));
  expect(text('Number', '0.0')).toBe(text('Number', 0));
  expect(text('String', 'null')).not.toBe(JSON.stringify(canonicalValue({ kind: 'null' })));
  expect(text('String', 'true')).not.toBe(text('Boolean', true));
});
