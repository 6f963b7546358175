import type { Constant, Expr, JoinConstraint, JoinExpr, RatioExpr, SampleExpr, ValuesQuery } from './ast.ts';
import { parseNumber } from './parse-literal.ts';
import { parseCurly } from './parse-operand.ts';
import { syntaxError } from './syntax-error.ts';
import type { TokenCursor } from './token-cursor.ts';

/** The list behind FROM: tables joined by words or commas, as a chain through `next_join`. */
export function parseFrom(cursor: TokenCursor): JoinExpr {
  return parseTables(cursor).reduceRight((next, table) => ({ ...table, next_join: next }));
}

function parseTables(cursor: TokenCursor): readonly JoinExpr[] {
  const tables = [...parseTable(cursor)];
  for (;;) {
    refuseJoin(cursor);
    const start = cursor.token;
    const join_type = acceptJoin(cursor);
    if (join_type === undefined) return tables;
    const [table, ...more] = parseTable(cursor);
    if (table === undefined || more.length > 0) {
      throw cursor.unsupported(start, 'A join in brackets on the right side', 'Write it as a sub-query.');
    }
    const constraint = join_type === 'CROSS JOIN' ? undefined : parseConstraint(cursor);
    const span = cursor.spanFrom(start);
    tables.push({ ...table, join_type, ...(constraint && { constraint }), span });
  }
}

/** One table with alias and modifiers; several tables when a join stands in brackets. */
function parseTable(cursor: TokenCursor): readonly JoinExpr[] {
  const start = cursor.token;
  if (cursor.at('(') && !cursor.atStatement() && !cursor.at('(', 'VALUES')) {
    return cursor.nested(() => cursor.brackets(() => parseTables(cursor)));
  }
  const source = parseSource(cursor);
  const alias = cursor.accept('AS') ? cursor.alias() : cursor.acceptBareAlias();
  const column_aliases = alias !== undefined && cursor.at('(') && parseColumnNames(cursor);
  const table_final = cursor.accept('FINAL');
  const sample = cursor.at('SAMPLE') && parseSample(cursor);
  return [
    cursor.node<JoinExpr>(start, { kind: 'JoinExpr', ...source, alias, column_aliases, table_final, sample }),
  ];
}

/** A sub-query, VALUES, a placeholder, a table, or a table function with its arguments. */
function parseSource(cursor: TokenCursor): Pick<JoinExpr, 'table' | 'table_args'> {
  if (cursor.at('(', 'VALUES')) return { table: parseValues(cursor) };
  if (cursor.at('(')) return { table: cursor.brackets(() => cursor.select()) };
  if (cursor.at('{')) {
    const table = parseCurly(cursor);
    if (table.kind === 'Placeholder') return { table };
  }
  if (cursor.at('<'))
    throw cursor.unsupported(cursor.token, 'A HogQLX tag', 'Name a table or write a sub-query.');
  if (cursor.at('LATERAL', '(')) throw cursor.unsupported(cursor.token, 'LATERAL', 'Join a sub-query.');
  const start = cursor.token;
  const chain = cursor.path('a table');
  const table = { kind: 'Field', chain, span: cursor.spanFrom(start) } as const;
  if (!cursor.at('(') || chain.length > 1) return { table };
  return { table, table_args: cursor.brackets(() => cursor.expressions(')')) };
}

/** `(VALUES (1, 'a'), (2, 'b'))`. */
function parseValues(cursor: TokenCursor): ValuesQuery {
  const start = cursor.token;
  const row = () => cursor.brackets(() => cursor.expressions(')'), 'before a row of VALUES');
  const rows = cursor.brackets(() => {
    cursor.take();
    return cursor.list(row);
  });
  return { kind: 'ValuesQuery', rows, span: cursor.spanFrom(start) };
}

/** `(a, b)`: names of columns. */
export function parseColumnNames(cursor: TokenCursor): readonly string[] {
  return cursor.brackets(() => cursor.list(() => cursor.newName('the name of a column')));
}

function parseConstraint(cursor: TokenCursor): JoinConstraint | undefined {
  const start = cursor.token;
  if (cursor.accept('ON')) {
    const expr = cursor.expression();
    if (cursor.at(',')) {
      const fix = 'Join conditions with AND; for another table write CROSS JOIN.';
      throw cursor.unsupported(cursor.token, 'A comma behind ON', fix);
    }
    return { kind: 'JoinConstraint', constraint_type: 'ON', expr, span: cursor.spanFrom(start) };
  }
  if (!cursor.accept('USING')) return undefined;
  const exprs = cursor.list(() => cursor.expression());
  const span = cursor.spanFrom(start);
  const [only] = exprs;
  const expr: Expr = only !== undefined && exprs.length === 1 ? only : { kind: 'Tuple', exprs, span };
  return { kind: 'JoinConstraint', constraint_type: 'USING', expr, span };
}

// ------------------------------------------------------------------------------------------- kinds of joins

const DIRECTIONS = ['INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS'];
const STRICTNESS = ['ANY', 'ALL', 'ASOF', 'SEMI', 'ANTI'];
const JOIN_WORDS: ReadonlySet<string> = new Set([...DIRECTIONS, ...STRICTNESS, 'OUTER', 'JOIN']);

