import type { Constant, RatioExpr, SampleExpr } from './ast.ts';
import { parseCurly } from './parse-brackets.ts';
import { parseNumber } from './parse-literal.ts';
import type { TokenCursor } from './token-cursor.ts';

/** `SAMPLE 1/10 OFFSET 1/2`. The cursor stands at SAMPLE. */
export function parseSample(cursor: TokenCursor): SampleExpr {
  const start = cursor.take();
  const sample_value = parseRatio(cursor);
  const offset_value = cursor.accept('OFFSET') ? parseRatio(cursor) : undefined;
  return {
    kind: 'SampleExpr',
    sample_value,
    ...(offset_value && { offset_value }),
    span: cursor.spanFrom(start),
  };
}

/** A number, a ratio of numbers, or a placeholder. */
function parseRatio(cursor: TokenCursor): RatioExpr {
  const start = cursor.token;
  const placeholder = cursor.at('{') ? parseCurly(cursor) : undefined;
  if (placeholder?.kind === 'Placeholder') {
    return { kind: 'RatioExpr', left: placeholder, span: cursor.spanFrom(start) };
  }
  const left = parseShare(cursor);
  const right = cursor.accept('/') ? parseShare(cursor) : undefined;
  return { kind: 'RatioExpr', left, ...(right && { right }), span: cursor.spanFrom(start) };
}

function parseShare(cursor: TokenCursor): Constant {
  if (cursor.token.kind !== 'number') throw cursor.unexpected('a number or a variable behind SAMPLE');
  return parseNumber(cursor);
}
