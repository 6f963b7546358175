import type { Constant, Placeholder, RatioExpr, SampleExpr } from './ast.ts';
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

function parseRatio(cursor: TokenCursor): RatioExpr {
  const start = cursor.token;
  const left = parseRatioPart(cursor);
  const right = cursor.accept('/') ? parseRatioPart(cursor) : undefined;
  return { kind: 'RatioExpr', left, ...(right && { right }), span: cursor.spanFrom(start) };
}

function parseRatioPart(cursor: TokenCursor): Constant | Placeholder {
  if (cursor.token.kind === 'number') return parseNumber(cursor);
  const placeholder = cursor.at('{') ? parseCurly(cursor) : undefined;
  if (placeholder?.kind === 'Placeholder') return placeholder;
  throw cursor.unexpected('a number or a variable behind SAMPLE');
}
