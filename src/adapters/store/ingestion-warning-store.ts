import { newUuid } from '../../base/ids.ts';
import type { Page, Paging } from '../../schema/page.ts';
import type { Queryable } from './database.ts';
import { insertInPieces } from './insert-in-pieces.ts';
import { readPage } from './read-page.ts';
import type { IngestionWarningTable } from './tables/project-tables.ts';

/** Something about incoming events that their owner should know. */
export type IngestionWarning = Pick<IngestionWarningTable, 'reason' | 'details' | 'createdAtMs'>;

/** Warnings kept per project; older ones make room. */
const MAX_WARNINGS = 1000;

/** Adds warnings and forgets the oldest above 1,000 per project. Call it in a transaction. */
export async function addIngestionWarnings(
  db: Queryable,
  projectId: number,
  warnings: readonly IngestionWarning[],
): Promise<void> {
  const newest = warnings
    .slice(-MAX_WARNINGS)
    .map(({ reason, details, createdAtMs }) => ({ id: newUuid(), projectId, reason, details, createdAtMs }));
  await insertInPieces(db, newest, (piece) => db.insertInto('ingestionWarnings').values(piece));
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
  paging: Paging,
): Promise<Page<IngestionWarning>> {
  const ofProject = db
    .selectFrom('ingestionWarnings')
    .select(['reason', 'details', 'createdAtMs'])
    .where('projectId', '=', projectId);
  return readPage(ofProject.orderBy('id', 'desc'), paging);
}
