import type { Queryable } from './database.ts';
import type { SnapshotTable } from './tables/build-tables.ts';
import type { SnapshotCheckTable } from './tables/shared-engine-tables.ts';

export type SnapshotCheck = Omit<SnapshotCheckTable, 'checkedAtMs'>;

/** What somebody found in an object when it had this tag; undefined when nobody has looked. */
export async function findSnapshotCheck(
  db: Queryable,
  {
    projectId,
    objectPrefix,
    objectName,
    tag,
  }: Pick<SnapshotCheck, 'projectId' | 'objectPrefix' | 'objectName' | 'tag'>,
): Promise<SnapshotCheck | undefined> {
  return db
    .selectFrom('snapshotChecks')
    .select(['projectId', 'objectPrefix', 'objectName', 'tag', 'sha256', 'bytes'])
    .where('projectId', '=', projectId)
    .where('objectPrefix', '=', objectPrefix)
    .where('objectName', '=', objectName)
    .where('tag', '=', tag)
    .executeTakeFirst();
}

/** Keeps what was found in an object, instead of what was found under an earlier tag. */
export async function keepSnapshotCheck(db: Queryable, check: SnapshotCheck, nowMs: number): Promise<void> {
  const { tag, sha256, bytes } = check;
  await db
    .insertInto('snapshotChecks')
    .values({ ...check, checkedAtMs: nowMs })
    .onConflict((conflict) =>
      conflict
        .columns(['objectPrefix', 'objectName'])
        .doUpdateSet({ tag, sha256, bytes, checkedAtMs: nowMs }),
    )
    .execute();
}

/** Forgets what is known of the objects of a build that are gone. */
export async function forgetSnapshotChecks(
  db: Queryable,
  { projectId, objectPrefix }: Pick<SnapshotTable, 'projectId' | 'objectPrefix'>,
): Promise<void> {
  await db
    .deleteFrom('snapshotChecks')
    .where('projectId', '=', projectId)
    .where('objectPrefix', '=', objectPrefix)
    .execute();
}
