import type { Queryable } from './database.ts';

/** Milliseconds since 1970 of the last run, by endpoint id. */
export type LastExecutions = ReadonlyMap<string, number>;

/** Records when endpoints ran last; an earlier time than the stored one changes nothing. */
export async function recordExecutions(db: Queryable, lastExecutions: LastExecutions): Promise<void> {
  for (const [endpointId, executedAtMs] of lastExecutions) {
    await db
      .insertInto('endpoint_uses')
      .values({ endpoint_id: endpointId, last_executed_at_ms: executedAtMs })
      .onConflict((conflict) =>
        conflict
          .column('endpoint_id')
          .doUpdateSet({ last_executed_at_ms: executedAtMs })
          .where('endpoint_uses.last_executed_at_ms', '<', executedAtMs),
      )
      .execute();
  }
}

/** The last runs of those of the endpoints that belong to the project and ran at all. */
export async function findLastExecutions(
  db: Queryable,
  projectId: number,
  endpointIds: readonly string[],
): Promise<LastExecutions> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('endpoint_uses')
    .innerJoin('endpoints', 'endpoints.id', 'endpoint_uses.endpoint_id')
    .select(['endpoint_uses.endpoint_id', 'endpoint_uses.last_executed_at_ms'])
    .where('endpoints.project_id', '=', projectId)
    .where('endpoint_uses.endpoint_id', 'in', endpointIds)
    .execute();
  return new Map(rows.map((row) => [row.endpoint_id, row.last_executed_at_ms]));
}
