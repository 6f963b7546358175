import type { Queryable } from './database.ts';

/** What an execution on raw data read. */
export interface ReadCost {
  readonly rowsRead: number;
  readonly bytesRead: number;
}

/** The last use of an endpoint; instants in milliseconds since 1970. */
export interface EndpointUse {
  readonly lastExecutedAtMs: number;
  /** What the last run that was computed directly read; null = none was. */
  readonly cost: ReadCost | null;
}

/** Uses by endpoint id. */
export type EndpointUses = ReadonlyMap<string, EndpointUse>;

/**
 * Records when endpoints ran last, and what that read; an earlier time than the stored one does not change it, and
 * endpoints that are gone are left out. In order of ids, so that processes that record at once do not wait for each other
 * in a circle.
 */
export async function recordUses(db: Queryable, uses: EndpointUses): Promise<void> {
  const known = await findKnownIds(db, [...uses.keys()]);
  for (const [endpointId, { lastExecutedAtMs, cost }] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!known.has(endpointId)) continue;
    const columns = cost === null ? {} : { rows_read: cost.rowsRead, bytes_read: cost.bytesRead };
    await db
      .insertInto('endpoint_uses')
      .values({ endpoint_id: endpointId, last_executed_at_ms: lastExecutedAtMs, ...columns })
      .onConflict((conflict) =>
        conflict
          .column('endpoint_id')
          .doUpdateSet({ last_executed_at_ms: lastExecutedAtMs, ...columns })
          .where('endpoint_uses.last_executed_at_ms', '<=', lastExecutedAtMs),
      )
      .execute();
  }
}

/** The uses of those of the endpoints that belong to the project and ran at all. */
export async function findUses(
  db: Queryable,
  projectId: number,
  endpointIds: readonly string[],
): Promise<EndpointUses> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('endpoint_uses')
    .innerJoin('endpoints', 'endpoints.id', 'endpoint_uses.endpoint_id')
    .selectAll('endpoint_uses')
    .where('endpoint_uses.endpoint_id', 'in', endpointIds)
    // The sum keeps SQLite from beginning with all endpoints of the project (10,000: 2 ms instead of 0.1).
    .where((eb) => eb(eb('endpoints.project_id', '+', 0), '=', projectId))
    .execute();
  return new Map(
    rows.map(({ endpoint_id, last_executed_at_ms, rows_read, bytes_read }) => [
      endpoint_id,
      {
        lastExecutedAtMs: last_executed_at_ms,
        cost:
          rows_read === null || bytes_read === null ? null : { rowsRead: rows_read, bytesRead: bytes_read },
      },
    ]),
  );
}

async function findKnownIds(db: Queryable, endpointIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (endpointIds.length === 0) return new Set();
  const rows = await db.selectFrom('endpoints').select('id').where('id', 'in', endpointIds).execute();
  return new Set(rows.map(({ id }) => id));
}