/** Joins by the words before JOIN with the direction first, each with its only spelling in the tree. */
const JOIN_TYPES: ReadonlyMap<string, string> = new Map([
  ['', 'JOIN'],
  ['INNER', 'INNER JOIN'],
  ['CROSS', 'CROSS JOIN'],
  ...['LEFT', 'RIGHT', 'FULL'].flatMap((side): [string, string][] => [
    [side, `${side} JOIN`],
    [`${side} OUTER`, `${side} OUTER JOIN`],
    [`${side} ANY`, `${side} ANY JOIN`],
    [`${side} ALL`, `${side} ALL JOIN`],
  ]),
  ...['LEFT', 'RIGHT'].flatMap((side) =>
    ['ASOF', 'SEMI', 'ANTI'].map((strict): [string, string] => [
      `${side} ${strict}`,
      `${side} ${strict} JOIN`,
    ]),
  ),
  ...['ANY', 'ALL', 'ASOF'].flatMap((strict): [string, string][] => [
    [strict, `${strict} INNER JOIN`],
    [`INNER ${strict}`, `${strict} INNER JOIN`],
  ]),
  ['SEMI', 'SEMI JOIN'],
  ['ANTI', 'ANTI JOIN'],
]);

/** Takes a comma or the words of a join and returns its type; undefined when no join follows. */
function acceptJoin(cursor: TokenCursor): string | undefined {
  if (cursor.accept(',')) return 'CROSS JOIN';
  if (!cursor.atAny(JOIN_WORDS) || cursor.peek(1).key === 'ARRAY') return undefined;
  const start = cursor.token;
  const words: string[] = [];
  while (!cursor.at('JOIN')) {
    if (!cursor.atAny(JOIN_WORDS)) throw cursor.unexpected(`\`JOIN\` after ${words.join(' ')}`);
    words.push(cursor.take().key);
  }
  cursor.take();
  const type = JOIN_TYPES.get(directionFirst(words).join(' '));
  if (type !== undefined) return type;
  const known =
    'INNER, CROSS, LEFT, RIGHT and FULL [OUTER], with ANY, ALL, ASOF, SEMI or ANTI in place of OUTER';
  const detail = `\`${words.join(' ')} JOIN\` is not a join. There are ${known}.`;
  throw syntaxError(cursor.text, cursor.spanFrom(start), detail);
}

/** The words with the direction first: `ANY LEFT` becomes `LEFT ANY`. */
function directionFirst(words: readonly string[]): readonly string[] {
  const [first, second] = words;
  const isSwapped =
    words.length === 2 && STRICTNESS.includes(first ?? '') && DIRECTIONS.includes(second ?? '');
  return isSwapped ? words.toReversed() : words;
}

const REFUSED: ReadonlyMap<string, string> = new Map([
  ['GLOBAL', 'Leave the word out: there is one server.'],
  ['LOCAL', 'Leave the word out: there is one server.'],
  ['NATURAL', 'Name the columns with USING (a, b).'],
  ['POSITIONAL', 'Join on a column, such as one made by row_number().'],
  ['PASTE', 'Join on a column, such as one made by row_number().'],
  ['LATERAL', 'Join a sub-query.'],
]);

/**
 * Refuses joins that are not offered.
 * @throws unsupported_syntax for joins that the dialect does not offer, and for PIVOT and UNPIVOT
 */
function refuseJoin(cursor: TokenCursor): void {
  const { key } = cursor.token;
  const fix = REFUSED.get(key);
  if (fix !== undefined && (JOIN_WORDS.has(cursor.peek(1).key) || cursor.peek(1).key === 'ARRAY')) {
    throw cursor.unsupported(cursor.token, `${key} JOIN`, fix);
  }
  if (key === 'PIVOT' || key === 'UNPIVOT') {
    throw cursor.unsupported(cursor.token, key, 'Use sumIf and its like for columns, arrayJoin for rows.');
  }
}

// --------------------------------------------------------------------------------------------------- SAMPLE

/** `SAMPLE 1/10 OFFSET 1/2`. The cursor stands at SAMPLE. */
function parseSample(cursor: TokenCursor): SampleExpr {
  const start = cursor.take();
  const sample_value = parseRatio(cursor);
  const offset_value = cursor.accept('OFFSET') && parseRatio(cursor);
  return cursor.node<SampleExpr>(start, { kind: 'SampleExpr', sample_value, offset_value });
}

/** A number, a ratio of numbers, or a placeholder. */
function parseRatio(cursor: TokenCursor): RatioExpr {
  const start = cursor.token;
  const placeholder = cursor.at('{') ? parseCurly(cursor) : undefined;
  if (placeholder?.kind === 'Placeholder') {
    return { kind: 'RatioExpr', left: placeholder, span: cursor.spanFrom(start) };
  }
  const left = parseShare(cursor);
  const right = cursor.accept('/') && parseShare(cursor);
  return cursor.node<RatioExpr>(start, { kind: 'RatioExpr', left, right });
}

function parseShare(cursor: TokenCursor): Constant {
  if (cursor.token.kind !== 'number') throw cursor.unexpected('a number or a variable behind SAMPLE');
  return parseNumber(cursor);
}
