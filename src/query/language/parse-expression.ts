import type {
  Alias,
  ArithmeticOperation,
  ArithmeticOperator,
  ArrayAccess,
  ArraySlice,
  BetweenExpr,
  Call,
  CompareOperation,
  CompareOperator,
  Expr,
  IsDistinctFrom,
  SourceSpan,
  TupleAccess,
} from './ast.ts';
import { NO_BARE_ALIAS, OPERATOR_FUNCTIONS, RESERVED_WORDS } from './keywords.ts';
import { OPERATOR_POWER } from './operator-power.ts';
import { parseArguments, parseCall, parseTypeName } from './parse-call.ts';
import {
  atInterval,
  parseConstantWord,
  parseDateLiteral,
  parseInterval,
  parseNumber,
  parseTemplate,
  parseText,
} from './parse-literal.ts';
import {
  atLambda,
  parseCase,
  parseCurly,
  parseLambda,
  parseNamed,
  parseRound,
  parseSquare,
  parseStar,
} from './parse-operand.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Parses a complete expression: operators, then an optional `AS name`. */
export function parseExpr(cursor: TokenCursor): Expr {
  return cursor.nested(() => {
    const start = cursor.token;
    const expr = parseOperand(cursor, 0);
    if (!cursor.accept('AS')) return expr;
    const alias: Alias = { kind: 'Alias', alias: cursor.alias(), expr, span: cursor.spanFrom(start) };
    return alias;
  });
}

/**
 * Parses operators by precedence (a Pratt parser): reads one operand, then extends it as long as the next operator
 * binds tighter than `power`. This loop reads chains; only right sides need recursion.
 */
export function parseOperand(cursor: TokenCursor, power: number): Expr {
  const start = cursor.token;
  let left = parsePrefix(cursor);
  for (;;) {
    const infix = findInfix(cursor);
    if (infix === undefined || infix.power <= power) return left;
    left = infix.parse(cursor, left, start);
  }
}

// ------------------------------------------------------------------------------- what can begin an expression

/** A prefix operator with its operand, or one operand. */
function parsePrefix(cursor: TokenCursor): Expr {
  if (atLambda(cursor)) return parseLambda(cursor);
  switch (cursor.token.kind) {
    case 'number':
      return parseNumber(cursor);
    case 'string':
      return parseText(cursor);
    case 'template-start':
      return parseTemplate(cursor);
    case 'name':
      return parseNamed(cursor);
    case 'word':
      return parseWord(cursor);
    default:
      return parseSymbol(cursor);
  }
}

function parseSymbol(cursor: TokenCursor): Expr {
  const { key } = cursor.token;
  if (key === '(') return parseRound(cursor);
  if (key === '[') return parseSquare(cursor);
  if (key === '{') return parseCurly(cursor);
  if (key === '*') return parseStar(cursor, []);
  if (key === '-') return parseMinus(cursor);
  if (key === '+' && cursor.peek(1).kind === 'number') return parseNumber(cursor);
  if (key !== '<') throw cursor.unexpected('an expression');
  const fix = 'Select the columns and render them in the client.';
  throw cursor.unsupported(cursor.token, 'A HogQLX tag', fix);
}

function parseWord(cursor: TokenCursor): Expr {
  const { key } = cursor.token;
  const next = cursor.peek(1);
  if (key === 'NOT') return parseNot(cursor);
  if (key === 'CASE') return parseCase(cursor);
  if (key === 'ARRAY' && next.key === '[') {
    cursor.take();
    return parseSquare(cursor);
  }
  if ((key === 'DATE' || key === 'TIMESTAMP') && next.kind === 'string') return parseDateLiteral(cursor);
  if (key === 'INTERVAL' && atInterval(cursor)) return parseInterval(cursor);
  if (OPERATOR_FUNCTIONS.has(key) && next.key === '(') return parseCall(cursor);
  if (RESERVED_WORDS.has(key)) throw cursor.unexpected('an expression');
  return parseConstantWord(cursor) ?? parseNamed(cursor);
}

function parseNot(cursor: TokenCursor): Expr {
  const not = cursor.take();
  const expr = cursor.nested(() => cursor.operand(OPERATOR_POWER.not));
  return { kind: 'Not', expr, span: cursor.spanFrom(not) };
}

