import { expect, test } from 'vitest';
import { freeName } from './free-name.ts';

test('the first number that makes a name free', () => {
  expect(freeName('a', [])).toBe('a');
  expect(freeName('a', ['a'])).toBe('a-2');
  expect(freeName('a', ['a', 'a-2', 'a-4'])).toBe('a-3');
});
