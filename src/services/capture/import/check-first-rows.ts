import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../base/errors.ts';
import type { ImportFormat } from '../../../schema/import.ts';
import { type ImportMapping, MAPPED_FORMATS } from '../../../schema/import-mapping.ts';
import { judgeRow } from './judge-row.ts';
import { timestampHint } from './timestamp-hint.ts';

/** Rows that are looked at before any is taken. */
export const FIRST_ROWS = 200;

/** Rows that are judged in one turn of the event loop. */
const ROWS_OF_TURN = 10;

/** What of an import decides how a row is read. */
interface ReadAs {
  readonly format: ImportFormat;
  readonly mapping: ImportMapping | null;
}

interface RowProblem {
  /** Number of the row, from 1. */
  readonly row: number;
  readonly reason: string;
  /** The place and how to mend it. */
  readonly sentence: string;
}

/**
 * Looks at the first rows, before anything of the file is taken. Single rows that are no events are left to the import,
 * which rejects them.
 * @param lines rows with their numbers from 0, each in the form of an export
 * @throws AppError invalid_value for a row that may mean several events, and when none of the rows is an event
 */
export async function checkFirstRows(
  lines: readonly (readonly [row: number, line: string])[],
  readAs: ReadAs,
  nowMs: number,
): Promise<void> {
  const problems: RowProblem[] = [];
  for (const [number, line] of lines) {
    if (number % ROWS_OF_TURN === 0) await nextTurn();
    const row = number + 1;
    const ambiguous = MAPPED_FORMATS.includes(readAs.format) ? ambiguity(line, readAs) : null;
    if (ambiguous !== null) throw refusal({ row, ...ambiguous });
    const judged = judgeRow(line, nowMs);
    if (judged.kind === 'accepted') continue;
    problems.push({ row, reason: judged.reason, sentence: wordsOf(judged.reason, line, readAs) });
  }
  const [first] = problems;
  if (first === undefined || problems.length < lines.length) return;
  const all = lines.length === 1 ? '' : ` None of the first ${lines.length} rows is one.`;
  throw refusal({ ...first, sentence: `${first.sentence}${all}` });
}

function refusal({ row, reason, sentence }: RowProblem): AppError {
  return new AppError('invalid_value', `Row ${row} is not an event: ${reason}. ${sentence}`.trimEnd());
}

/** Why a row may mean another event than the one that it would become; null when it means one. */
function ambiguity(line: string, readAs: ReadAs): Omit<RowProblem, 'row'> | null {
  for (const member of ['event', 'distinct_id'] as const) {
    const value = memberOf(line, member);
    if (!/^[[{]/.test(value) || !/[\]}]$/.test(value.slice(-1))) continue;
    const sentence = `${placeOf(member, readAs)} holds a list or an object. Map a column, or a path, with texts.`;
    return { reason: 'no_text', sentence };
  }
  const time = memberOf(line, 'timestamp');
  const hint = timestampHint(time, readAs.mapping !== null);
  if (hint?.isAmbiguous !== true) return null;
  return {
    reason: 'ambiguous_timestamp',
    sentence: `${placeOf('timestamp', readAs)} is "${time}". ${hint.sentence}`,
  };
}

function wordsOf(reason: string, line: string, readAs: ReadAs): string {
  switch (reason) {
    case 'missing_event_name':
      return emptyWords('event', readAs);
    case 'missing_distinct_id':
      return emptyWords('distinct_id', readAs);
    case 'missing_timestamp':
      return emptyWords('timestamp', readAs);
    case 'timestamp_unreadable':
    case 'timestamp_out_of_range': {
      const time = memberOf(line, 'timestamp');
      const { sentence } = timestampHint(time, readAs.mapping !== null) ?? {
        sentence: 'It has to be in 1970 to 2100.',
      };
      return `${placeOf('timestamp', readAs)} is "${time.slice(0, 80)}". ${sentence}`;
    }
    case 'not_json':
      return 'The row is no JSON object.';
    default:
      return '';
  }
}

type Member = 'event' | 'distinct_id' | 'timestamp';

function emptyWords(member: Member, readAs: ReadAs): string {
  if (readAs.mapping !== null) return `${placeOf(member, readAs)} is empty there.`;
  if (MAPPED_FORMATS.includes(readAs.format)) return `It has no "${member}". Name the columns in a mapping.`;
  if (readAs.format === 'posthog')
    return `It has no "${member}". Of a table of another shape send the format jsonl, csv or parquet and a mapping.`;
  return `It is no row of an export of ${readAs.format}: there is no ${member}. Name the format of the file.`;
}

/** Where a member of the event comes from, at the beginning of a sentence. */
function placeOf(member: Member, { mapping }: ReadAs): string {
  const from = mapping?.[member];
  return typeof from === 'string' ? `The column "${from}" (${member})` : `Its ${member}`;
}

/** A member of the row, as text; '' where there is none. */
function memberOf(line: string, name: Member): string {
  try {
    const value: unknown = JSON.parse(line)?.[name];
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  } catch {
    // A row that is no JSON has no members.
    return '';
  }
}
