import type { Queryable } from './database.ts';
import { type EndpointRow, type EndpointSettings, toEndpoint, toSettingColumns } from './endpoint-row.ts';

/** Tags of endpoints inserted per statement. */
const MAX_TAGS_PER_INSERT = 100;

export type NewEndpoint = Omit<EndpointRow, 'revision' | 'currentVersion' | 'updatedAtMs'>;

/**
 * Adds an endpoint at revision 1, version 1. Call it in a transaction with `insertVersion`.
 * @throws UniqueViolationError when a live endpoint of the project has the name
 */
export async function insertEndpoint(db: Queryable, endpoint: NewEndpoint): Promise<EndpointRow> {
  const row = await db
    .insertInto('endpoints')
    .values({
      ...toSettingColumns(endpoint),
      id: endpoint.id,
      project_id: endpoint.projectId,
      current_version: 1,
      revision: 1,
      created_by_key_id: endpoint.createdBy.keyId,
      created_by_label: endpoint.createdBy.label,
      created_at_ms: endpoint.createdAtMs,
      updated_at_ms: endpoint.createdAtMs,
      deleted_at_ms: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await replaceTags(db, endpoint.id, endpoint.tags);
  return toEndpoint(row, endpoint.tags);
}

/** The live endpoint of that name. */
export async function findEndpoint(
  db: Queryable,
  projectId: number,
  name: string,
): Promise<EndpointRow | undefined> {
  const row = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return row && toEndpoint(row, await tagsOf(db, projectId, row.id));
}

/** The live endpoint of that id. */
export async function findEndpointById(
  db: Queryable,
  projectId: number,
  endpointId: string,
): Promise<EndpointRow | undefined> {
  const row = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', endpointId)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return row && toEndpoint(row, await tagsOf(db, projectId, row.id));
}

/**
 * The live endpoint of that name, locked until the transaction ends: a second writer waits here and then sees what the
 * first one wrote. (An update that changes nothing, because SQLite has no SELECT ... FOR UPDATE.)
 */
export async function lockEndpoint(
  db: Queryable,
  projectId: number,
  name: string,
): Promise<EndpointRow | undefined> {
  const row = await db
    .updateTable('endpoints')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('deleted_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toEndpoint(row, await tagsOf(db, projectId, row.id));
}

/** The endpoint of that name deleted last. */
export async function findDeletedEndpoint(
  db: Queryable,
  projectId: number,
  name: string,
): Promise<EndpointRow | undefined> {
  const row = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('deleted_at_ms', 'is not', null)
    .orderBy('deleted_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toEndpoint(row, await tagsOf(db, projectId, row.id));
}

/**
 * Writes all settings of an endpoint that the transaction holds locked, and raises its revision.
 * @throws UniqueViolationError when the new name belongs to another live endpoint
 */
export async function updateEndpoint(
  db: Queryable,
  projectId: number,
  endpointId: string,
  change: EndpointSettings & { readonly currentVersion: number; readonly nowMs: number },
): Promise<EndpointRow> {
  const row = await db
    .updateTable('endpoints')
    .set({
      ...toSettingColumns(change),
      current_version: change.currentVersion,
      updated_at_ms: change.nowMs,
    })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('id', '=', endpointId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await replaceTags(db, endpointId, change.tags);
  return toEndpoint(row, change.tags);
}

/** Marks an endpoint as deleted, which frees its name. */
export async function markEndpointDeleted(
  db: Queryable,
  projectId: number,
  endpointId: string,
  nowMs: number,
): Promise<void> {
  await setDeletedAt(db, projectId, endpointId, { deletedAtMs: nowMs, nowMs });
}

/**
 * Makes a deleted endpoint live again.
 * @throws UniqueViolationError when its name was given to another one meanwhile
 */
export async function markEndpointRestored(
  db: Queryable,
  projectId: number,
  endpointId: string,
  nowMs: number,
): Promise<void> {
  await setDeletedAt(db, projectId, endpointId, { deletedAtMs: null, nowMs });
}

/** Tags of endpoints of the project by endpoint id, each list in its order. One statement. */
export async function tagsByEndpoint(
  db: Queryable,
  projectId: number,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const tags = new Map<string, string[]>(endpointIds.map((id) => [id, []]));
  if (endpointIds.length === 0) return tags;
  const rows = await db
    .selectFrom('endpoint_tags')
    .select(['endpoint_id', 'tag'])
    .where('endpoint_id', 'in', (eb) =>
      eb
        .selectFrom('endpoints')
        .select('endpoints.id')
        .where('endpoints.id', 'in', endpointIds)
        // The sum keeps SQLite from beginning with all endpoints of the project.
        .where((each) => each(each('endpoints.project_id', '+', 0), '=', projectId)),
    )
    .orderBy('position')
    .execute();
  for (const row of rows) tags.get(row.endpoint_id)?.push(row.tag);
  return tags;
}

async function tagsOf(db: Queryable, projectId: number, endpointId: string): Promise<readonly string[]> {
  return (await tagsByEndpoint(db, projectId, [endpointId])).get(endpointId) ?? [];
}

async function setDeletedAt(
  db: Queryable,
  projectId: number,
  endpointId: string,
  change: { readonly deletedAtMs: number | null; readonly nowMs: number },
): Promise<void> {
  await db
    .updateTable('endpoints')
    .set({ deleted_at_ms: change.deletedAtMs, updated_at_ms: change.nowMs })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('id', '=', endpointId)
    .execute();
}

async function replaceTags(db: Queryable, endpointId: string, tags: readonly string[]): Promise<void> {
  await db.deleteFrom('endpoint_tags').where('endpoint_id', '=', endpointId).execute();
  for (let start = 0; start < tags.length; start += MAX_TAGS_PER_INSERT) {
    const rows = tags
      .slice(start, start + MAX_TAGS_PER_INSERT)
      .map((tag, index) => ({ endpoint_id: endpointId, position: start + index, tag }));
    await db.insertInto('endpoint_tags').values(rows).execute();
  }
}
