import { newUuid } from '../../base/ids.ts';
import type { Queryable } from './database.ts';
import type { IngestionWarningTable } from './tables/project-tables.ts';

/** Something about incoming events that their owner should know. */
export type IngestionWarning = Pick<IngestionWarningTable, 'reason' | 'details' | 'createdAtMs'>;

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
      projectId,
      reason: warning.reason,
      details: warning.details,
      createdAtMs: warning.createdAtMs,
    }));
    await db.insertInto('ingestionWarnings').values(rows).execute();
  }
  const oldestKept = await db
    .selectFrom('ingestionWarnings')
    .select('id')
    .where('projectId', '=', projectId)
    .orderBy('id', 'desc')
    .offset(MAX_WARNINGS - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldestKept === undefined) return;
  await db
    .deleteFrom('ingestionWarnings')
    .where('projectId', '=', projectId)
    .where('id', '<', oldestKept.id)
    .execute();
}

/** A page of the warnings of a project, newest first, and how many are kept. */
export async function listIngestionWarnings(
  db: Queryable,
  projectId: number,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly count: number; readonly warnings: readonly IngestionWarning[] }> {
  const all = db.selectFrom('ingestionWarnings').where('projectId', '=', projectId);
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const warnings = await all
    .select(['reason', 'details', 'createdAtMs'])
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count: Number(count), warnings };
}
