import type { Expr, JoinConstraint, JoinExpr } from './ast.ts';
import { acceptBareAlias, parseAliasName } from './parse-alias.ts';
import { parseExpressions } from './parse-arguments.ts';
import { isStatementInBrackets, parseCurly } from './parse-brackets.ts';
import { acceptJoin, refuseJoin } from './parse-join-type.ts';
import { parseSample } from './parse-sample.ts';
import { parseColumnNames } from './parse-with.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

/** The list behind FROM: tables joined by words or commas, as a chain through `next_join`. */
export function parseFrom(cursor: TokenCursor): JoinExpr {
  return chain(parseTables(cursor));
}

/** Links a list of tables, each with its join, into one chain. The list has at least one. */
function chain(tables: readonly JoinExpr[]): JoinExpr {
  return tables.reduceRight((next, table) => ({ ...table, next_join: next }));
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

/** One table with alias and modifiers; several when a join stands in brackets. */
function parseTable(cursor: TokenCursor): readonly JoinExpr[] {
  const start = cursor.token;
  if (cursor.at('(') && !isStatementInBrackets(cursor) && !cursor.at('(', 'VALUES')) {
    return cursor.nested(() => {
      const open = cursor.take();
      const tables = parseTables(cursor);
      cursor.close(open, ')');
      return tables;
    });
  }
  const source = parseSource(cursor);
  const alias = cursor.accept('AS') ? parseAliasName(cursor) : acceptBareAlias(cursor);
  const column_aliases = alias !== undefined && cursor.at('(') ? parseColumnNames(cursor) : undefined;
  const table_final = cursor.accept('FINAL');
  const sample = cursor.at('SAMPLE') ? parseSample(cursor) : undefined;
  return [
    {
      kind: 'JoinExpr',
      ...source,
      ...(alias !== undefined && { alias }),
      ...(column_aliases && { column_aliases }),
      ...(table_final && { table_final }),
      ...(sample && { sample }),
      span: cursor.spanFrom(start),
    },
  ];
}

/** A sub-query, VALUES, a placeholder, a table, or a table function with its arguments. */
function parseSource(cursor: TokenCursor): Pick<JoinExpr, 'table' | 'table_args'> {
  if (cursor.at('(', 'VALUES')) return { table: parseValues(cursor) };
  if (cursor.at('(')) {
    const open = cursor.take();
    const table = cursor.grammar.select(cursor);
    cursor.close(open, ')');
    return { table };
  }
  if (cursor.at('{')) {
    const table = parseCurly(cursor);
    if (table.kind === 'Placeholder') return { table };
  }
  if (cursor.at('<'))
    throw cursor.unsupported(cursor.token, 'A HogQLX tag', 'Name a table or write a sub-query.');
  if (cursor.at('LATERAL', '(')) throw cursor.unsupported(cursor.token, 'LATERAL', 'Join a sub-query.');
  const start = cursor.token;
  const parts = [cursor.name('a table').text];
  while (cursor.accept('.')) parts.push(cursor.member().text);
  const table = { kind: 'Field', chain: parts, span: cursor.spanFrom(start) } as const;
  if (!cursor.at('(') || parts.length > 1) return { table };
  const open = cursor.take();
  const table_args = parseExpressions(cursor, ')');
  cursor.close(open, ')');
  return { table, table_args };
}

/** `(VALUES (1, 'a'), (2, 'b'))`. */
function parseValues(cursor: TokenCursor): JoinExpr['table'] {
  const open = cursor.take();
  cursor.take();
  const rows = parseList(cursor, () => parseRow(cursor));
  cursor.close(open, ')');
  return { kind: 'ValuesQuery', rows, span: cursor.spanFrom(open) };
}

function parseRow(cursor: TokenCursor): readonly Expr[] {
  const open = cursor.expect('(', 'before a row of VALUES');
  const row = parseExpressions(cursor, ')');
  cursor.close(open, ')');
  return row;
}

function parseConstraint(cursor: TokenCursor): JoinConstraint | undefined {
  const start = cursor.token;
  if (cursor.accept('ON')) {
    const expr = cursor.grammar.expression(cursor);
    if (cursor.at(',')) {
      const fix = 'Join conditions with AND; for another table write CROSS JOIN.';
      throw cursor.unsupported(cursor.token, 'A comma behind ON', fix);
    }
    return { kind: 'JoinConstraint', constraint_type: 'ON', expr, span: cursor.spanFrom(start) };
  }
  if (!cursor.accept('USING')) return undefined;
  const [first, ...more] = parseList(cursor, () => cursor.grammar.expression(cursor));
  if (first === undefined) throw cursor.unexpected('a column behind USING');
  const expr: Expr =
    more.length === 0 ? first : { kind: 'Tuple', exprs: [first, ...more], span: cursor.spanFrom(start) };
  return { kind: 'JoinConstraint', constraint_type: 'USING', expr, span: cursor.spanFrom(start) };
}