/** `-1` is a constant, `-x` is `0 - x`. */
function parseMinus(cursor: TokenCursor): Expr {
  const { kind, key } = cursor.peek(1);
  if (kind === 'number' || key === 'INF' || key === 'INFINITY' || key === 'NAN') return parseNumber(cursor);
  const minus = cursor.take();
  const right = cursor.nested(() => cursor.operand(OPERATOR_POWER.negate));
  const left: Expr = { kind: 'Constant', value: 0n };
  return { kind: 'ArithmeticOperation', op: '-', left, right, span: cursor.spanFrom(minus) };
}

// ------------------------------------------------------------------------ operators that stand behind an operand

/** An operator that stands behind its left side. */
interface Infix {
  readonly power: number;
  /** Takes the operator and its right side. The cursor stands at the operator; `start` is where `left` begins. */
  readonly parse: (cursor: TokenCursor, left: Expr, start: SourceSpan) => Expr;
}

/** Returns the operator at the cursor, or undefined when the expression ends here. */
function findInfix(cursor: TokenCursor): Infix | undefined {
  const infix = INFIX.get(cursor.token.key);
  return typeof infix === 'function' ? infix(cursor) : infix;
}

const MODULO = arithmetic('%', OPERATOR_POWER.multiply);
const IN: Infix = { power: OPERATOR_POWER.compare, parse: parseIn };
const BETWEEN: Infix = { power: OPERATOR_POWER.between, parse: parseBetween };

/** Operators by their first word or symbol; a function is given where the words after it decide. */
const INFIX = new Map<string, Infix | ((cursor: TokenCursor) => Infix | undefined)>([
  ['*', arithmetic('*', OPERATOR_POWER.multiply)],
  ['/', arithmetic('/', OPERATOR_POWER.multiply)],
  ['%', (cursor) => (isPercentSign(cursor) ? undefined : MODULO)],
  ['+', arithmetic('+', OPERATOR_POWER.add)],
  ['-', arithmetic('-', OPERATOR_POWER.add)],
  ['||', { power: OPERATOR_POWER.add, parse: parseConcat }],
  ['=', compare('==')],
  ['==', compare('==')],
  ['!=', compare('!=')],
  ['<>', compare('!=')],
  ['<', compare('<')],
  ['<=', compare('<=')],
  ['>', compare('>')],
  ['>=', compare('>=')],
  ['=~', compare('=~')],
  ['~', compare('=~')],
  ['!~', compare('!~')],
  ['=~*', compare('=~*')],
  ['~*', compare('=~*')],
  ['!~*', compare('!~*')],
  ['LIKE', compare('like')],
  ['ILIKE', compare('ilike')],
  ['IN', IN],
  ['BETWEEN', BETWEEN],
  ['NOT', (cursor) => NEGATED.get(cursor.peek(1).key)],
  ['IS', findIs],
  ['<=>', distinctFrom(['<=>'], true)],
  ['??', call(OPERATOR_POWER.nullish, 'ifNull')],
  ['AND', { power: OPERATOR_POWER.and, parse: (...at) => parseChain(...at, 'And') }],
  ['OR', { power: OPERATOR_POWER.or, parse: (...at) => parseChain(...at, 'Or') }],
  ['?', { power: OPERATOR_POWER.ternary, parse: parseTernary }],
  // `x AT TIME ZONE 'zone'`
  ['AT', (cursor) => (cursor.at('AT', 'TIME', 'ZONE') ? AT_TIME_ZONE : undefined)],
  ...['.', '?.', '[', '(', '::'].map(
    (key) => [key, { power: OPERATOR_POWER.postfix, parse: parsePostfix }] as const,
  ),
]);

const AT_TIME_ZONE = call(OPERATOR_POWER.timeZone, 'toTimeZone', ['AT', 'TIME', 'ZONE']);

const NEGATED = new Map<string, Infix>([
  ['IN', IN],
  ['LIKE', compare('not like', ['NOT', 'LIKE'])],
  ['ILIKE', compare('not ilike', ['NOT', 'ILIKE'])],
  ['BETWEEN', BETWEEN],
]);

type Sides = 'left' | 'right' | 'span';
type Binary = Omit<ArithmeticOperation, Sides> | Omit<CompareOperation, Sides> | Omit<IsDistinctFrom, Sides>;

/** An operator with two sides, written as `words`; by default as one word or symbol. */
function binary(power: number, operator: Binary, words?: readonly string[]): Infix {
  const parse: Infix['parse'] = (cursor, left, start) => {
    const right = rightSide(cursor, power, words);
    return { ...operator, left, right, span: cursor.spanFrom(start) };
  };
  return { power, parse };
}

