import type { ArithmeticOperator, CompareOperator, Expr, SourceSpan } from './ast.ts';
import { isPlainConcat } from './is-plain-concat.ts';
import { POWER } from './operator-power.ts';
import { parseIn } from './parse-in.ts';
import { parsePostfix } from './parse-postfix.ts';
import type { TokenCursor } from './token-cursor.ts';

/** An operator that stands behind its left side. */
export interface Infix {
  readonly power: number;
  /** Takes the operator and its right side. The cursor stands at the operator; `start` is where `left` begins. */
  readonly parse: (cursor: TokenCursor, left: Expr, start: SourceSpan) => Expr;
}

/** Returns the operator at the cursor, or undefined when the expression ends here. */
export function findInfix(cursor: TokenCursor): Infix | undefined {
  const infix = INFIX.get(cursor.token.key);
  return typeof infix === 'function' ? infix(cursor) : infix;
}

/** Operators by their first word or symbol; a function where the following words decide. */
const INFIX: ReadonlyMap<string, Infix | ((cursor: TokenCursor) => Infix | undefined)> = new Map<
  string,
  Infix | ((cursor: TokenCursor) => Infix | undefined)
>([
  ['*', arithmetic('*', POWER.multiply)],
  ['/', arithmetic('/', POWER.multiply)],
  ['%', (cursor) => (isPercentSign(cursor) ? undefined : MODULO)],
  ['+', arithmetic('+', POWER.add)],
  ['-', arithmetic('-', POWER.add)],
  ['||', { power: POWER.add, parse: parseConcat }],
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
  ['IN', { power: POWER.compare, parse: parseIn }],
  ['BETWEEN', { power: POWER.between, parse: parseBetween }],
  ['NOT', findNegated],
  ['IS', findIs],
  ['<=>', { power: POWER.distinct, parse: (...at) => parseDistinctFrom(...at, ['<=>'], true) }],
  ['??', { power: POWER.nullish, parse: parseNullish }],
  ['AND', { power: POWER.and, parse: (...at) => parseChain(...at, 'And') }],
  ['OR', { power: POWER.or, parse: (...at) => parseChain(...at, 'Or') }],
  ['?', { power: POWER.ternary, parse: parseTernary }],
  ['AT', (cursor) => (cursor.at('AT', 'TIME', 'ZONE') ? AT_TIME_ZONE : undefined)],
  ...['.', '?.', '[', '(', '::'].map((key) => [key, { power: POWER.postfix, parse: parsePostfix }] as const),
]);

function arithmetic(op: ArithmeticOperator, power: number): Infix {
  return {
    power,
    parse: (cursor, left, start) => {
      cursor.take();
      const right = cursor.grammar.operand(cursor, power);
      return { kind: 'ArithmeticOperation', op, left, right, span: cursor.spanFrom(start) };
    },
  };
}

const MODULO = arithmetic('%', POWER.multiply);

/** `LIMIT 10 %`: what follows cannot begin a right side. */
function isPercentSign(cursor: TokenCursor): boolean {
  const { kind, key } = cursor.peek(1);
  return kind === 'end' || [')', ';', 'OFFSET', 'WITH', 'UNION', 'INTERSECT', 'EXCEPT'].includes(key);
}

function compare(op: CompareOperator, words = 1): Infix {
  return {
    power: POWER.compare,
    parse: (cursor, left, start) => {
      for (let word = 0; word < words; word += 1) cursor.take();
      const right = cursor.grammar.operand(cursor, POWER.compare);
      return { kind: 'CompareOperation', op, left, right, span: cursor.spanFrom(start) };
    },
  };
}

const NEGATED: ReadonlyMap<string, Infix> = new Map([
  ['IN', { power: POWER.compare, parse: parseIn }],
  ['LIKE', compare('not like', 2)],
  ['ILIKE', compare('not ilike', 2)],
  ['BETWEEN', { power: POWER.between, parse: parseBetween }],
]);

function findNegated(cursor: TokenCursor): Infix | undefined {
  return NEGATED.get(cursor.peek(1).key);
}

