import { sql } from 'kysely';
import type { Warning } from '../../schema/warning.ts';
import type { Queryable } from './database.ts';
import type { VersionRow } from './endpoint-row.ts';

/** What is known of a version since it was compiled last. */
export interface Judgement {
  readonly endpointId: string;
  readonly version: number;
  /** What compiling it read of the project, in the words of the query; null = it was refused, or never compiled. */
  readonly reads: string | null;
  /** What its runs answer with 400; null = it compiles. */
  readonly refusal: Warning | null;
}

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
    .leftJoin('endpoint_judgements', (join) =>
      join
        .onRef('endpoint_judgements.endpoint_id', '=', 'endpoints.id')
        .onRef('endpoint_judgements.version', '=', 'endpoints.current_version'),
    )
    .select(['endpoints.id', 'endpoints.name', 'endpoints.current_version'])
    .select(['endpoint_judgements.version', 'endpoint_judgements.reads', 'endpoint_judgements.refusal'])
    .where('endpoints.project_id', '=', projectId)
    .where('endpoints.deleted_at_ms', 'is', null)
    .where('endpoints.id', '>', page.afterId)
    .orderBy('endpoints.id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    endpointId: row.id,
    endpointName: row.name,
    version: row.current_version,
    isJudged: row.version !== null,
    reads: row.reads,
    refusal: row.refusal === null ? null : JSON.parse(row.refusal),
  }));
}

/**
 * Writes what is known of a version; what was known of the one before is forgotten. Does nothing for an endpoint of another
 * project.
 */
export async function saveJudgement(db: Queryable, projectId: number, judgement: Judgement): Promise<void> {
  const { endpointId, version, reads, refusal } = judgement;
  const known = { version, reads, refusal: refusal && JSON.stringify(refusal) };
  await db
    .insertInto('endpoint_judgements')
    .columns(['endpoint_id', 'version', 'reads', 'refusal'])
    .expression(
      endpointOf(db, projectId, endpointId).select([
        sql<number>`cast(${known.version} as integer)`.as('version'),
        sql<string | null>`cast(${known.reads} as text)`.as('reads'),
        sql<string | null>`cast(${known.refusal} as text)`.as('refusal'),
      ]),
    )
    .onConflict((conflict) => conflict.column('endpoint_id').doUpdateSet(known))
    .execute();
}

/** What compiling a version last read of its project; null = it was refused, or never compiled. */
export async function findKeptReads(
  db: Queryable,
  projectId: number,
  { endpointId, version }: Pick<Judgement, 'endpointId' | 'version'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('endpoint_judgements')
    .select('reads')
    .where('endpoint_id', '=', endpointOf(db, projectId, endpointId))
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.reads ?? null;
}

/** Why runs of those of the endpoints that are refused are refused, by endpoint id. */
export async function findRefusals(
  db: Queryable,
  projectId: number,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Judgement, 'version' | 'refusal'>>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('endpoint_judgements')
    .innerJoin('endpoints', 'endpoints.id', 'endpoint_judgements.endpoint_id')
    .selectAll('endpoint_judgements')
    .where('endpoint_judgements.endpoint_id', 'in', endpointIds)
    .where('endpoint_judgements.refusal', 'is not', null)
    // The sum keeps SQLite from beginning with all endpoints of the project.
    .where((eb) => eb(eb('endpoints.project_id', '+', 0), '=', projectId))
    .execute();
  return new Map(
    rows.map(({ endpoint_id, version, refusal }) => [
      endpoint_id,
      { version, refusal: refusal === null ? null : JSON.parse(refusal) },
    ]),
  );
}

/** How many live endpoints are refused when they run. */
export async function countRefused(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('endpoint_judgements')
    .innerJoin('endpoints', 'endpoints.id', 'endpoint_judgements.endpoint_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('endpoint_judgements.refusal', 'is not', null)
    .where('endpoints.deleted_at_ms', 'is', null)
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
    .where('project_id', '=', projectId)
    .where('id', '=', endpointId)
    .where('current_version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db
    .updateTable('endpoint_versions')
    .set({ columns: columns && JSON.stringify(columns) })
    .where('endpoint_id', '=', endpointId)
    .where('version', '=', version)
    .execute();
  return true;
}

/** The id again when the endpoint belongs to the project, else null. */
function endpointOf(db: Queryable, projectId: number, endpointId: string) {
  return db
    .selectFrom('endpoints')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', endpointId);
}
