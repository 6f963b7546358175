import { InvariantError } from '../../../base/invariant.ts';
import type { EngineSettings } from '../query-settings.ts';

/** A text as a SQL literal: `it's` → `'it\'s'`. */
export function quoteText(text: string): string {
  return `'${text.replaceAll(/[\\'\0]/g, (character) => (character === '\0' ? '\\0' : `\\${character}`))}'`;
}

/** One statement that sets all settings and parameters; empty when there are none. */
export function setStatement(
  settings: EngineSettings,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const assignments = [
    ...Object.entries(settings).map(([name, value]) => `${checkName(name)} = ${quoteValue(value)}`),
    ...Object.entries(parameters).map(([name, text]) => `param_${checkName(name)} = ${quoteText(text)}`),
  ];
  return assignments.length === 0 ? '' : `SET ${assignments.join(', ')}`;
}

/** Turns a new session, which may do everything, into a reader of one project. */
export function readerStatements(database: string): string {
  return `USE ${checkDatabase(database)}; SET ROLE NONE; ${READER_PROOF}`;
}

/** Makes a new session ready for a statement of the writer; empty when there is nothing to do. */
export function writerStatements(
  database: string,
  settings: EngineSettings,
  parameters: Readonly<Record<string, string>>,
): string {
  const use = database === '' ? '' : `USE ${checkName(database)}`;
  return [use, setStatement(settings, parameters)].filter((statement) => statement !== '').join('; ');
}

/** Answers what a reader is: no roles, and its database. The front refuses the session when it answers otherwise. */
const READER_PROOF = 'SELECT length(currentRoles()), currentDatabase()';

/** What READER_PROOF answers for a reader of `database`, in the format TabSeparated. */
export function readerProof(database: string): string {
  return `0\t${database}\n`;
}

/** Lets the engine's own parser read a text and answers how it understands it. Refuses several statements. */
export const PARSE_STATEMENT = 'SELECT formatQuerySingleLine({text:String})';

/**
 * The setting that carries the id of a run to where KILL finds it. Not a comment in the text: of a query with
 * parameters the engine keeps a text of its own making, without comments.
 */
export const RUN_ID_SETTING = 'log_comment';

/** Stops the query of a run. Never SYNC: that does not return. */
export const KILL_STATEMENT = `KILL QUERY WHERE query_id = {run_id:String} OR Settings['${RUN_ID_SETTING}'] = {run_id:String} ASYNC`;

/** The end of a query whose answer goes into a named pipe. */
export function intoPipe(pipe: string, format: string): string {
  return ` INTO OUTFILE ${quoteText(pipe)} TRUNCATE FORMAT ${checkName(format)}`;
}

/**
 * The source of an INSERT whose rows lie in a file, in the types of the table. On one thread, so that the same rows
 * make the same blocks, and because a second one costs more than it gains.
 * @param select what the INSERT makes of the rows; empty = nothing else
 */
export function selectFromFile(file: string, format: string, select = ''): string {
  const source = `file(${quoteText(file)}, ${quoteText(checkName(format))}`;
  const rows = select === '' ? `SELECT * FROM ${source})` : select.replace(INPUT, () => `${source}, `);
  return `${rows} SETTINGS max_threads = 1`;
}

/** Stands for the rows that follow an INSERT, in the SELECT of it; what follows is their structure. */
const INPUT = 'input(';

function checkName(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new InvariantError('a name has another form');
  return name;
}

function checkDatabase(database: string): string {
  if (!/^p_[1-9]\d{0,15}$/.test(database))
    throw new InvariantError('a reader needs the database of a project');
  return database;
}

function quoteValue(value: string | number): string {
  return typeof value === 'number' ? String(value) : quoteText(value);
}

/** The head of an INSERT whose rows follow. */
export function insertStatement(
  table: string,
  columns: readonly string[],
  { format, select }: { readonly format: string; readonly select?: string | undefined },
): string {
  const head = `INSERT INTO ${table.split('.').map(checkName).join('.')} (${columns.map(checkName).join(', ')})`;
  return [head, ...(select === undefined ? [] : [select]), `FORMAT ${checkName(format)}`].join(' ');
}
