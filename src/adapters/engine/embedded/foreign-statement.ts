import { FORMATS } from '../../../schema/output-format.ts';
import { engineRefusal } from '../engine-error.ts';
import { READER_USER } from '../engine-secrets.ts';
import { INSERT_SETTINGS, OUTPUT_SETTINGS, QUERY_LIMIT_NAMES, QUERY_SETTINGS } from '../query-settings.ts';
import type { FrontRequest } from './front-request.ts';
import { StatementShapes } from './statement-shapes.ts';
import { EXPRESSION_WORDS, WRITER_SETTINGS, WRITER_SHAPES } from './writer-shapes.ts';

/** Longer than any statement of a service; reading the words of one takes time. */
const MOST_CHARACTERS = 1024 * 1024;

const WRITER_STATEMENTS = new StatementShapes(WRITER_SHAPES, EXPRESSION_WORDS);

/** Settings that come with statements of services. Others may name files, hosts and ways around limits. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...Object.keys({
    ...QUERY_SETTINGS,
    ...OUTPUT_SETTINGS,
    ...INSERT_SETTINGS,
    cancel_http_readonly_queries_on_client_close: 1,
  }),
  ...QUERY_LIMIT_NAMES,
  ...WRITER_SETTINGS,
]);

/** How services want to be answered; empty for an INSERT whose rows follow. */
const ANSWERS: ReadonlySet<string> = new Set([
  '',
  'JSONCompact',
  'TSVRaw',
  'TabSeparated',
  ...Object.values(FORMATS).flatMap(({ engineName }) => engineName ?? []),
]);

/**
 * Refuses what no service sends. The texts of readers are checked before they run, from wherever they come; a writer
 * may do everything, so from a network only statements are taken that this program itself makes.
 * @throws EngineException ACCESS_DENIED
 */
export function refuseForeignStatement({ user, sql, database, format, settings }: FrontRequest): void {
  const foreign = Object.keys(settings).find((name) => !SETTINGS.has(name));
  if (foreign !== undefined) throw refusal('a setting that no service sends');
  if (!ANSWERS.has(format)) throw refusal('a format that no service asks for');
  if (user === READER_USER) return;
  if (database !== '') throw refusal('a writer has no database');
  if (sql.length > MOST_CHARACTERS || !WRITER_STATEMENTS.has(sql))
    throw refusal('a statement that no service makes');
}

function refusal(reason: string): Error {
  return engineRefusal('ACCESS_DENIED', `Refused before running: ${reason}`);
}