/** An operator that stands for the call of a function with its two sides. */
function call(power: number, name: string, words?: readonly string[]): Infix {
  const parse: Infix['parse'] = (cursor, left, start) => {
    const args = [left, rightSide(cursor, power, words)];
    return { kind: 'Call', name, args, span: cursor.spanFrom(start) };
  };
  return { power, parse };
}

function rightSide(cursor: TokenCursor, power: number, words: readonly string[] | undefined): Expr {
  if (words === undefined) cursor.take();
  else cursor.accept(...words);
  return cursor.operand(power);
}

function arithmetic(op: ArithmeticOperator, power: number): Infix {
  return binary(power, { kind: 'ArithmeticOperation', op });
}

function compare(op: CompareOperator, words?: readonly string[]): Infix {
  return binary(OPERATOR_POWER.compare, { kind: 'CompareOperation', op }, words);
}

/** True for the sign in `LIMIT 10 %`: what follows it cannot begin a right side. */
function isPercentSign(cursor: TokenCursor): boolean {
  const { kind, key } = cursor.peek(1);
  return kind === 'end' || [')', ';', 'OFFSET', 'WITH', 'UNION', 'INTERSECT', 'EXCEPT'].includes(key);
}

/** `[NOT] IN set` and `[NOT] IN COHORT id`. `IN ()` is the empty set. One value in brackets stays that value. */
function parseIn(cursor: TokenCursor, left: Expr, start: SourceSpan): Expr {
  const not = cursor.accept('NOT') ? 'not ' : '';
  cursor.expect('IN', 'after NOT');
  const cohort = atCohort(cursor);
  if (cohort) cursor.take();
  const op: CompareOperator = `${not}in${cohort ? ' cohort' : ''}`;
  const right = acceptEmptySet(cursor) ?? cursor.operand(OPERATOR_POWER.compare);
  return { kind: 'CompareOperation', op, left, right, span: cursor.spanFrom(start) };
}

function acceptEmptySet(cursor: TokenCursor): Expr | undefined {
  const open = cursor.token;
  if (!cursor.accept('(', ')')) return undefined;
  return { kind: 'Tuple', exprs: [], span: cursor.spanFrom(open) };
}

/** True at COHORT when a cohort follows. Only then it is a keyword: `x in cohort` alone names a column. */
function atCohort(cursor: TokenCursor): boolean {
  if (!cursor.at('COHORT')) return false;
  const { kind, key } = cursor.peek(1);
  if (kind === 'word') return !NO_BARE_ALIAS.has(key);
  return kind === 'name' || kind === 'number' || kind === 'string' || key === '{' || key === '(';
}

const IS_NULL: Infix = {
  power: OPERATOR_POWER.compare,
  parse: (cursor, left, start) => {
    const negated = cursor.accept('IS', 'NOT', 'NULL');
    if (!negated) cursor.accept('IS', 'NULL');
    const right = { kind: 'Constant', value: null } as const;
    return { kind: 'CompareOperation', op: negated ? '!=' : '==', left, right, span: cursor.spanFrom(start) };
  },
};

const IS_DISTINCT = distinctFrom(['IS', 'DISTINCT', 'FROM']);
const IS_NOT_DISTINCT = distinctFrom(['IS', 'NOT', 'DISTINCT', 'FROM'], true);

function distinctFrom(words: readonly string[], negated = false): Infix {
  return binary(OPERATOR_POWER.distinct, { kind: 'IsDistinctFrom', ...(negated && { negated }) }, words);
}

function findIs(cursor: TokenCursor): Infix {
  if (cursor.at('IS', 'NULL') || cursor.at('IS', 'NOT', 'NULL')) return IS_NULL;
  if (cursor.at('IS', 'DISTINCT', 'FROM')) return IS_DISTINCT;
  if (cursor.at('IS', 'NOT', 'DISTINCT', 'FROM')) return IS_NOT_DISTINCT;
  const is = cursor.take();
  const fix = 'For truth values compare with `= true` or `= false`.';
  cursor.accept('NOT');
  if (cursor.at('TRUE') || cursor.at('FALSE')) throw cursor.unsupported(is, 'IS TRUE', fix);
  throw cursor.unexpected('`NULL` or `DISTINCT FROM` after IS', fix);
}

