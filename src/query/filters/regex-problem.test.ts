import { expect, test } from 'vitest';
import { regexProblem, replacementProblem } from './regex-problem.ts';

test.each([
  ['^(Mac|Lin)'],
  ['(?i)mac'],
  ['(?P<os>mac)'],
  ['(?i:mac)|win'],
  ['\\Aa\\z'],
  ['\\Q(a\\E'],
  ['[[:alpha:]]+'],
  ['\\p{Greek}'],
  ['a\\\\1'],
  ['[*+]+'],
  ['a{2,5}?'],
  ['\\.com/\\d+\\?x=1'],
  ['^$'],
  [''],
  ['a{1,999}'],
])('%s is fine', (pattern) => {
  expect(regexProblem(pattern)).toBeUndefined();
});

test.each([
  ['(', 'unterminated group'],
  ['a)', 'unmatched'],
  ['[a', 'unterminated character class'],
  ['*a', 'nothing to repeat'],
  ['(?=a)', 'look-ahead'],
  ['(?<!a)b', 'look-ahead'],
  ['(a)\\1', 'back-references'],
  ['a++', 'repetition'],
  ['a**', 'repetition'],
  ['\\y', 'escape'],
  ['a\\', 'backslash'],
  ['a{5000}', 'repetition'],
])('%s is refused', (pattern, reason) => {
  expect(regexProblem(pattern)?.toLowerCase()).toContain(reason);
});

test.each([
  ['(a)(?P<b>b)(?:c)', '\\2\\0\\1'],
  ['a', '\\0 and $1'],
  ['a', '\\\\1'],
])('%s may be replaced by %s', (pattern, replacement) => {
  expect(replacementProblem(pattern, replacement)).toBeUndefined();
});

test.each([
  ['a', '\\1'],
  ['(a)(?:b)', '\\2'],
])('%s may not be replaced by %s', (pattern, replacement) => {
  expect(replacementProblem(pattern, replacement)).toContain('beyond');
});
