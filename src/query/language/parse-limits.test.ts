import { describe, expect, test } from 'vitest';
import { isAppError } from '../../base/errors.ts';
import { parseExpression, parseSelect } from './parse.ts';
import { printExpression } from './print-hogql.ts';
import { visit } from './visit.ts';

// [SQL-1.1], [SQL-11.1], [SQL-11.6].

/** A shape of text that breaks careless parsers, `count` times long or deep. */
type Shape = readonly [name: string, make: (count: number) => string];

const repeat = (text: string, count: number): string => text.repeat(count);

/** Nesting: bounded by the counter of depth. */
const NESTED: readonly Shape[] = [
  ['round brackets', (count) => `${repeat('(', count)}1${repeat(')', count)}`],
  ['square brackets', (count) => `${repeat('[', count)}${repeat(']', count)}`],
  ['curly brackets', (count) => `${repeat('{', count)}a${repeat('}', count)}`],
  ['calls', (count) => `${repeat('f(', count)}${repeat(')', count)}`],
  ['indexes in indexes', (count) => `${repeat('a[', count)}1${repeat(']', count)}`],
  ['ternaries', (count) => `${repeat('a ? b : ', count)}c`],
  ['ternaries in the middle', (count) => `${repeat('a ? ', count)}b${repeat(' : c', count)}`],
  ['lambdas', (count) => `${repeat('x -> ', count)}x`],
  ['lambdas in brackets', (count) => `${repeat('(x, y) -> ', count)}x`],
  ['not', (count) => `${repeat('not ', count)}a`],
  ['minus', (count) => `${repeat('- ', count)}a`],
  ['case', (count) => `${repeat('case when a then ', count)}b${repeat(' end', count)}`],
  ['sub-selects', (count) => `(${repeat('select (', count)}select 1${repeat(')', count)})`],
  ['sub-selects in from', (count) => `(${repeat('select 1 from (', count)}select 1${repeat(')', count)})`],
  ['statements in brackets', (count) => `(${repeat('(', count)}select 1${repeat(')', count)})`],
  [
    'common table expressions',
    (count) => `(${repeat('with a as (', count)}select 1${repeat(') select 1', count)})`,
  ],
  ['joins in brackets', (count) => `(select 1 from ${repeat('(', count)}a${repeat(')', count)})`],
  ['template strings', (count) => `${repeat("f'{", count)}a${repeat("}'", count)}`],
  ['intervals', (count) => `${repeat('interval (', count)}1${repeat(') day', count)}`],
  ['casts', (count) => `${repeat('cast(', count)}a${repeat(' as int)', count)}`],
  ['types', (count) => `cast(a as ${repeat('array(', count)}int${repeat(')', count)})`],
  ['windows', (count) => `${repeat('f() over (order by ', count)}a${repeat(')', count)}`],
];

/** Chains: any length that the tree may have, read without recursion. */
const CHAINS: readonly Shape[] = [
  ['plus', (count) => `1${repeat(' + 1', count)}`],
  ['mixed arithmetic', (count) => `1${repeat(' + 2 * 3', count)}`],
  ['indexes', (count) => `a${repeat('[1]', count)}`],
  ['casts', (count) => `a${repeat('::int', count)}`],
  ['calls of calls', (count) => `f${repeat('()', count)}`],
  ['null coalescing', (count) => `a${repeat(' ?? b', count)}`],
  ['comparisons', (count) => `a${repeat(' = b', count)}`],
  ['is null', (count) => `a${repeat(' is null', count)}`],
  ['joins', (count) => `(select 1 from a${repeat(' join b', count)})`],
];

/** Lists: bounded by the number of nodes and the length of the text only. */
const LISTS: readonly Shape[] = [
  ['and', (count) => `a${repeat(' and a', count)}`],
  ['or', (count) => `a=1${repeat(' or a=1', count)}`],
  ['concat', (count) => `a${repeat(' || a', count)}`],
  ['dots', (count) => `a${repeat('.a', count)}`],
  ['array', (count) => `[1${repeat(',1', count)}]`],
  ['in', (count) => `a in (1${repeat(',1', count)})`],
  ['columns', (count) => `(select a${repeat(',a', count)})`],
  ['union', (count) => `(select 1${repeat(' union all select 1', count)})`],
  ['text', (count) => `'${repeat('xyz ', count)}'`],
  ['quoted name', (count) => `\`${repeat('xyz ', count)}\``],
  ['comments', (count) => `a${repeat('/* */', count)}`],
  ['template string', (count) => `f'${repeat('a{b}', count)}'`],
];

