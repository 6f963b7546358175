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

/** The group of that type and key; undefined when there is none. */
export async function findGroup(
  db: Queryable,
  projectId: number,
  typeIndex: number,
  key: string,
): Promise<GroupRow | undefined> {
  const row = await db
    .selectFrom('groups')
    .select(['createdAtUs', 'updatedAtUs', 'properties'])
    .where('projectId', '=', projectId)
    .where('groupTypeIndex', '=', typeIndex)
    .where('groupKey', '=', key)
    .where('isDeleted', '=', false)
    .executeTakeFirst();
  return row && { typeIndex, key, ...row };
}

/** Adds a group or replaces what is stored of it. Call it in a transaction. */
export async function saveGroup(
  db: Queryable,
  projectId: number,
  group: GroupRow,
  version: number,
): Promise<void> {
  const state = {
    createdAtUs: group.createdAtUs,
    updatedAtUs: group.updatedAtUs,
    properties: group.properties,
    isDeleted: false,
    version,
  };
  await db
    .insertInto('groups')
    .values({ projectId, groupTypeIndex: group.typeIndex, groupKey: group.key, ...state })
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'groupTypeIndex', 'groupKey']).doUpdateSet(state),
    )
    .execute();
}
