/** Largest file that is read in the browser, in bytes; an export of a million persons is smaller. */
export const MOST_FILE_BYTES = 64 * 1024 * 1024;

const COLUMN = 'distinct_id';

/** A cell and the mark behind it: `a,`, `"a ""b""",`, `a` at the end of a line. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r?\n|$)/y;

/**
 * The distinct ids of a file, each once: a CSV with a column `distinct_id`, a JSON list, the body of a call, or a plain
 * list with one a line.
 * @throws Error with a sentence for the user
 */
export function idsOfFile(text: string): string[] {
  const body = text.replace(/^\uFEFF/, '').trim();
  if (body === '') throw new Error('The file is empty.');
  const ids = /^[[{]/.test(body) ? idsOfJson(body) : isTable(body) ? idsOfTable(body) : body.split(/\r?\n/);
  const found = new Set(ids.map((id) => id.trim()).filter((id) => id !== ''));
  if (found.size === 0) throw new Error('The file names no distinct ids.');
  return [...found];
}

/** A list without a header is one id a line, of which some may have commas. */
function isTable(body: string): boolean {
  const [header = ''] = body.split(/\r?\n/, 1);
  return header.includes(COLUMN) || header.includes(',');
}

function idsOfJson(body: string): string[] {
  const value = parsed(body);
  const list = Array.isArray(value) ? value : listOf(value);
  if (list === null || !list.every((id): id is string => typeof id === 'string'))
    throw new Error('The JSON is neither a list of texts nor {"distinct_ids": [...]}.');
  return list;
}

const listOf = (value: unknown): unknown[] | null =>
  typeof value === 'object' && value !== null && 'distinct_ids' in value && Array.isArray(value.distinct_ids)
    ? value.distinct_ids
    : null;

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error('The file begins like JSON and is none.');
  }
}

function idsOfTable(body: string): string[] {
  const rows = rowsOf(body);
  const header = rows.next().value ?? [];
  const place = header.indexOf(COLUMN);
  if (place === -1)
    throw new Error(`The first line names no column ${COLUMN}: it has ${header.slice(0, 10).join(', ')}.`);
  return [...rows].map((row) => row[place] ?? '');
}

function* rowsOf(text: string): Generator<readonly string[], undefined> {
  let row: string[] = [];
  for (let at = 0; at < text.length; at = CELL.lastIndex) {
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    if (match === null) throw new Error(`The CSV cannot be read behind letter ${at}: a quote stands alone.`);
    const [, quoted, plain = '', mark] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (mark === ',') continue;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
  return undefined;
}
