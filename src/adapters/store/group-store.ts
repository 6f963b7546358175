import type { Queryable } from './database.ts';

/** A group. Instants are microseconds since 1970. */
export interface GroupRow {
  /** 0..4. */
  readonly typeIndex: number;
  readonly key: string;
  readonly createdAtUs: number;
  readonly updatedAtUs: number;
  /** Canonical JSON of an object. */
  readonly properties: string;
}

/** The group of that type and key. */
export async function findGroup(
  db: Queryable,
  projectId: number,
  typeIndex: number,
  key: string,
): Promise<GroupRow | undefined> {
  const row = await db
    .selectFrom('groups')
    .select(['created_at_us', 'updated_at_us', 'properties'])
    .where('project_id', '=', projectId)
    .where('group_type_index', '=', typeIndex)
    .where('group_key', '=', key)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  return (
    row && {
      typeIndex,
      key,
      createdAtUs: row.created_at_us,
      updatedAtUs: row.updated_at_us,
      properties: row.properties,
    }
  );
}

/** Adds a group or replaces what is stored of it. Call it in a transaction. */
export async function saveGroup(
  db: Queryable,
  projectId: number,
  group: GroupRow,
  version: number,
): Promise<void> {
  const state = {
    created_at_us: group.createdAtUs,
    updated_at_us: group.updatedAtUs,
    properties: group.properties,
    is_deleted: 0 as const,
    version,
  };
  await db
    .insertInto('groups')
    .values({ project_id: projectId, group_type_index: group.typeIndex, group_key: group.key, ...state })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'group_type_index', 'group_key']).doUpdateSet(state),
    )
    .execute();
}
