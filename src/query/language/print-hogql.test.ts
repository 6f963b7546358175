import { describe, expect, test } from 'vitest';
import { readCorpus } from '../../../test/fixtures/language/read-corpus.ts';
import { withoutSpans } from '../../../test/fixtures/language/without-spans.ts';
import { constant, field } from './build.ts';
import { parseExpression, parseSelect } from './parse.ts';
import { printExpression, printHogql } from './print-hogql.ts';

describe('printing a parsed text and parsing the print gives the same tree', () => {
  const expressions = [...readCorpus('expressions'), ...readCorpus('additions').map(beforeArrow)];

  test.each(expressions)('%s', (text) => {
    const tree = parseExpression(text);
    const printed = printExpression(tree);
    expect(withoutSpans(parseExpression(printed)), printed).toEqual(withoutSpans(tree));
    expect(printExpression(parseExpression(printed))).toBe(printed);
  });

  test.each(readCorpus('statements'))('%s', (text) => {
    const tree = parseSelect(text);
    const printed = printHogql(tree);
    expect(withoutSpans(parseSelect(printed)), printed).toEqual(withoutSpans(tree));
    expect(printHogql(parseSelect(printed))).toBe(printed);
  });
});

describe('the canonical form', () => {
  const cases: readonly (readonly [text: string, printed: string])[] = [
    ['select  A.b,count( ) -- x\n from t where a=1 And b', 'SELECT A.b, count() FROM t WHERE a = 1 AND b'],
    ['select a b from t x limit 5', 'SELECT a AS b FROM t AS x LIMIT 5'],
    ['select (a + b) * c, a + (b * c)', 'SELECT (a + b) * c, a + b * c'],
    ['select a order by b asc, c desc nulls last', 'SELECT a ORDER BY b, c DESC NULLS LAST'],
    ['select case when a then 1 end', 'SELECT if(a, 1, NULL)'],
    [
      'select a ?? b, a || b, -x, interval 2 day',
      'SELECT ifNull(a, b), concat(a, b), 0 - x, toIntervalDay(2)',
    ],
    ['select x::Decimal(10,2)', 'SELECT CAST(x AS decimal(10, 2))'],
    [
      'select a from b, c left outer join d using e',
      'SELECT a FROM b CROSS JOIN c LEFT OUTER JOIN d USING (e)',
    ],
    // [SQL-8.3]: behind the last branch they are those of the whole.
    ['select 1 union all select 2 order by 1 limit 3', 'SELECT 1 UNION ALL (SELECT 2) ORDER BY 1 LIMIT 3'],
    ['select 1 limit 1 union all select 2 offset 3', '(SELECT 1 LIMIT 1) UNION ALL (SELECT 2) OFFSET 3'],
    ['(select 1) union all (select 2) order by 1', 'SELECT 1 UNION ALL (SELECT 2) ORDER BY 1'],
    ['with a as (select 1), 2 as b select {x}', 'WITH a AS (SELECT 1), 2 AS b SELECT {x}'],
    ["select `select`, `a b`, 'it''s', a.from", "SELECT `select`, `a b`, 'it''s', a.from"],
    ['select 1.0, 1, 1e3, 0x1F, -0.0, inf', 'SELECT 1.0, 1, 1e3, 0x1F, -0.0, inf'],
    ['select a is null, a = null, a is not null', 'SELECT a IS NULL, a IS NULL, a IS NOT NULL'],
    ['select not (a and b), not a = b', 'SELECT NOT (a AND b), NOT a = b'],
    ['select * except a replace (b + 1 as c) from t', 'SELECT * EXCLUDE (a) REPLACE (b + 1 AS c) FROM t'],
    ['select a group by b with rollup', 'SELECT a GROUP BY ROLLUP(b)'],
  ];

  test.each(cases)('%s', (text, printed) => {
    expect(printHogql(parseSelect(text))).toBe(printed);
  });

  test.each([
    [constant(1), '1'],
    [constant(1.5), '1.5'],
    [{ kind: 'Constant', value: 2 } as const, '2.0'],
    [constant(Number.NaN), 'nan'],
    [constant(Number.NEGATIVE_INFINITY), '-inf'],
    [constant("a'\\\n\0"), "'a''\\\\\\n\\0'"],
    [field('a b', 'c`d'), '`a b`.`c``d`'],
  ])('of a node that the program made: %o', (node, printed) => {
    expect(printExpression(node)).toBe(printed);
    expect(printExpression(parseExpression(printed))).toBe(printed);
  });
});

function beforeArrow(line: string): string {
  return line.split(' => ')[0] ?? '';
}
