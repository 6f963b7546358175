import { newUuid } from '../../base/ids.ts';
import type { Queryable } from './database.ts';

/** Something about incoming events that their owner should know. `details` holds no property values. */
export interface IngestionWarning {
  /** A stable snake_case word, such as `merge_refused`. */
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
}

/** Warnings kept per project; older ones make room. */
const MAX_WARNINGS = 1000;
const ROWS_PER_INSERT = 100;

/** Adds warnings and forgets the oldest above 1,000 per project. Call it in a transaction. */
export async function addIngestionWarnings(
  db: Queryable,
  projectId: number,
  warnings: readonly IngestionWarning[],
): Promise<void> {
  const newest = warnings.slice(-MAX_WARNINGS);
  for (let start = 0; start < newest.length; start += ROWS_PER_INSERT) {
    const rows = newest.slice(start, start + ROWS_PER_INSERT).map((warning) => ({
      id: newUuid(),
      project_id: projectId,
      reason: warning.reason,
      details: JSON.stringify(warning.details),
      created_at_ms: warning.createdAtMs,
    }));
    await db.insertInto('ingestion_warnings').values(rows).execute();
  }
  const oldestKept = await db
    .selectFrom('ingestion_warnings')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .offset(MAX_WARNINGS - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldestKept === undefined) return;
  await db
    .deleteFrom('ingestion_warnings')
    .where('project_id', '=', projectId)
    .where('id', '<', oldestKept.id)
    .execute();
}

/** A page of the warnings of a project, newest first, and how many are kept. */
export async function listIngestionWarnings(
  db: Queryable,
  projectId: number,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly count: number; readonly warnings: readonly IngestionWarning[] }> {
  const all = db.selectFrom('ingestion_warnings').where('project_id', '=', projectId);
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await all.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  const warnings = rows.map((row) => ({
    reason: row.reason,
    details: JSON.parse(row.details),
    createdAtMs: row.created_at_ms,
  }));
  return { count: Number(count), warnings };
}
