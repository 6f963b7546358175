import { sql } from 'kysely';
import { newUuid } from '../../base/ids.ts';
import type { Queryable } from './database.ts';
import { insertInPieces } from './insert-in-pieces.ts';
import type { RunLogTable } from './tables/endpoint-tables.ts';

export type RunLogLevel = RunLogTable['level'];

/** What is kept of one run, refused ones included. Never values of variables or rows. */
export type RunLogEntry = Omit<RunLogTable, 'id'>;

/** The place of an entry in the order of the log. */
export type RunLogPlace = Pick<RunLogTable, 'startedAtMs' | 'id'>;

/** What part of a log is wanted; instants in milliseconds since 1970. */
export interface RunLogFilter {
  readonly afterMs: number | undefined;
  readonly beforeMs: number | undefined;
  readonly level: RunLogLevel | undefined;
  /** Text in any fact, in any case. */
  readonly search: string | undefined;
  readonly limit: number;
  /** Only what is older than this entry. */
  readonly from?: RunLogPlace | undefined;
}

/** Adds entries. */
export async function addRunLog(db: Queryable, entries: readonly RunLogEntry[]): Promise<void> {
  const rows = entries.map(({ projectId, endpointId, startedAtMs, level, facts }) => ({
    id: newUuid(),
    projectId,
    endpointId,
    startedAtMs,
    level,
    facts,
  }));
  await insertInPieces(db, rows, (piece) => db.insertInto('runLog').values(piece));
}

/** Entries of an endpoint, or of all endpoints of the project, newest first. */
export async function listRunLog(
  db: Queryable,
  projectId: number,
  endpointId: string | undefined,
  { afterMs, beforeMs, level, search, limit, from }: RunLogFilter,
): Promise<readonly RunLogTable[]> {
  return db
    .selectFrom('runLog')
    .select(['id', 'projectId', 'endpointId', 'startedAtMs', 'level', 'facts'])
    .where('projectId', '=', projectId)
    .$if(endpointId !== undefined, (query) => query.where('endpointId', '=', endpointId ?? ''))
    .$if(from !== undefined, (query) => query.where(isOlder(from)))
    .$if(afterMs !== undefined, (query) => query.where('startedAtMs', '>', afterMs ?? 0))
    .$if(beforeMs !== undefined, (query) => query.where('startedAtMs', '<', beforeMs ?? 0))
    .$if(level !== undefined, (query) => query.where('level', '=', level ?? 'info'))
    .$if(search !== undefined, (query) => query.where(factsContain(search ?? '')))
    .orderBy('startedAtMs', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Forgets entries that began before `beforeMs`. */
export async function forgetRunLog(db: Queryable, beforeMs: number): Promise<void> {
  await db.deleteFrom('runLog').where('startedAtMs', '<', beforeMs).execute();
}

function isOlder({ startedAtMs, id }: RunLogPlace = { startedAtMs: 0, id: '' }) {
  return sql<boolean>`(started_at_ms < ${startedAtMs} or (started_at_ms = ${startedAtMs} and id < ${id}))`;
}

/** True where the facts hold the text, in any case of ASCII letters. */
function factsContain(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(facts) like lower(${pattern}) escape '\\'`;
}
