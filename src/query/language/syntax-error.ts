import { AppError, type ErrorCode } from '../../base/errors.ts';
import { sourcePosition } from '../../base/source-position.ts';
import type { SourceSpan } from './ast.ts';

type ParseErrorCode = Extract<
  ErrorCode,
  'syntax_error' | 'unsupported_syntax' | 'query_too_complex' | 'invalid_alias'
>;

/** Makes the error of a place in `text`; `detail` says what was found, what was expected, and the fix. */
export function parseError(code: ParseErrorCode, text: string, span: SourceSpan, detail: string): AppError {
  return new AppError(code, detail, { position: sourcePosition(text, span.start, span.end) });
}

export function syntaxError(text: string, span: SourceSpan, detail: string): AppError {
  return parseError('syntax_error', text, span, detail);
}
