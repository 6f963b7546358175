import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest-name.ts';
import { MAX_MEMBERS_PER_CALL, tooManyMembers } from '../schema/cohort.ts';

const COLUMN = 'distinct_id';

/** Most columns: reading may not take long, however many cells a body has. */
const MAX_COLUMNS = 20;

/** Rows that are read in one turn: other calls are answered between two turns. */
const ROWS_OF_TURN = 500;

/** A cell and the mark behind it: `a,`, `"a ""b""",`, `a` at the end of a line. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r?\n|$)/y;

/**
 * The body of a call with the distinct ids of a CSV: a header with a column `distinct_id`, and rows. Empty cells and
 * other columns count for nothing. Reading ends with the first id that is too many.
 * @throws AppError invalid_value for a text that is no CSV, lacks the column or has too many rows
 */
export async function readDistinctIds(body: Buffer): Promise<{ readonly distinct_ids: readonly string[] }> {
  const rows = rowsOf(body.toString('utf8').replace(/^\uFEFF/, ''));
  const header = rows.next().value ?? [];
  const place = header.indexOf(COLUMN);
  if (place === -1) {
    const hint = didYouMean(COLUMN, header) || ` Found ${header.slice(0, 10).join(', ') || 'no column'}.`;
    throw refusal(`The first line of the CSV names no column ${COLUMN}.${hint}`);
  }
  const distinctIds: string[] = [];
  let found = 0;
  for (const row of rows) {
    found += 1;
    if (found % ROWS_OF_TURN === 0) await nextTurn();
    if (found > MAX_MEMBERS_PER_CALL) throw refusal(`${tooManyMembers(found)}.`);
    const distinctId = row[place] ?? '';
    if (distinctId !== '') distinctIds.push(distinctId);
  }
  return { distinct_ids: distinctIds };
}

function* rowsOf(text: string): Generator<readonly string[], undefined> {
  let row: string[] = [];
  for (let at = 0; at < text.length; at = CELL.lastIndex) {
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    if (match === null) throw refusal(`The CSV cannot be read behind letter ${at}: a quote stands alone.`);
    const [, quoted, plain = '', mark] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (row.length > MAX_COLUMNS) throw refusal(`A CSV of distinct ids has at most ${MAX_COLUMNS} columns.`);
    if (mark === ',') continue;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
  return undefined;
}

function refusal(detail: string): AppError {
  return new AppError('invalid_value', detail, { attr: 'distinct_ids' });
}
