import { expect, test } from 'vitest';
import { lexQuery, nameOf } from './lex-query.ts';

test.each([
  ["SELECT a.b -- c 'd\n, 'it''s'", ['SELECT', 'a', '.', 'b', ',', "'it''s'"]],
  ['properties.$browser /* x', ['properties', '.', '$browser']],
  ['{variables.x}', ['{', 'variables', '.', 'x', '}']],
  ["event = 'note cr", ['event', '=', "'note cr"]],
  ['`a \\` b` 1.5e3', ['`a \\` b`', '1.5e3']],
])('%s', (query, texts) => {
  const tokens = lexQuery(query);
  expect(tokens.map(({ text }) => text)).toEqual(texts);
  for (const { from, to, text } of tokens) expect(query.slice(from, to)).toBe(text);
});

test('a text without an end is known as such', () => {
  expect(lexQuery("'a").map(({ isClosed }) => isClosed)).toEqual([false]);
  expect(lexQuery("'").map(({ isClosed }) => isClosed)).toEqual([false]);
  expect(lexQuery("''").map(({ isClosed }) => isClosed)).toEqual([true]);
});

test('names lose their quotes', () => {
  expect(lexQuery("`a \\` b` 'it''s' \"c\"").map(nameOf)).toEqual(['a ` b', "it's", 'c']);
});