function parseBetween(cursor: TokenCursor, expr: Expr, start: SourceSpan): Expr {
  const negated = cursor.accept('NOT');
  cursor.expect('BETWEEN', 'after NOT');
  const low = cursor.operand(OPERATOR_POWER.between);
  cursor.expect('AND', 'between the two bounds of BETWEEN');
  const high = cursor.operand(OPERATOR_POWER.between);
  return cursor.node<BetweenExpr>(start, { kind: 'BetweenExpr', expr, low, high, negated });
}

/** `a and b and c` is one node with three members, also where brackets group them. */
function parseChain(cursor: TokenCursor, left: Expr, start: SourceSpan, kind: 'And' | 'Or'): Expr {
  const [word, power] =
    kind === 'And' ? (['AND', OPERATOR_POWER.and] as const) : (['OR', OPERATOR_POWER.or] as const);
  const membersOf = (expr: Expr) => (expr.kind === kind ? expr.exprs : [expr]);
  const exprs = [...membersOf(left)];
  while (cursor.accept(word)) exprs.push(...membersOf(cursor.operand(power)));
  return { kind, exprs, span: cursor.spanFrom(start) };
}

/**
 * `a || b || c` is the call `concat(a, b, c)`. The arguments of a concat on either side become arguments of this call.
 */
function parseConcat(cursor: TokenCursor, left: Expr, start: SourceSpan): Expr {
  const partsOf = (expr: Expr) => (isPlainConcat(expr) ? expr.args : [expr]);
  const args = [...partsOf(left)];
  while (cursor.accept('||')) args.push(...partsOf(cursor.operand(OPERATOR_POWER.add)));
  return { kind: 'Call', name: 'concat', args, span: cursor.spanFrom(start) };
}

/** True for a call of `concat` that has nothing but arguments. */
function isPlainConcat(expr: Expr): expr is Call {
  if (expr.kind !== 'Call' || expr.name !== 'concat') return false;
  return (
    !expr.params && !expr.distinct && !expr.filter_expr && !expr.order_by && !expr.within_group && !expr.nulls
  );
}

function parseTernary(cursor: TokenCursor, condition: Expr, start: SourceSpan): Expr {
  cursor.take();
  const then = cursor.expression();
  cursor.expect(':', 'between the two results of `condition ? a : b`');
  const otherwise = cursor.nested(() => cursor.operand(OPERATOR_POWER.alias));
  return { kind: 'Call', name: 'if', args: [condition, then, otherwise], span: cursor.spanFrom(start) };
}

/** What stands directly behind an operand: `.name` `.1` `?.name` `[index]` `[from:to]` `(args)` `::type`. */
function parsePostfix(cursor: TokenCursor, left: Expr, start: SourceSpan): Expr {
  const { key } = cursor.token;
  if (key === '[') return parseIndex(cursor, left, start);
  if (key === '(') {
    const args = parseArguments(cursor);
    return { kind: 'ExprCall', expr: left, args, span: cursor.spanFrom(start) };
  }
  cursor.take();
  if (key !== '::') return parseAccess(cursor, left, start, key === '?.');
  const type_name = parseTypeName(cursor);
  return { kind: 'TypeCast', expr: left, type_name, span: cursor.spanFrom(start) };
}

/** Behind `.` or `?.`: a number is a tuple element, a name a key; behind `?.` also `[index]`. */
function parseAccess(cursor: TokenCursor, left: Expr, start: SourceSpan, nullish: boolean): Expr {
  const { kind, start: from, end } = cursor.token;
  if (kind === 'number') {
    const index = Number(cursor.take().text);
    return cursor.node<TupleAccess>(start, { kind: 'TupleAccess', tuple: left, index, nullish });
  }
  const property: Expr =
    nullish && cursor.at('[')
      ? cursor.brackets(() => cursor.expression())
      : { kind: 'Constant', value: cursor.member(), span: { start: from, end } };
  return cursor.node<ArrayAccess>(start, { kind: 'ArrayAccess', array: left, property, nullish });
}

function parseIndex(cursor: TokenCursor, array: Expr, start: SourceSpan): Expr {
  const open = cursor.take();
  const start_expr = cursor.at(':') ? undefined : cursor.expression();
  const isSlice = cursor.accept(':');
  const end_expr = isSlice && !cursor.at(']') ? cursor.expression() : undefined;
  cursor.close(open);
  if (isSlice) return cursor.node<ArraySlice>(start, { kind: 'ArraySlice', array, start_expr, end_expr });
  if (start_expr === undefined) throw cursor.unexpected('an index');
  return { kind: 'ArrayAccess', array, property: start_expr, span: cursor.spanFrom(start) };
}