/** What became of a text: a tree that prints, or the code of the error. Anything else fails. */
function outcome(text: string): string {
  try {
    expect(printExpression(parseExpression(text))).not.toBe('');
    return 'tree';
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

describe('nesting', () => {
  test.each(NESTED)('%s: 20 levels give a tree, 100 and 5,000 a clean error', (_, make) => {
    expect(outcome(make(20))).toBe('tree');
    expect(outcome(make(100))).toBe('query_too_complex');
    expect(outcome(make(5_000))).toBe('query_too_complex');
  });

  test('the error marks the place where it is too deep', () => {
    expect(() => parseExpression(repeat('[', 200))).toThrow(/more than 64 levels deep/);
  });

  test.each(NESTED)('%s: never closed', (_, make) => {
    const text = make(2_000);
    expect(outcome(text.slice(0, text.length / 3))).toMatch(/^(query_too_complex|syntax_error)$/);
  });
});

describe('chains', () => {
  test.each(CHAINS)('%s: 200 links give a tree, 500 and 4,000 a clean error', (_, make) => {
    expect(outcome(make(200))).toBe('tree');
    expect(outcome(make(500))).toBe('query_too_complex');
    expect(outcome(make(4_000))).toBe('query_too_complex');
  });
});

describe('lists', () => {
  test.each(LISTS)('%s: 2,000 items give a tree', (_, make) => {
    expect(outcome(make(2_000))).toBe('tree');
  });
});

describe('size', () => {
  test('numbers of 100 characters are allowed, longer ones are not', () => {
    expect(outcome('9'.repeat(100))).toBe('tree');
    expect(outcome('9'.repeat(101))).toBe('syntax_error');
    expect(outcome(`0.${'1'.repeat(60_000)}`)).toBe('syntax_error');
  });

  test('10,000 nodes are allowed, more are not', () => {
    // The array is one node, each constant another.
    expect(outcome(`[${'1,'.repeat(9_999)}]`)).toBe('tree');
    expect(outcome(`[${'1,'.repeat(10_000)}]`)).toBe('query_too_complex');
  });

  test('64 KiB of text are allowed, more are not', () => {
    expect(outcome(`'${'x'.repeat(65_534)}'`)).toBe('tree');
    expect(outcome(`'${'x'.repeat(65_535)}'`)).toBe('query_too_complex');
    expect(() => parseSelect(' '.repeat(65_537))).toThrow('The text has 65537 characters, at most 65536');
  });
});

describe('work is linear', () => {
  // Eight times the text takes about eight times as long; quadratic work would take 64 times. Processor time counts,
  // and the best of several runs, so that a busy machine does not decide.
  test.each([...NESTED, ...CHAINS, ...LISTS])('%s', (_, make) => {
    const count = Math.floor(7_500 / (make(2).length - make(1).length));
    const small = bestTime(make(count));
    const large = bestTime(make(8 * count));
    expect(large).toBeLessThan(Math.max(32 * small, 20));
    expect(large).toBeLessThan(100);
  });

  function bestTime(text: string): number {
    return Math.min(...Array.from({ length: 5 }, () => processorMs(text)));
  }

  function processorMs(text: string): number {
    const before = process.cpuUsage();
    try {
      parseExpression(text);
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }
});

test('the largest tree can be walked', () => {
  let nodes = 0;
  visit(parseExpression(`1${' + 1'.repeat(250)}`), { enter: () => (nodes += 1) });
  expect(nodes).toBe(501);
});

test('no signs beside one another hold the parser', () => {
  const signs = [
    ...[
      'a',
      '1',
      '1.',
      '.5',
      '0x',
      '1e',
      '.',
      '?.',
      '..',
      ' ',
      '\n',
      ',',
      '?',
      ':',
      '::',
      '->',
      '=',
      '-',
      '*',
    ],
    ...[
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      "'",
      '"',
      '`',
      "f'",
      '\\',
      '/',
      '/*',
      '*/',
      '--',
      '#',
      '$$',
      '&',
      'é',
      '\0',
    ],
  ];
  for (const first of signs)
    for (const second of signs) for (const third of signs) expectRead(`(a${first}${second}${third}1)`);
});

/** Either way is right, an error of ours is not. */
function expectRead(text: string): void {
  try {
    parseExpression(text);
  } catch (error) {
    if (!isAppError(error)) throw new Error(`not refused: ${text}`, { cause: error });
  }
}
