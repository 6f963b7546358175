import { CSV_DELIMITERS, type CsvDelimiter, type CsvForm, DELIMITER_OF } from '../../../schema/csv-form.ts';
import { csvProblem } from './csv-problem.ts';
import { CsvReader, type CsvRecord, MOST_CELLS } from './csv-reader.ts';
import { refusal } from './refuse-foreign-file.ts';

/** Records of the head by which a delimiter is judged. */
const MOST_RECORDS = 50;

/** The first line of files for Excel: `sep=;` */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** A cell that is data and no name: a time, or a number with as many digits as one. */
const DATA = /^(\d{4}-\d\d-\d\d([T ].*)?|\d{9,16}(\.\d+)?)$/;

/** A head of a CSV file that was read with one delimiter. */
interface ReadHead {
  readonly delimiter: CsvDelimiter;
  readonly header: CsvRecord;
  readonly rows: readonly CsvRecord[];
}

/**
 * How a CSV file is to be read, and its first rows.
 * @param text the beginning of the file, or all of it
 * @param named the delimiter that the caller names, else null
 * @throws AppError invalid_value when the delimiter is not clear, or the first line is no header with different names
 */
export function findCsvForm(
  text: string,
  named: CsvDelimiter | null,
): { readonly form: CsvForm; readonly rows: readonly CsvRecord[] } {
  const separator = SEPARATOR_LINE.exec(text);
  const start = separator?.[0].length ?? 0;
  const body = text.slice(start).replace(/^\uFEFF/, '');
  if (!body.includes('\n') && body.includes('\r'))
    throw refusal('csv', 'Line 1 ends with CR alone. Save the file with LF or CRLF at the ends of lines.');
  const firstLine = separator === null ? 1 : 2;
  const heads = CSV_DELIMITERS.map((delimiter) => readHead(body, delimiter, firstLine));
  const said = named ?? CSV_DELIMITERS.find((each) => DELIMITER_OF[each] === separator?.[1]);
  const { delimiter, header, rows } = said === undefined ? choose(heads) : chosen(heads, said);
  checkHeader(header);
  if (rows.length === 0) throw refusal('csv', 'The file has a header and no rows: it has nothing to import.');
  const skippedLines = (rows[0]?.line ?? firstLine + 1) - 1;
  return { form: { delimiter, columns: header.cells, skippedLines }, rows };
}

function readHead(text: string, delimiter: CsvDelimiter, firstLine: number): ReadHead {
  const records: CsvRecord[] = [];
  const reader = new CsvReader(DELIMITER_OF[delimiter], firstLine);
  for (const record of reader.read(text)) {
    records.push(record);
    if (records.length > MOST_RECORDS) break;
  }
  if (records.length < 2) records.push(...reader.end());
  const [header = { line: firstLine, cells: [], count: 0 }, ...rows] = records;
  return { delimiter, header, rows };
}

/** The one delimiter that cuts the header into columns; of several the one that cuts all rows alike. */
function choose(heads: readonly ReadHead[]): ReadHead {
  const able = heads.filter(({ header }) => header.count > 1);
  const [first, ...others] = able;
  if (first === undefined)
    throw refusal(
      'csv',
      'The header has one column. Columns stand between commas, semicolons, tabs or pipes; name the ' +
        'delimiter with csv_delimiter when the header is right.',
    );
  if (others.length === 0) return first;
  const even = able.filter(({ header, rows }) => rows.every(({ count }) => count === header.count));
  const [only, ...rest] = even;
  if (only !== undefined && rest.length === 0) return only;
  const names = able.map(({ delimiter, header }) => `${delimiter} (${header.count} columns)`);
  throw refusal(
    'csv',
    `The delimiter of line ${first.header.line} is not clear: ${names.join(' or ')}. Name it with csv_delimiter.`,
  );
}

function chosen(heads: readonly ReadHead[], said: CsvDelimiter): ReadHead {
  const head = heads.find(({ delimiter }) => delimiter === said) ?? choose(heads);
  const better = heads.find(({ header }) => header.count > 1);
  if (head.header.count > 1 || better === undefined) return head;
  const [one, more] = [head.delimiter, better.delimiter];
  throw refusal(
    'csv',
    `With the delimiter ${one} the header in line ${head.header.line} has one column, with ${more} it has ` +
      `${better.header.count}. Send csv_delimiter=${more}, or leave it out.`,
  );
}

function checkHeader(header: CsvRecord): void {
  const { line, cells, count } = header;
  const problem = csvProblem(header, count);
  if (problem !== '') throw refusal('csv', problem);
  if (count > MOST_CELLS)
    throw refusal('csv', `Line ${line} has ${count} columns; ${MOST_CELLS} are the most.`);
  const data = cells.find((cell) => DATA.test(cell));
  if (data !== undefined)
    throw refusal(
      'csv',
      `Line ${line} is no header: it holds "${data}". Put a line with the names of the columns in front.`,
    );
  const unnamed = cells.indexOf('');
  if (unnamed !== -1)
    throw refusal(
      'csv',
      `Column ${unnamed + 1} has no name in line ${line}. Give it one, or remove the column.`,
    );
  const places = new Map<string, number>();
  for (const [place, name] of cells.entries()) {
    const first = places.get(name);
    if (first !== undefined)
      throw refusal(
        'csv',
        `The header has the column "${name}" twice, as ${first + 1} and ${place + 1}. Rename one.`,
      );
    places.set(name, place);
  }
}
