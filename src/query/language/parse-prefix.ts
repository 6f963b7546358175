import type { Expr } from './ast.ts';
import { OPERATOR_FUNCTIONS, RESERVED_WORDS } from './keywords.ts';
import { POWER } from './operator-power.ts';
import { parseCurly, parseRound, parseSquare } from './parse-brackets.ts';
import { parseCall } from './parse-call.ts';
import { parseCase } from './parse-case.ts';
import { atInterval, parseInterval } from './parse-interval.ts';
import { atLambda, parseLambda } from './parse-lambda.ts';
import { parseConstantWord, parseDateLiteral, parseNumber, parseText } from './parse-literal.ts';
import { parseNamed } from './parse-named.ts';
import { parseStar } from './parse-star.ts';
import { parseTemplate } from './parse-template.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Parses what can begin an expression: a prefix operator with its operand, or one operand. */
export function parsePrefix(cursor: TokenCursor): Expr {
  if (atLambda(cursor)) return parseLambda(cursor);
  const { kind } = cursor.token;
  switch (kind) {
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
  if (key === '<') {
    throw cursor.unsupported(
      cursor.token,
      'A HogQLX tag',
      'Select the columns and render them in the client.',
    );
  }
  throw cursor.unexpected('an expression');
}

function parseWord(cursor: TokenCursor): Expr {
  const { key } = cursor.token;
  if (key === 'NOT') return parseNot(cursor);
  if (key === 'CASE') return parseCase(cursor);
  if (key === 'ARRAY' && cursor.peek(1).key === '[') {
    cursor.take();
    return parseSquare(cursor);
  }
  if ((key === 'DATE' || key === 'TIMESTAMP') && cursor.peek(1).kind === 'string')
    return parseDateLiteral(cursor);
  if (key === 'INTERVAL' && atInterval(cursor)) return parseInterval(cursor);
  if (OPERATOR_FUNCTIONS.has(key) && cursor.peek(1).key === '(') return parseCall(cursor);
  if (RESERVED_WORDS.has(key)) throw cursor.unexpected('an expression');
  return parseConstantWord(cursor) ?? parseNamed(cursor);
}

function parseNot(cursor: TokenCursor): Expr {
  const not = cursor.take();
  const expr = cursor.nested(() => cursor.grammar.operand(cursor, POWER.not));
  return { kind: 'Not', expr, span: cursor.spanFrom(not) };
}

/** `-1` is a constant, `-x` is `0 - x`. */
function parseMinus(cursor: TokenCursor): Expr {
  const { kind, key } = cursor.peek(1);
  if (kind === 'number' || key === 'INF' || key === 'INFINITY' || key === 'NAN') return parseNumber(cursor);
  const minus = cursor.take();
  const right = cursor.nested(() => cursor.grammar.operand(cursor, POWER.negate));
  const left: Expr = { kind: 'Constant', value: 0n };
  return { kind: 'ArithmeticOperation', op: '-', left, right, span: cursor.spanFrom(minus) };
}
