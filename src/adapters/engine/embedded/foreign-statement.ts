import { engineRefusal } from '../engine-error.ts';
import { READER_USER } from '../engine-secrets.ts';
import { EARLIER_SHAPES } from './earlier-shapes.ts';
import type { FrontRequest } from './front-request.ts';
import type { SentByServices } from './sent-by-services.ts';
import { StatementShapes } from './statement-shapes.ts';
import { WRITER_SHAPES } from './writer-shapes.ts';

/** Longer than any statement of a service; reading the words of one takes time. */
const MOST_CHARACTERS = 1024 * 1024;

const SENT: readonly SentByServices[] = [WRITER_SHAPES, ...EARLIER_SHAPES];

const WRITER_STATEMENTS = new StatementShapes(
  SENT.flatMap(({ shapes }) => shapes),
  SENT.flatMap(({ words }) => words),
);

const SETTINGS: ReadonlySet<string> = new Set(SENT.flatMap(({ settings }) => settings));

const ANSWERS: ReadonlySet<string> = new Set(SENT.flatMap(({ formats }) => formats));

/**
 * Refuses what no service sends. The texts of readers are checked before they run, from wherever they come; a writer
 * may do everything, so from a network only statements are taken that this program itself makes, or made in the release
 * before: services are upgraded after their engine.
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
