import type { Alias, ColumnsExpr, Dict, Expr, Placeholder, SourceSpan } from './ast.ts';
import { RESERVED_WORDS } from './keywords.ts';
import { parseCall, parseSpecialCall } from './parse-call.ts';
import type { TokenCursor } from './token-cursor.ts';

// Operands that hold other expressions: names, brackets, lambdas and CASE.

/** What begins with a name: a call, `table.*`, or a dotted field. */
export function parseNamed(cursor: TokenCursor): Expr {
  const start = cursor.token;
  if (cursor.peek(1).key === '(') return parseSpecialCall(cursor) ?? parseCall(cursor);
  const chain = [cursor.name('a name')];
  while (cursor.at('.') && cursor.peek(1).kind !== 'number') {
    cursor.take();
    if (cursor.at('*')) return parseStar(cursor, chain, start);
    chain.push(cursor.member());
  }
  return { kind: 'Field', chain, span: cursor.spanFrom(start) };
}

/**
 * `*` and `table.*`, with `EXCLUDE (a, b)` or `EXCEPT (a, b)` (also for one name without brackets) and
 * `REPLACE (expr AS a)` behind it. The cursor stands at the star; `table` is the path before it.
 */
export function parseStar(
  cursor: TokenCursor,
  table: readonly string[],
  start: SourceSpan = cursor.token,
): Expr {
  cursor.take();
  const exclude = atExclude(cursor) ? parseExclude(cursor) : undefined;
  const replace = cursor.at('REPLACE', '(') ? parseReplace(cursor) : undefined;
  if (cursor.at('APPLY', '(')) {
    throw cursor.unsupported(cursor.token, '* APPLY', 'Write the function around each column.');
  }
  if (exclude === undefined && replace === undefined)
    return { kind: 'Field', chain: [...table, '*'], span: cursor.spanFrom(start) };
  return cursor.node<ColumnsExpr>(start, {
    kind: 'ColumnsExpr',
    all_columns: true,
    table: table.length > 0 ? table : undefined,
    exclude,
    replace,
  });
}

/**
 * True at an EXCEPT that belongs to a star. The set operator EXCEPT is followed by SELECT, WITH, ALL or a bracketed
 * SELECT.
 */
function atExclude(cursor: TokenCursor): boolean {
  if (cursor.at('EXCLUDE')) return true;
  if (!cursor.at('EXCEPT')) return false;
  const { key } = cursor.peek(1);
  return !STATEMENT_START.has(key === '(' ? cursor.peek(2).key : key);
}

const STATEMENT_START: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'ALL', 'DISTINCT', '(', '{']);

function parseExclude(cursor: TokenCursor): readonly string[] {
  cursor.take();
  const column = () => cursor.path('a column to leave out').join('.');
  return cursor.at('(') ? cursor.brackets(() => cursor.list(column)) : [column()];
}

function parseReplace(cursor: TokenCursor): readonly Alias[] {
  cursor.take();
  return cursor.brackets(() =>
    cursor.list(() => {
      const expr = cursor.expression();
      if (expr.kind === 'Alias') return expr;
      throw cursor.unexpected('`AS` and the column that the expression replaces');
    }),
  );
}

/** A sub-query, an expression in brackets, or a tuple: `(SELECT 1)`, `(a)`, `(a, b)`, `(a,)`. */
export function parseRound(cursor: TokenCursor): Expr {
  if (cursor.atStatement()) return cursor.brackets(() => cursor.select());
  const open = cursor.take();
  if (cursor.at(')'))
    throw cursor.unexpected('an expression', 'Empty brackets stand only after IN and in calls.');
  const first = cursor.expression();
  const isTuple = cursor.accept(',');
  const more = isTuple ? cursor.expressions(')') : [];
  cursor.close(open);
  return isTuple ? { kind: 'Tuple', exprs: [first, ...more], span: cursor.spanFrom(open) } : first;
}

/** `[a, b]`, `[]`. */
export function parseSquare(cursor: TokenCursor): Expr {
  const start = cursor.token;
  const exprs = cursor.brackets(() => cursor.expressions(']'));
  return { kind: 'Array', exprs, span: cursor.spanFrom(start) };
}

