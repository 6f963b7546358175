import { describe, expect, test } from 'vitest';
import { AppError, type ErrorCode } from '../../base/errors.ts';
import { parseExpression, parseSelect } from './parse.ts';

// [SQL-1.2], [SQL-1.4], [SQL-8.3].

/** The text with the marked part between `«` and `»`, the code, and a part of the message. */
type Refused = readonly [marked: string, code: ErrorCode, message: string];

function expectRefused(parse: (text: string) => unknown, [marked, code, message]: Refused): void {
  const offset = marked.indexOf('«');
  const text = marked.replace(/[«»]/g, '');
  const length = marked.indexOf('»') - offset - 1;
  const error = refusal(parse, text);
  expect(error.message).toContain(message);
  expect(error.code).toBe(code);
  expect(error.position, error.message).toMatchObject({ offset, length });
}

function refusal(parse: (text: string) => unknown, text: string): AppError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`not refused: ${text}`);
}

describe('syntax errors say what was found, where, and what was expected', () => {
  const cases: readonly Refused[] = [
    ['select «»', 'syntax_error', 'Expected an expression, found the end of the text'],
    ['select a,«,» b from t', 'syntax_error', 'Expected an expression, found `,`'],
    ['select «from» t', 'syntax_error', 'Expected an expression, found `from`'],
    ['select a from «»', 'syntax_error', 'Expected a table, found the end of the text'],
    ['select a from «where» b', 'syntax_error', 'As a name, `where` is written in back-ticks'],
    ['select a from t where «»', 'syntax_error', 'Expected an expression'],
    ['select a from t where «select» 1', 'syntax_error', 'Expected an expression, found `select`'],
    ['select a b «c»', 'syntax_error', 'the next clause (FROM, ARRAY JOIN, PREWHERE'],
    ["select a «'b'» from t", 'syntax_error', "found the text 'b'"],
    ['select 1;«;»', 'syntax_error', 'found `;`'],
    ['select 1; «select» 2', 'syntax_error', 'found `select`'],
    ['select f(a «from» t', 'syntax_error', 'Expected `,` or `)`, found `from`'],
    ['select f«(»a', 'syntax_error', 'The `(` that opens here is never closed with `)`'],
    ['select a«[»1', 'syntax_error', 'The `[` that opens here is never closed'],
    ['select «{»a', 'syntax_error', 'The `{` that opens here is never closed'],
    ['select a«)» from t', 'syntax_error', 'found `)`'],
    ['select («)»', 'syntax_error', 'Empty brackets stand only after IN and in calls'],
    ["select «'»a from t", 'syntax_error', "The text that opens here with ' is never closed"],
    ['select «"»a from t', 'syntax_error', 'The quoted name that opens here with " is never closed'],
    ["select f«'»a", 'syntax_error', 'The text that opens here'],
    ["select f«'»a{b}c", 'syntax_error', 'The text that opens here'],
    ["select f'a«{»b", 'syntax_error', 'The `{` that opens here is never closed'],
    ['select a «/*» b', 'syntax_error', 'never closed with */'],
    ["select 'a«\\%»b'", 'syntax_error', '`\\%` is not an escape'],
    ["select 'a«\\😀»b'", 'syntax_error', '`\\😀` is not an escape'],
    ['select «é»', 'syntax_error', 'Names with such letters are written in back-ticks'],
    ['select a «@»b', 'syntax_error', 'The character `@` (U+0040)'],
    ['select «😀»', 'syntax_error', 'U+1F600'],
    ['select «``»', 'syntax_error', 'A quoted name cannot be empty'],
    ['select «`*`»', 'syntax_error', 'A quoted name cannot be `*`'],
    ['select «1_»000', 'syntax_error', 'The number 1 runs into `_`'],
    ['select interval «10d»ay', 'syntax_error', 'The number 10 runs into `d`'],
    ['select «017»', 'syntax_error', 'leading zero'],
    ['select a.«.»1', 'syntax_error', 'Expected a name behind the dot, found `.`'],
    ['select a?.«.»1', 'syntax_error', 'Expected a name behind the dot, found `.`'],
    ['select «1e400»', 'syntax_error', 'too large'],
    ['select «$$abc$$»', 'syntax_error', 'not $$text$$'],
    ['select a.«null»', 'syntax_error', 'written in back-ticks'],
    ['select «+»x', 'syntax_error', 'Expected an expression, found `+`'],
    ['select a «&&» b', 'syntax_error', 'found `&&`'],
    ['select a is «b»', 'syntax_error', 'Expected `NULL` or `DISTINCT FROM` after IS'],
    ['select a «not» b', 'syntax_error', 'found `not`'],
    ['select a between 1«»', 'syntax_error', 'Expected `AND` between the two bounds'],
    ['select a between b «or» c and d', 'syntax_error', 'Expected `AND`'],
    ['select a ? b«»', 'syntax_error', 'Expected `:` between the two results'],
    ['select case a «end»', 'syntax_error', 'Expected `WHEN` in CASE'],
    ['select case when a «else» b end', 'syntax_error', 'Expected `THEN`'],
    ['select case when a then b«»', 'syntax_error', 'Expected `END` to close CASE'],
    ['select cast(a as «)»', 'syntax_error', 'Expected a type, found `)`'],
    ['select a::«`x y`»', 'syntax_error', '`x y` is not a type'],
    ['select sum(a) over «»', 'syntax_error', 'Expected `(` or the name of a window'],
    [
      'select sum(a) over (order by b «partition» by c)',
      'syntax_error',
      'PARTITION BY, ORDER BY, ROWS, RANGE',
    ],
    ['select interval 1 «foo»', 'syntax_error', 'a unit of INTERVAL'],
    ['select extract(«foo» from a)', 'syntax_error', 'a part of a date: year, quarter'],
    ['select a from t left «where» b', 'syntax_error', 'Expected `JOIN` after LEFT'],
    ['select a from t «left outer semi join» u', 'syntax_error', '`LEFT OUTER SEMI JOIN` is not a join'],
    ['select a from t limit 1 «limit» 2', 'syntax_error', 'A second LIMIT has no meaning'],
    ['select a from t limit 1 offset 2 «offset» 3', 'syntax_error', 'A second OFFSET'],
    ['select a from t limit 1 «limit» 2 by a', 'syntax_error', 'A second LIMIT'],
    ['select a from t order by a nulls «b»', 'syntax_error', 'Expected `LAST`'],
    ['select a from t having b «group» by a', 'syntax_error', 'in this order'],
    ['select a from t where b «prewhere» c', 'syntax_error', 'in this order'],
    ['with a as («b») select 1', 'syntax_error', 'Expected `SELECT` or `WITH`'],
    ['with a «select» 1', 'syntax_error', 'Expected `AS` and the name of the CTE'],
    ['(«a») union all select 1', 'syntax_error', 'Expected `SELECT` or `WITH` in the brackets'],
    ['«selekt» a from t', 'syntax_error', 'Expected `SELECT` or `WITH`, found `selekt`'],
    ['«»', 'syntax_error', 'Expected `SELECT` or `WITH`, found the end of the text'],
  ];

  test.each(cases)('%s', (...refused) => expectRefused(parseSelect, refused));
});

