import { describe, expect, test } from 'vitest';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';

// A value that few letters make large stands once for all rows: no limit of memory sees it, and a function works
// through it again in every row of a block. Statements with such values run in small blocks; the others in those of the
// engine. [ENG-2.8].

function blockRowsOf(text: string): number | undefined {
  const compiled = compileStatement(parseSelect(text), { project: testProject(), text });
  const rows = { limit: 100, offset: 0 };
  return bindStatement(compiled, { values: new Map(), nowMs: 0, rows }).query.blockRows;
}

describe('small blocks', () => {
  test.each([
    ['a repeated text', "select position(repeat('a', 100000), event) from events"],
    ['a repeated text in a CTE', "with repeat('a', 100000) as a select position(a, event) from events"],
    [
      'a repeated text in a sub-query',
      "select position(a, toString(n)) from (select repeat('a', 9000) as a, number as n from numbers(9))",
    ],
    ['a count out of a column', "select repeat('a', number) from numbers(10)"],
    ['a range', 'select has(range(100000), number) from numbers(10)'],
    ['a padded text', "select leftPad('a', 5000, 'b')"],
    ['a text that replacing makes', "select replaceAll('aaa', 'a', 'aaaaaaaaaaaaaaaa')"],
    ['a list of a sub-query', 'select has((select groupArray(event) from events), event) from events'],
    ['a long literal', `select position('${'a'.repeat(5000)}', event) from events`],
  ])('%s', (_, text) => {
    expect(blockRowsOf(text)).toBe(32);
  });

  test.each([
    ['what everybody writes', "select event, replaceAll(event, 'a', 'b'), position(event, 'a') from events"],
    ['short texts and lists', "select repeat('ab', 3), has(range(24), toHour(timestamp)) from events"],
    ['a list of columns', 'select arrayMap(x -> x + 1, [1, 2, toHour(timestamp)]) from events'],
    ['a number of a sub-query', 'select count() / (select count() from events) from events'],
    ['IN of a sub-query', 'select count() from events where distinct_id in (select distinct_id from events)'],
  ])('not for %s', (_, text) => {
    expect(blockRowsOf(text)).toBeUndefined();
  });
});

test.each([
  ["select repeat('a', 1000001)", 'repeat'],
  ['select range(1000001)', 'range'],
  ['select arrayWithConstant(2000000, 1)', 'arrayWithConstant'],
])('%s is refused', (text, name) => {
  expect(() => blockRowsOf(text)).toThrow(
    expect.objectContaining({ code: 'query_too_large', message: expect.stringContaining(name) }),
  );
});

test.each([
  ['match', "select match(event, concat('a', distinct_id)) from events"],
  ['an operator', "select event =~ concat('a', distinct_id) from events"],
  ['position', 'select position(event, distinct_id) from events'],
  ['a lambda', 'select arrayMap(x -> position(event, x), [distinct_id]) from events'],
])('what %s looks for is guarded when it is no literal', (_, text) => {
  const compiled = compileStatement(parseSelect(text), { project: testProject(), text });
  expect(compiled.pieces.join('')).toContain('throwIf(length(');
});

test('a constant that is computed stays one for functions that take nothing else', () => {
  const text = "select extract(event, replaceAll('x', 'x', 'a.')) from events";
  const compiled = compileStatement(parseSelect(text), { project: testProject(), text });
  expect(compiled.pieces.join('')).not.toContain('throwIf');
});
