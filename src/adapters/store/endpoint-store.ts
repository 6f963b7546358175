import type { Queryable } from './database.ts';
import {
  authorColumns,
  type EndpointRow,
  type EndpointSettings,
  settingColumns,
  withAuthor,
} from './endpoint-row.ts';
import { insertInPieces } from './insert-in-pieces.ts';
import type { EndpointTable } from './tables/endpoint-tables.ts';

/** Far below the 999 parameters of the smallest SQLite build. */
const IDS_PER_STATEMENT = 500;

export type NewEndpoint = Omit<EndpointRow, 'revision' | 'currentVersion' | 'updatedAtMs'>;

/**
 * Adds an endpoint at revision 1, version 1. Call it in a transaction with `insertVersion`.
 * @throws UniqueViolationError when a live endpoint of the project has the name
 */
export async function insertEndpoint(db: Queryable, endpoint: NewEndpoint): Promise<EndpointRow> {
  const row = await db
    .insertInto('endpoints')
    .values({
      ...settingColumns(endpoint),
      ...authorColumns(endpoint.createdBy),
      id: endpoint.id,
      projectId: endpoint.projectId,
      currentVersion: 1,
      revision: 1,
      createdAtMs: endpoint.createdAtMs,
      updatedAtMs: endpoint.createdAtMs,
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
  const named = endpointsOf(db, projectId).where('name', '=', name);
  return withTags(db, await named.where('deletedAtMs', 'is', null).executeTakeFirst());
}

/** The live endpoint of that id. */
export async function findEndpointById(
  db: Queryable,
  projectId: number,
  endpointId: string,
): Promise<EndpointRow | undefined> {
  const known = endpointsOf(db, projectId).where('id', '=', endpointId);
  return withTags(db, await known.where('deletedAtMs', 'is', null).executeTakeFirst());
}

/** The names of those endpoints of a project that are live, by id. */
export async function namesOfEndpoints(
  db: Queryable,
  projectId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const wanted = [...new Set(ids)];
  for (let start = 0; start < wanted.length; start += IDS_PER_STATEMENT) {
    const piece = wanted.slice(start, start + IDS_PER_STATEMENT);
    const live = endpointsOf(db, projectId).where('id', 'in', piece).where('deletedAtMs', 'is', null);
    for (const { id, name } of await live.execute()) names.set(id, name);
  }
  return names;
}

/** The ids of the live endpoints of a project with these names, by name. */
export async function idsOfEndpoints(
  db: Queryable,
  projectId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await endpointsOf(db, projectId)
    .where('name', 'in', names)
    .where('deletedAtMs', 'is', null)
    .execute();
  return new Map(found.map(({ name, id }) => [name, id]));
}

/** What is said of the live endpoints of a project, the oldest first, at most `limit`. */
export async function listEndpointFacts(
  db: Queryable,
  projectId: number,
  limit: number,
): Promise<readonly EndpointFacts[]> {
  return db
    .selectFrom('endpoints')
    .select(ENDPOINT_FACTS)
    .where('projectId', '=', projectId)
    .where('deletedAtMs', 'is', null)
    .orderBy('createdAtMs')
    .orderBy('id')
    .limit(limit)
    .execute();
}

const ENDPOINT_FACTS = [
  'name',
  'description',
  'isActive',
  'isMaterialized',
  'currentVersion',
  'createdAtMs',
  'updatedAtMs',
] as const;

export type EndpointFacts = Pick<EndpointRow, (typeof ENDPOINT_FACTS)[number]>;

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
    .where('projectId', '=', projectId)
    .where('name', '=', name)
    .where('deletedAtMs', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return withTags(db, row);
}

/** Names of live endpoints by their ids. */
export async function findEndpointNames(
  db: Queryable,
  projectId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('endpoints')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('deletedAtMs', 'is', null)
    // The sum keeps SQLite from beginning with all endpoints of the project.
    .where((eb) => eb(eb('projectId', '+', 0), '=', projectId))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The endpoint of that name deleted last. */
export async function findDeletedEndpoint(
  db: Queryable,
  projectId: number,
  name: string,
): Promise<EndpointRow | undefined> {
  const named = endpointsOf(db, projectId).where('name', '=', name);
  const deleted = named.where('deletedAtMs', 'is not', null);
  return withTags(
    db,
    await deleted.orderBy('deletedAtMs', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  );
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
    .set({ ...settingColumns(change), currentVersion: change.currentVersion, updatedAtMs: change.nowMs })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('projectId', '=', projectId)
    .where('id', '=', endpointId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await replaceTags(db, endpointId, change.tags);
  return toEndpoint(row, change.tags);
}

/**
 * Marks an endpoint as deleted, which frees its name; with null makes it live again.
 * @throws UniqueViolationError when its name was given to another one meanwhile
 */
export async function setEndpointDeletedAt(
  db: Queryable,
  { projectId, id }: Pick<EndpointRow, 'projectId' | 'id'>,
  { deletedAtMs, nowMs }: { readonly deletedAtMs: number | null; readonly nowMs: number },
): Promise<void> {
  await db
    .updateTable('endpoints')
    .set({ deletedAtMs, updatedAtMs: nowMs })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

export function toEndpoint(row: EndpointTable, tags: readonly string[]): EndpointRow {
  return { ...withAuthor(row), tags };
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
    .selectFrom('endpointTags')
    .select(['endpointId', 'tag'])
    .where('endpointId', 'in', (eb) =>
      eb
        .selectFrom('endpoints')
        .select('endpoints.id')
        .where('endpoints.id', 'in', endpointIds)
        // The sum keeps SQLite from beginning with all endpoints of the project.
        .where((each) => each(each('endpoints.projectId', '+', 0), '=', projectId)),
    )
    .orderBy('position')
    .execute();
  for (const row of rows) tags.get(row.endpointId)?.push(row.tag);
  return tags;
}

function endpointsOf(db: Queryable, projectId: number) {
  return db.selectFrom('endpoints').selectAll().where('projectId', '=', projectId);
}

async function withTags(db: Queryable, row: EndpointTable | undefined): Promise<EndpointRow | undefined> {
  if (row === undefined) return undefined;
  const tags = await tagsByEndpoint(db, row.projectId, [row.id]);
  return toEndpoint(row, tags.get(row.id) ?? []);
}

async function replaceTags(db: Queryable, endpointId: string, tags: readonly string[]): Promise<void> {
  await db.deleteFrom('endpointTags').where('endpointId', '=', endpointId).execute();
  const rows = tags.map((tag, position) => ({ endpointId, position, tag }));
  await insertInPieces(db, rows, (piece) => db.insertInto('endpointTags').values(piece));
}
