import type { Queryable } from './database.ts';
import { raiseContextRevision } from './project-store.ts';

/** Group types a project can have (the engine has that many columns). */
const MAX_GROUP_TYPES = 5;

/** Names of the project's group types; the place in the list is the index. */
export async function listGroupTypes(db: Queryable, projectId: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('groupTypes')
    .select('name')
    .where('projectId', '=', projectId)
    .orderBy('groupTypeIndex')
    .execute();
  return rows.map((row) => row.name);
}

/**
 * The index 0..4 of a group type, given out in order of first use; null when five others exist. Call it in a
 * transaction.
 */
export async function ensureGroupType(
  db: Queryable,
  projectId: number,
  name: string,
): Promise<number | null> {
  const seen = await listGroupTypes(db, projectId);
  if (seen.includes(name)) return seen.indexOf(name);
  if (seen.length >= MAX_GROUP_TYPES) return null;
  // Raising the revision locks the project's row. Another writer may have been faster, so look again.
  await raiseContextRevision(db, projectId);
  const known = await listGroupTypes(db, projectId);
  if (known.includes(name)) return known.indexOf(name);
  if (known.length >= MAX_GROUP_TYPES) return null;
  const index = known.length;
  await db.insertInto('groupTypes').values({ projectId, groupTypeIndex: index, name }).execute();
  return index;
}