describe('what the dialect knows but does not offer is named, with another way to write it', () => {
  const cases: readonly Refused[] = [
    ['select a from t «limit 5, 10»', 'unsupported_syntax', 'Write LIMIT count OFFSET skip'],
    [
      'select 1 union all select a limit 1 by a limit «3»',
      'unsupported_syntax',
      'behind the last branch of a UNION',
    ],
    ['select 1 union all select a order by «a» limit 1 by a', 'unsupported_syntax', 'Put brackets around'],
    ['(select 1 limit 3) «limit 5»', 'unsupported_syntax', 'SELECT * FROM (…)'],
    ['(select 1 union all select 2) «limit 5 by a»', 'unsupported_syntax', 'SELECT * FROM (…)'],
    ['select a from t order by b «collate» x', 'unsupported_syntax', 'COLLATE'],
    ['select a from t group by b «with» totals', 'unsupported_syntax', 'WITH TOTALS'],
    ['select a from t order by «all»', 'unsupported_syntax', 'ORDER BY ALL'],
    ['select distinct «on» (a) b from t', 'unsupported_syntax', 'Use LIMIT 1 BY a, b'],
    ['select «top» 5 a from t', 'unsupported_syntax', 'Use LIMIT n'],
    ['select a from b «natural» join c', 'unsupported_syntax', 'USING'],
    ['select a from b «positional» join c', 'unsupported_syntax', 'POSITIONAL JOIN'],
    ['select a from b «paste» join c', 'unsupported_syntax', 'PASTE JOIN'],
    ['select a from b «global» any left join c on d', 'unsupported_syntax', 'GLOBAL JOIN'],
    ['select a from b «lateral» join c', 'unsupported_syntax', 'LATERAL JOIN'],
    ['select a from b, «lateral» (select 1)', 'unsupported_syntax', 'LATERAL'],
    ['select a from b join c on d«,» e', 'unsupported_syntax', 'CROSS JOIN'],
    ['select a from b «join» (c join d on e) on f', 'unsupported_syntax', 'sub-query'],
    ['select a from t «format» JSON', 'unsupported_syntax', 'FORMAT'],
    ['select a from t «settings» b = 1', 'unsupported_syntax', 'SETTINGS'],
    ["select a from t «into» outfile 'x'", 'unsupported_syntax', 'INTO'],
    ['select a from t «fetch» first 5 rows only', 'unsupported_syntax', 'FETCH'],
    ['select a from t offset 5 «rows»', 'unsupported_syntax', 'OFFSET'],
    ['select a from t «pivot» (sum(x) for y in (1, 2))', 'unsupported_syntax', 'PIVOT'],
    ['select a from t «unpivot» (x for y in (1, 2))', 'unsupported_syntax', 'UNPIVOT'],
    ['select a from t array join «b»', 'unsupported_syntax', 'Add AS and a name'],
    ['select a «array» join [1] as b', 'unsupported_syntax', 'arrayJoin'],
    ['select a «is» not true', 'unsupported_syntax', 'IS TRUE'],
    ['select «<»Tag />', 'unsupported_syntax', 'HogQLX'],
    ['select a from «<»t/>', 'unsupported_syntax', 'HogQLX'],
    ['«<»a/>', 'unsupported_syntax', 'HogQLX'],
    ['«{»x}', 'unsupported_syntax', 'A variable is a value, never a query'],
    ['select 1 union all «{»x}', 'unsupported_syntax', 'A placeholder in place of a query'],
    ['select 1 «union by name» select 2', 'unsupported_syntax', 'UNION ALL [BY NAME]'],
    ['select 1 «except distinct» select 2', 'unsupported_syntax', 'EXCEPT DISTINCT'],
    ['select 1 «intersect all» select 2', 'unsupported_syntax', 'INTERSECT ALL'],
    ['select f(«a» := 1)', 'unsupported_syntax', 'A named argument'],
    ['select x -> { «return» 1 }', 'unsupported_syntax', 'A block of statements'],
    ['«let» x := 1', 'unsupported_syntax', 'starts with LET'],
    ['«from» t select a', 'unsupported_syntax', 'starts with FROM'],
    ['«values» (1)', 'unsupported_syntax', 'starts with VALUES'],
    ['«insert» into t select 1', 'unsupported_syntax', 'starts with INSERT'],
    ['«explain» select 1', 'unsupported_syntax', 'starts with EXPLAIN'],
    ['with a «using» key (b) as (select 1) select 1', 'unsupported_syntax', 'USING KEY'],
    ['select sum(distinct a) «over» ()', 'unsupported_syntax', 'OVER behind DISTINCT'],
    ['select sum(a) filter (where b) «over» ()', 'unsupported_syntax', 'OVER behind DISTINCT, FILTER'],
    ['select sum(a) over («w» order by b)', 'unsupported_syntax', 'A window made from another window'],
    ['select sum(a) over (order by b «groups» 1 preceding)', 'unsupported_syntax', 'GROUPS'],
    ["select interval «'1 hour 2 minutes'»", 'unsupported_syntax', 'add intervals with +'],
    ["select interval «'1.5 day'»", 'unsupported_syntax', 'one whole number'],
    ['select interval 1 «millisecond»', 'unsupported_syntax', 'Units are second'],
    ["select cast(a as Enum8('x' «=» 1))", 'unsupported_syntax', 'An Enum type'],
    ['select * «apply» (sum)', 'unsupported_syntax', 'APPLY'],
    ['select a as «true»', 'invalid_alias', '`true` cannot be an alias'],
    ['select a «false»', 'invalid_alias', '`false` cannot be an alias'],
    ['select a from t as «Null»', 'invalid_alias', '`Null` cannot be an alias'],
    ['select «inf»: a', 'syntax_error', 'As a name, `inf` is written in back-ticks'],
    ["select a as «'nan'»", 'invalid_alias', '`nan` cannot be an alias'],
    ['with «`true`» as (select 1) select 1', 'invalid_alias', '`true` cannot be an alias'],
    ['select a from (select 1) as x (b, «`null`»)', 'invalid_alias', '`null` cannot be an alias'],
  ];

  test.each(cases)('%s', (...refused) => expectRefused(parseSelect, refused));
});

describe('an expression alone', () => {
  const cases: readonly Refused[] = [
    ['a «b»', 'syntax_error', 'Expected an operator or the end of the expression'],
    ['a«,» b', 'syntax_error', 'found `,`'],
    ['a«;»', 'syntax_error', 'found `;`'],
    ['«select» 1', 'syntax_error', 'Expected an expression'],
    ['«»', 'syntax_error', 'found the end of the text'],
  ];

  test.each(cases)('%s', (...refused) => expectRefused(parseExpression, refused));
});

test('a position has line and column, counted in UTF-16 units', () => {
  const error = refusal(parseSelect, "select '😀',\n  '漢' as x,\n  😀 from t");
  expect(error.position).toEqual({ line: 3, column: 3, offset: 27, length: 2 });
});
