import { expect, test } from 'vitest';
import { KNOWN_PROGRAMS } from './known-programs.ts';

const tokens = KNOWN_PROGRAMS.map(({ token }) => token);

test('tokens are in lower case and stand there once', () => {
  expect(tokens.filter((token) => token !== token.toLowerCase())).toEqual([]);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('no token is hidden by an earlier one that it begins with', () => {
  const hidden = tokens.filter((token, at) =>
    tokens.slice(0, at).some((earlier) => token.startsWith(earlier)),
  );
  expect(hidden).toEqual([]);
});
