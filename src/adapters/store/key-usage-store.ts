import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { EndpointKeyUsageTable } from './tables/endpoint-tables.ts';
import {
  addedCounts,
  HOUR_MS,
  USAGE_COUNTS,
  USAGE_KEPT_MS,
  type UsageCounts,
  type UsageRange,
} from './usage-store.ts';

/** Runs of one version of an endpoint by one key in one hour from one place. */
export type KeyUsageTally = EndpointKeyUsageTable;

/** Stands for all keys beyond the most that are told apart. */
export const OTHER_KEYS = 'other';
/** Keys of an endpoint that are told apart in an hour. */
export const MOST_KEYS = 1_000;

/** Rows per statement: 12 values each, far below the 999 of the smallest SQLite build. */
const ROWS_PER_INSERT = 50;

/** Adds to the sums. @param tallies each endpoint, hour, key, version and source once */
export async function addKeyUsage(db: Queryable, tallies: readonly KeyUsageTally[]): Promise<void> {
  // Sorted, so that processes that add at once do not wait for each other in a circle.
  const rows = tallies.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await db
      .insertInto('endpointKeyUsage')
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict
          .columns(['endpointId', 'startMs', 'keyId', 'version', 'servedFrom'])
          .doUpdateSet((eb) =>
            addedCounts((name) => eb(`endpointKeyUsage.${name}`, '+', eb.ref(`excluded.${name}`))),
          ),
      )
      .execute();
}

/** What tells the sums apart, as one text. */
export function placeOf({
  endpointId,
  startMs,
  keyId,
  version,
  servedFrom,
}: Pick<KeyUsageTally, 'endpointId' | 'startMs' | 'keyId' | 'version' | 'servedFrom'>): string {
  return `${endpointId} ${startMs} ${keyId} ${version} ${servedFrom}`;
}

/** Keys that are told apart in an hour of an endpoint; `MOST_KEYS` at most. */
export async function listUsageKeys(
  db: Queryable,
  { projectId, endpointId, startMs }: Pick<KeyUsageTally, 'projectId' | 'endpointId' | 'startMs'>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('endpointKeyUsage')
    .select('keyId')
    .distinct()
    .where('endpointId', '=', endpointId)
    .where('startMs', '=', startMs)
    .where('projectId', '=', projectId)
    .where('keyId', '!=', OTHER_KEYS)
    .limit(MOST_KEYS)
    .execute();
  return rows.map(({ keyId }) => keyId);
}

/** Whose sums are wanted; absent = everybody's. */
interface OfTokens {
  readonly signingKeyId?: string | undefined;
  readonly subject?: string | undefined;
}

/** `slk_`, 32 letters, and the `/` before the subject. */
const BEFORE_SUBJECT = 'slk_'.length + 32 + 1;

/**
 * Sums by step and key, in this order.
 * @param range in whole hours
 * @param most rows at most, to be told apart from all rows by asking for one more
 */
export async function readKeyUsage(
  db: Queryable,
  endpoint: OfTokens & { readonly projectId: number; readonly endpointId: string },
  { fromMs, toMs, stepMs }: Omit<UsageRange, 'spanMs'>,
  most: number,
): Promise<readonly (UsageCounts & { readonly stepStartMs: number; readonly keyId: string })[]> {
  return db
    .selectFrom('endpointKeyUsage')
    .select(['keyId', sql<number>`start_ms - (start_ms - ${fromMs}) % ${stepMs}`.as('stepStartMs')])
    .select((eb) => USAGE_COUNTS.map((name) => eb.fn.sum<number>(name).as(name)))
    .where('projectId', '=', endpoint.projectId)
    .where('endpointId', '=', endpoint.endpointId)
    .where('startMs', '>=', fromMs)
    .where('startMs', '<', toMs)
    .$if(endpoint.signingKeyId !== undefined, (query) =>
      query.where(sql`substr(key_id, 1, ${BEFORE_SUBJECT})`, '=', `${endpoint.signingKeyId}/`),
    )
    .$if(endpoint.subject !== undefined, (query) =>
      query
        .where(sql`substr(key_id, 1, 4)`, '=', 'slk_')
        .where(sql`substr(key_id, ${BEFORE_SUBJECT + 1})`, '=', endpoint.subject ?? ''),
    )
    .groupBy(['stepStartMs', 'keyId'])
    .orderBy('stepStartMs')
    .orderBy('keyId')
    .limit(most)
    .execute();
}

/** Forgets sums that are older than hours are kept. */
export async function forgetKeyUsage(db: Queryable, nowMs: number): Promise<void> {
  await db
    .deleteFrom('endpointKeyUsage')
    .where('startMs', '<', nowMs - USAGE_KEPT_MS[HOUR_MS])
    .execute();
}
