import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { regexProblem, regexSize, replacementProblem } from './regex-problem.ts';

// [P-10]
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
  ['a{1,1000}'],
  ['a{,5}'],
  ['{'],
  ['[]a]'],
  ['[^]a-]'],
  ['[\\d-z]'],
  ['\\_\\x{1F600}\\12'],
  ['^*$+'],
  ['(?i)a(?-s:b)()*'],
  ['(?<os>mac)'],
  ['\\P{^Lu}'],
  ['[[:^digit:]x]'],
  ['a'.repeat(1000)],
  ['('.repeat(500) + ')'.repeat(500)],
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
  ['a{1001}', 'repetition'],
  ['(?:a{100}){11}', 'repetition'],
  ['a{5,2}', 'ends below'],
  ['a???', 'repetition'],
  ['|*', 'nothing to repeat'],
  ['(?i)*', 'nothing to repeat'],
  ['[]', 'unterminated character class'],
  ['[z-a]', 'range'],
  ['[a-\\d]', 'escape'],
  ['[[:foo:]]', 'character class'],
  ['\\p{Greeek}', 'unicode'],
  ['\\x{110000}', 'escape'],
  ['(?P<a>x)(?P<a>y)', 'name'],
  ['(?x)a', 'group'],
  ['(?>a)', 'atomic'],
  ['a'.repeat(1001), '1001 characters'],
  ['.{1000}'.repeat(11), 'too large'],
  ['\\pL{1000}', 'too large'],
])('%s is refused', (pattern, reason) => {
  expect(regexProblem(pattern)?.toLowerCase()).toContain(reason);
});

describe('agrees with RE2', () => {
  const PIECES =
    `a b - ] [ [^ ( ) (?: (?i) (?i: (?s-m: (?P<n> (?<m> | * + ? *? {2} {2,} {2,5} {,2} {1001} { } ^ $ .
    \\d \\W \\b \\B \\A \\z \\Q \\E \\pL \\p{Greek} \\P{^Lu} \\p{No} \\x41 \\x{1F600} \\x{110000} \\1 \\12 \\012 \\8 \\n
    \\. \\- \\] \\_ \\y \\é [:alpha:] [:foo:] a-z z-a é 😀 \\`.split(/\s+/);
  const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

  test('on texts made of its signs', () => {
    fc.assert(
      fc.property(soup, (pattern) => {
        const problem = regexProblem(pattern);
        expect([pattern, problem === undefined], problem).toEqual([pattern, isTaken(pattern)]);
      }),
      { numRuns: 5000, seed: 13 },
    );
  });

  function isTaken(pattern: string): boolean {
    try {
      RE2JS.compile(pattern);
      return true;
    } catch {
      return false;
    }
  }
});

test.each([
  ['a{3}b', 4],
  ['(a{3}){4}', 16],
  ['\\Qabc\\E', 3],
  ['[a-z]*', 1],
])('%s stands for %i pieces', (pattern, pieces) => {
  expect(regexSize(pattern)).toBe(pieces);
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
