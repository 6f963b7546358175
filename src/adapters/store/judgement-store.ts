import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { VersionRow } from './endpoint-row.ts';
import type { EndpointJudgementTable } from './tables/endpoint-tables.ts';
import { endpointOf } from './version-store.ts';

/** What the last compilation told about a version of an endpoint. */
export type Judgement = EndpointJudgementTable;

/** The current version of a live endpoint; null members were never judged. */
export interface JudgedEndpoint extends Judgement {
  readonly endpointName: string;
  readonly isJudged: boolean;
}

/** Live endpoints with what is known of their current versions, in order of ids. */
export async function listJudgements(
  db: Queryable,
  projectId: number,
  page: { readonly afterId: string; readonly limit: number },
): Promise<readonly JudgedEndpoint[]> {
  const rows = await db
    .selectFrom('endpoints')
    .leftJoin('endpointJudgements', (join) =>
      join
        .onRef('endpointJudgements.endpointId', '=', 'endpoints.id')
        .onRef('endpointJudgements.version', '=', 'endpoints.currentVersion'),
    )
    .select(['endpoints.id', 'endpoints.name', 'endpoints.currentVersion'])
    .select(['endpointJudgements.version', 'endpointJudgements.reads', 'endpointJudgements.refusal'])
    .where('endpoints.projectId', '=', projectId)
    .where('endpoints.deletedAtMs', 'is', null)
    .where('endpoints.id', '>', page.afterId)
    .orderBy('endpoints.id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    endpointId: row.id,
    endpointName: row.name,
    version: row.currentVersion,
    isJudged: row.version !== null,
    reads: row.reads,
    refusal: row.refusal,
  }));
}

/** What compiling the current version of an endpoint read of its project, and when that version was saved. */
export interface KeptJudgement {
  readonly endpointId: string;
  readonly reads: string;
  readonly savedAtMs: number;
  readonly isMaterialized: boolean;
}

/** Live and active endpoints whose current versions compile, in order of ids. */
export async function listKeptReads(
  db: Queryable,
  projectId: number,
  page: { readonly afterId: string; readonly limit: number },
): Promise<readonly KeptJudgement[]> {
  return db
    .selectFrom('endpoints')
    .innerJoin('endpointJudgements', (join) =>
      join
        .onRef('endpointJudgements.endpointId', '=', 'endpoints.id')
        .onRef('endpointJudgements.version', '=', 'endpoints.currentVersion'),
    )
    .innerJoin('endpointVersions', (join) =>
      join
        .onRef('endpointVersions.endpointId', '=', 'endpoints.id')
        .onRef('endpointVersions.version', '=', 'endpoints.currentVersion'),
    )
    .select(['endpoints.id as endpointId', 'endpointVersions.createdAtMs as savedAtMs', 'isMaterialized'])
    .select((eb) => eb.ref('endpointJudgements.reads').$notNull().as('reads'))
    .where('endpoints.projectId', '=', projectId)
    .where('endpoints.deletedAtMs', 'is', null)
    .where('endpoints.isActive', '=', true)
    .where('endpointJudgements.reads', 'is not', null)
    .where('endpoints.id', '>', page.afterId)
    .orderBy('endpoints.id')
    .limit(page.limit)
    .execute();
}

/**
 * Stores the judgement of a version and removes the judgement of the version before. Does nothing for an endpoint of
 * another project.
 */
export async function saveJudgement(db: Queryable, projectId: number, judgement: Judgement): Promise<void> {
  const { endpointId, version, reads, refusal } = judgement;
  const known = { version, reads, refusal };
  await db
    .insertInto('endpointJudgements')
    .columns(['endpointId', 'version', 'reads', 'refusal'])
    .expression(
      endpointOf(db, projectId, endpointId).select([
        sql<number>`cast(${known.version} as integer)`.as('version'),
        sql<string | null>`cast(${known.reads} as text)`.as('reads'),
        sql<string | null>`cast(${known.refusal} as text)`.as('refusal'),
      ]),
    )
    .onConflict((conflict) => conflict.column('endpointId').doUpdateSet(known))
    .execute();
}

/** What the last compilation of a version read of its project; null = the version was refused or never compiled. */
export async function findKeptReads(
  db: Queryable,
  projectId: number,
  { endpointId, version }: Pick<Judgement, 'endpointId' | 'version'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('endpointJudgements')
    .select('reads')
    .where('endpointId', '=', endpointOf(db, projectId, endpointId))
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.reads ?? null;
}

/** The reasons for which runs of endpoints are refused, by endpoint id. Endpoints that run are not in the answer. */
export async function findRefusals(
  db: Queryable,
  projectId: number,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Judgement, 'version' | 'refusal'>>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('endpointJudgements')
    .innerJoin('endpoints', 'endpoints.id', 'endpointJudgements.endpointId')
    .select(['endpointJudgements.endpointId', 'endpointJudgements.version', 'endpointJudgements.refusal'])
    .where('endpointJudgements.endpointId', 'in', endpointIds)
    .where('endpointJudgements.refusal', 'is not', null)
    // The sum keeps SQLite from beginning with all endpoints of the project.
    .where((eb) => eb(eb('endpoints.projectId', '+', 0), '=', projectId))
    .execute();
  return new Map(rows.map(({ endpointId, ...refused }) => [endpointId, refused]));
}

/** How many live endpoints are refused when they run. */
export async function countRefused(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('endpointJudgements')
    .innerJoin('endpoints', 'endpoints.id', 'endpointJudgements.endpointId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('endpointJudgements.refusal', 'is not', null)
    .where('endpoints.deletedAtMs', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Writes the columns that a version answers now, and raises the revision of its endpoint; false when the version is no
 * longer the current one.
 */
export async function refreshColumns(
  db: Queryable,
  projectId: number,
  { endpointId, version, columns }: Pick<VersionRow, 'endpointId' | 'version' | 'columns'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('endpoints')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('projectId', '=', projectId)
    .where('id', '=', endpointId)
    .where('currentVersion', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db
    .updateTable('endpointVersions')
    .set({ columns })
    .where('endpointId', '=', endpointOf(db, projectId, endpointId))
    .where('version', '=', version)
    .execute();
  return true;
}