const IS_NULL: Infix = {
  power: POWER.compare,
  parse: (cursor, left, start) => {
    const negated = cursor.accept('IS', 'NOT', 'NULL');
    if (!negated) cursor.accept('IS', 'NULL');
    const right = { kind: 'Constant', value: null } as const;
    return { kind: 'CompareOperation', op: negated ? '!=' : '==', left, right, span: cursor.spanFrom(start) };
  },
};

const IS_DISTINCT: Infix = {
  power: POWER.distinct,
  parse: (...at) => parseDistinctFrom(...at, ['IS', 'DISTINCT', 'FROM'], false),
};

const IS_NOT_DISTINCT: Infix = {
  power: POWER.distinct,
  parse: (...at) => parseDistinctFrom(...at, ['IS', 'NOT', 'DISTINCT', 'FROM'], true),
};

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

function parseDistinctFrom(
  cursor: TokenCursor,
  left: Expr,
  start: SourceSpan,
  words: readonly string[],
  negated: boolean,
): Expr {
  cursor.accept(...words);
  const right = cursor.grammar.operand(cursor, POWER.distinct);
  const span = cursor.spanFrom(start);
  return { kind: 'IsDistinctFrom', left, right, ...(negated && { negated }), span };
}

function parseBetween(cursor: TokenCursor, expr: Expr, start: SourceSpan): Expr {
  const negated = cursor.accept('NOT');
  cursor.expect('BETWEEN', 'after NOT');
  const low = cursor.grammar.operand(cursor, POWER.between);
  cursor.expect('AND', 'between the two bounds of BETWEEN');
  const high = cursor.grammar.operand(cursor, POWER.between);
  return { kind: 'BetweenExpr', expr, low, high, ...(negated && { negated }), span: cursor.spanFrom(start) };
}

function parseNullish(cursor: TokenCursor, left: Expr, start: SourceSpan): Expr {
  cursor.take();
  const right = cursor.grammar.operand(cursor, POWER.nullish);
  return { kind: 'Call', name: 'ifNull', args: [left, right], span: cursor.spanFrom(start) };
}

/** `a and b and c` is one node with three members, also where brackets group them. */
function parseChain(cursor: TokenCursor, left: Expr, start: SourceSpan, kind: 'And' | 'Or'): Expr {
  const word = kind === 'And' ? 'AND' : 'OR';
  const power = kind === 'And' ? POWER.and : POWER.or;
  const exprs = left.kind === kind ? [...left.exprs] : [left];
  while (cursor.accept(word)) {
    const right = cursor.grammar.operand(cursor, power);
    if (right.kind === kind) exprs.push(...right.exprs);
    else exprs.push(right);
  }
  return { kind, exprs, span: cursor.spanFrom(start) };
}

/** `a || b || c` is the call `concat(a, b, c)`; calls of concat on either side become part of it. */
function parseConcat(cursor: TokenCursor, left: Expr, start: SourceSpan): Expr {
  const args = isPlainConcat(left) ? [...left.args] : [left];
  while (cursor.accept('||')) {
    const right = cursor.grammar.operand(cursor, POWER.add);
    if (isPlainConcat(right)) args.push(...right.args);
    else args.push(right);
  }
  return { kind: 'Call', name: 'concat', args, span: cursor.spanFrom(start) };
}

function parseTernary(cursor: TokenCursor, condition: Expr, start: SourceSpan): Expr {
  cursor.take();
  const then = cursor.grammar.expression(cursor);
  cursor.expect(':', 'between the two results of `condition ? a : b`');
  const otherwise = cursor.nested(() => cursor.grammar.operand(cursor, POWER.alias));
  return { kind: 'Call', name: 'if', args: [condition, then, otherwise], span: cursor.spanFrom(start) };
}

/** `x AT TIME ZONE 'zone'` is the call `toTimeZone(x, 'zone')`. */
const AT_TIME_ZONE: Infix = {
  power: POWER.timeZone,
  parse: (cursor, left, start) => {
    cursor.accept('AT', 'TIME', 'ZONE');
    const zone = cursor.grammar.operand(cursor, POWER.timeZone);
    return { kind: 'Call', name: 'toTimeZone', args: [left, zone], span: cursor.spanFrom(start) };
  },
};
