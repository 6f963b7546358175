import { describe, expect, test } from 'vitest';
import { withoutSpans } from '../../../test/fixtures/language/without-spans.ts';
import type { AstNode } from './ast.ts';
import { constant, field } from './build.ts';
import { parseExpression, parseSelect } from './parse.ts';
import { visit } from './visit.ts';

// Trees that the differential test compares with the published parser are not repeated here: these are the things
// that only our trees have.
// [SQL-1.3].

describe('numbers keep their exact value and spelling', () => {
  test.each([
    ['1', { value: 1n }],
    ['-1', { value: -1n }],
    ['+1', { value: 1n }],
    ['9007199254740993', { value: 9007199254740993n }],
    ['123456789012345678901234567890', { value: 123456789012345678901234567890n }],
    ['0x1F', { value: 31n, text: '0x1F' }],
    ['-0x1F', { value: -31n, text: '-0x1F' }],
    ['0b11', { value: 3n, text: '0b11' }],
    ['1.5', { value: 1.5 }],
    ['1.0', { value: 1, text: '1.0' }],
    ['1.', { value: 1, text: '1.' }],
    ['.5', { value: 0.5, text: '.5' }],
    ['1e5', { value: 100000, text: '1e5' }],
    ['1.50', { value: 1.5, text: '1.50' }],
    ['-0.0', { value: -0, text: '-0.0' }],
    ['-0', { value: 0n, text: '-0' }],
    ['inf', { value: Number.POSITIVE_INFINITY }],
    ['-inf', { value: Number.NEGATIVE_INFINITY }],
    ['nan', { value: Number.NaN }],
  ])('%s', (text, expected) => {
    const { span, ...tree } = parseExpression(text);
    expect(tree).toEqual({ kind: 'Constant', ...expected });
    expect(span).toEqual({ start: 0, end: text.length });
  });
});

describe('what the published parser drops', () => {
  test.each([
    ['select a order by b nulls first', { order_by: [{ order: 'ASC', nulls: 'FIRST' }] }],
    ['select a order by b desc nulls last', { order_by: [{ order: 'DESC', nulls: 'LAST' }] }],
    [
      '(select 1) union all (select 2) order by 1 desc',
      { kind: 'SelectSetQuery', order_by: [{ order: 'DESC' }] },
    ],
    ['(select 1) order by 1', { kind: 'SelectQuery', order_by: [{ order: 'ASC' }] }],
    ['select a group by b with rollup', { group_by: [{ chain: ['b'] }], group_by_mode: 'rollup' }],
    ['select a group by b with cube', { group_by: [{ chain: ['b'] }], group_by_mode: 'cube' }],
    ['select a window w as () qualify b', { qualify: { chain: ['b'] } }],
    [
      'select a order by b with fill interpolate (c, d as e + 1)',
      { interpolate: [{ expr: { chain: ['c'] } }, { value: { op: '+' } }] },
    ],
  ])('%s', (text, expected) => {
    expect(parseSelect(text)).toMatchObject(expected);
  });

  test.each([
    ["'\\0'", constant('\0')],
    ["position('a' in 'b')", { kind: 'Call', name: 'position', args: [constant('b'), constant('a')] }],
    [
      'a in ()',
      { kind: 'CompareOperation', op: 'in', left: field('a'), right: { kind: 'Tuple', exprs: [] } },
    ],
    ['t.* exclude (a)', { kind: 'ColumnsExpr', all_columns: true, table: ['t'], exclude: ['a'] }],
    [
      '* replace (1 as a)',
      { kind: 'ColumnsExpr', all_columns: true, replace: [{ kind: 'Alias', alias: 'a', expr: constant(1) }] },
    ],
    ['any(a) ignore nulls', { kind: 'Call', name: 'any', args: [field('a')], nulls: 'IGNORE' }],
    [
      'any(a) respect nulls over w',
      { kind: 'WindowFunction', name: 'any', args: [field('a')], nulls: 'RESPECT', over_identifier: 'w' },
    ],
    ['x::decimal(10,2)', { kind: 'TypeCast', expr: field('x'), type_name: 'decimal(10, 2)' }],
    [
      'not (a) = b',
      { kind: 'Not', expr: { kind: 'CompareOperation', op: '==', left: field('a'), right: field('b') } },
    ],
    [
      'f(a, x -> x)',
      { kind: 'Call', name: 'f', args: [field('a'), { kind: 'Lambda', args: ['x'], expr: field('x') }] },
    ],
  ])('%s', (text, expected) => {
    expect(withoutSpans(parseExpression(text))).toEqual(expected);
  });

  test('a star with EXCEPT and a following set operator', () => {
    expect(parseSelect('select * except a from t except select 1')).toMatchObject({
      kind: 'SelectSetQuery',
      initial_select_query: { select: [{ exclude: ['a'] }] },
      subsequent_select_queries: [{ set_operator: 'EXCEPT' }],
    });
    expect(parseSelect('select * except select 1')).toMatchObject({ kind: 'SelectSetQuery' });
    expect(parseSelect('select * except (select 1)')).toMatchObject({ kind: 'SelectSetQuery' });
  });
});

describe('every node tells its part of the text', () => {
  const cases: readonly (readonly [text: string, kind: AstNode['kind'], part: string])[] = [
    ['select a + b * c from t', 'ArithmeticOperation', 'a + b * c'],
    ['select (a + b) * c from t', 'ArithmeticOperation', '(a + b) * c'],
    ['select f(a, 1) filter (where b) from t', 'Call', 'f(a, 1) filter (where b)'],
    ['select sum(a) over (order by b) from t', 'WindowFunction', 'sum(a) over (order by b)'],
    ['select case when a then b end from t', 'Call', 'case when a then b end'],
    ['select a is not null from t', 'CompareOperation', 'a is not null'],
    ['select a.b["c"] from t', 'ArrayAccess', 'a.b["c"]'],
    ["select '😀' as `漢` from t", 'Alias', "'😀' as `漢`"],
    ['select a b from t', 'Alias', 'a b'],
    ['select {variables.x} from t', 'Placeholder', '{variables.x}'],
    ['select a from t left join u as v on w', 'JoinConstraint', 'on w'],
    ['select a from t -- end', 'SelectQuery', 'select a from t'],
    ['select a from (select 1) x', 'JoinExpr', '(select 1) x'],
    ['with x as (select 1) select a from t', 'CTE', 'x as (select 1)'],
    ['select a order by b desc nulls last limit 1', 'OrderExpr', 'b desc nulls last'],
    ["select f'a{b}' from t", 'Call', "f'a{b}'"],
  ];

  test.each(cases)('%s: %s', (text, kind, part) => {
    const spans: string[] = [];
    visit(parseSelect(text), {
      enter: (node) => {
        if (node.kind === kind && node.span) spans.push(text.slice(node.span.start, node.span.end));
      },
    });
    expect(spans[0]).toBe(part);
  });
});
