/**
 * A place in a text the user wrote. `line` and `column` start at 1; `offset` and `length` count UTF-16 units from 0,
 * so `text.slice(offset, offset + length)` is the marked part.
 */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly length: number;
}

/** Computes line and column of the range `[start, end)` of `text`. A line ends at `\n`. */
export function sourcePosition(text: string, start: number, end: number): SourcePosition {
  const offset = Math.min(Math.max(start, 0), text.length);
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1, offset, length: Math.max(end - offset, 0) };
}
