import { InvariantError } from '../../base/invariant.ts';
import type { EngineColumn, EngineRows } from './engine.ts';

/**
 * Cuts an answer in the format JSONCompact into its parts without parsing or copying the rows. The engine indents with
 * raw newlines, which never occur inside a JSON text, so the marks below are unique. The format costs as much as
 * JSONCompactEachRowWithNamesAndTypes, needs no pass that turns newlines into commas, and carries the row count and
 * the true statistics, which the embedded engine tells nowhere else.
 */
export function readEngineRows(answer: Buffer): EngineRows {
  if (answer.length === 0) return EMPTY_ANSWER;
  const dataStart = answer.indexOf(DATA_START);
  const dataEnd = answer.lastIndexOf(DATA_END);
  if (dataStart === -1 || dataEnd < dataStart)
    throw new InvariantError('the engine answered in another form');
  const head: AnswerHead = JSON.parse(`${answer.toString('utf8', 0, dataStart)}}`);
  const tail: AnswerTail = JSON.parse(`{${answer.toString('utf8', dataEnd + DATA_END.length)}`);
  const rows = answer.subarray(Math.min(dataStart + DATA_START.length + ROW_INDENT, dataEnd), dataEnd);
  return {
    columns: head.meta,
    rows: tail.rows === 0 ? EMPTY_ANSWER.rows : rows,
    rowCount: tail.rows,
    lastRowStart: tail.rows < 2 ? 0 : rows.lastIndexOf(ROW_START),
    statistics: {
      rowsRead: tail.statistics.rows_read,
      bytesRead: tail.statistics.bytes_read,
      elapsedMs: tail.statistics.elapsed * 1000,
      memoryBytes: 0,
    },
  };
}

const DATA_START = ',\n\n\t"data":\n\t[\n';
const DATA_END = '\n\t],\n\n';
const ROW_START = '\n\t\t[';
/** Two tabs. */
const ROW_INDENT = 2;

interface AnswerHead {
  readonly meta: readonly EngineColumn[];
}

interface AnswerTail {
  readonly rows: number;
  readonly statistics: { readonly elapsed: number; readonly rows_read: number; readonly bytes_read: number };
}

/** What a statement without an answer gives. */
const EMPTY_ANSWER: EngineRows = {
  columns: [],
  rows: new Uint8Array(0),
  rowCount: 0,
  lastRowStart: 0,
  statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0, memoryBytes: 0 },
};