/** `{}` and `{key: value, …}` are a Dict, `{expr}` is a placeholder. */
export function parseCurly(cursor: TokenCursor): Dict | Placeholder {
  const open = cursor.take();
  if (cursor.accept('}')) return { kind: 'Dict', items: [], span: cursor.spanFrom(open) };
  const first = atKeywordOfPlaceholder(cursor) ? keywordName(cursor) : cursor.expression();
  if (!cursor.accept(':')) {
    cursor.close(open);
    return { kind: 'Placeholder', expr: first, span: cursor.spanFrom(open) };
  }
  const items: (readonly [Expr, Expr])[] = [[first, cursor.expression()]];
  while (cursor.accept(',')) {
    if (cursor.at('}')) break;
    const key = cursor.expression();
    cursor.expect(':', 'between key and value');
    items.push([key, cursor.expression()]);
  }
  cursor.close(open);
  return { kind: 'Dict', items, span: cursor.spanFrom(open) };
}

/** True at `{from}` and the like, because a placeholder may have the name of a keyword. */
function atKeywordOfPlaceholder(cursor: TokenCursor): boolean {
  return cursor.token.kind === 'word' && RESERVED_WORDS.has(cursor.token.key) && cursor.peek(1).key === '}';
}

function keywordName(cursor: TokenCursor): Expr {
  const start = cursor.token;
  return { kind: 'Field', chain: [cursor.member()], span: cursor.spanFrom(start) };
}

/** True at `x -> …`, `(x, y) -> …` and `lambda x, y: …`. */
export function atLambda(cursor: TokenCursor): boolean {
  const { key } = cursor.token;
  if (cursor.atName()) {
    if (cursor.peek(1).key === '->') return true;
    return key === 'LAMBDA' && [':', ','].includes(cursor.peek(2).key) && cursor.atName(1);
  }
  const close = key === '(' ? cursor.distanceToPartner() : undefined;
  return close !== undefined && cursor.peek(close + 1).key === '->';
}

/** An anonymous function; its body reaches as far right as possible. */
export function parseLambda(cursor: TokenCursor): Expr {
  const start = cursor.token;
  const args = parseParameters(cursor);
  if (cursor.at('{') && STATEMENT_WORDS.has(cursor.peek(1).key)) {
    throw cursor.unsupported(cursor.peek(1), 'A block of statements', 'Write the result as one expression.');
  }
  const expr = cursor.expression();
  return { kind: 'Lambda', args, expr, span: cursor.spanFrom(start) };
}

/** Words that begin a statement of the Hog language. */
const STATEMENT_WORDS: ReadonlySet<string> = new Set('RETURN LET FN FUN WHILE THROW TRY'.split(' '));

/** `x ->`, `(x, y) ->` or `lambda x, y:`. */
function parseParameters(cursor: TokenCursor): readonly string[] {
  const name = () => cursor.name('a parameter');
  if (cursor.at('(')) {
    const atEnd = () => cursor.at(')');
    const names = cursor.brackets(() => (atEnd() ? [] : cursor.list(name, atEnd)));
    cursor.expect('->', 'after the parameters');
    return names;
  }
  if (cursor.peek(1).key === '->') {
    const only = name();
    cursor.take();
    return [only];
  }
  cursor.take();
  const names = cursor.list(name);
  cursor.expect(':', 'after the parameters of lambda');
  return names;
}

/**
 * CASE becomes a call: with one WHEN `if(when, then, else)`, with more `multiIf(when, then, …, else)`, with an operand
 * `_caseWithExpression(operand, when, then, …, else)`. A missing ELSE is null.
 */
export function parseCase(cursor: TokenCursor): Expr {
  const start = cursor.take();
  const operand = cursor.at('WHEN') ? undefined : cursor.expression();
  const branches: Expr[] = [];
  cursor.expect('WHEN', 'in CASE');
  do {
    branches.push(cursor.expression());
    cursor.expect('THEN', 'after the condition of WHEN');
    branches.push(cursor.expression());
  } while (cursor.accept('WHEN'));
  const otherwise: Expr = cursor.clause('ELSE') ?? { kind: 'Constant', value: null };
  cursor.expect('END', 'to close CASE');
  const args = operand === undefined ? [...branches, otherwise] : [operand, ...branches, otherwise];
  return { kind: 'Call', name: caseFunction(operand, branches), args, span: cursor.spanFrom(start) };
}

function caseFunction(operand: Expr | undefined, branches: readonly Expr[]): string {
  if (operand !== undefined) return '_caseWithExpression';
  return branches.length === 2 ? 'if' : 'multiIf';
}
