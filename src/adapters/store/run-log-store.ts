import { sql } from 'kysely';
import { newUuid } from '../../base/ids.ts';
import type { Queryable } from './database.ts';

export type RunLogLevel = 'info' | 'error';

/** What is kept of one run, refused ones included. Never values of variables or rows. */
export interface RunLogEntry {
  readonly projectId: number;
  readonly endpointId: string;
  readonly startedAtMs: number;
  /** error: the answer was not 200 or 304. */
  readonly level: RunLogLevel;
  /** Everything else, with the names that the log route answers. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** What part of a log is wanted; instants in milliseconds since 1970. */
export interface RunLogFilter {
  readonly afterMs: number | undefined;
  readonly beforeMs: number | undefined;
  readonly level: RunLogLevel | undefined;
  /** Text in any fact, in any case. */
  readonly search: string | undefined;
  readonly limit: number;
}

const ROWS_PER_INSERT = 100;

/** Adds entries. */
export async function addRunLog(db: Queryable, entries: readonly RunLogEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += ROWS_PER_INSERT) {
    const rows = entries.slice(start, start + ROWS_PER_INSERT).map((entry) => ({
      id: newUuid(),
      project_id: entry.projectId,
      endpoint_id: entry.endpointId,
      started_at_ms: entry.startedAtMs,
      level: entry.level,
      facts: JSON.stringify(entry.facts),
    }));
    await db.insertInto('run_log').values(rows).execute();
  }
}

/** Entries of an endpoint, newest first. */
export async function listRunLog(
  db: Queryable,
  projectId: number,
  endpointId: string,
  { afterMs, beforeMs, level, search, limit }: RunLogFilter,
): Promise<readonly RunLogEntry[]> {
  const rows = await db
    .selectFrom('run_log')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', endpointId)
    .$if(afterMs !== undefined, (query) => query.where('started_at_ms', '>', afterMs ?? 0))
    .$if(beforeMs !== undefined, (query) => query.where('started_at_ms', '<', beforeMs ?? 0))
    .$if(level !== undefined, (query) => query.where('level', '=', level ?? 'info'))
    .$if(search !== undefined, (query) => query.where(factsContain(search ?? '')))
    .orderBy('started_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    projectId: row.project_id,
    endpointId: row.endpoint_id,
    startedAtMs: row.started_at_ms,
    level: row.level === 'error' ? 'error' : 'info',
    facts: JSON.parse(row.facts),
  }));
}

/** Forgets entries that began before `beforeMs`. */
export async function forgetRunLog(db: Queryable, beforeMs: number): Promise<void> {
  await db.deleteFrom('run_log').where('started_at_ms', '<', beforeMs).execute();
}

/** True where the facts hold the text, in any case of ASCII letters. */
function factsContain(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(facts) like lower(${pattern}) escape '\\'`;
}
