import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { EndpointErrorTable, EndpointKeyUsageTable } from './tables/endpoint-tables.ts';
import { HOUR_MS, USAGE_COUNTS, type UsageCounts, type UsageRange } from './usage-store.ts';

/** Whole hours of endpoints of a project, to be summed in steps. */
export interface ProjectRange extends Omit<UsageRange, 'spanMs'> {
  readonly projectId: number;
  readonly endpointIds: readonly string[];
}

/** Sums of an endpoint in a step by where the answers came from. */
export type SourceSums = UsageCounts &
  Pick<EndpointKeyUsageTable, 'endpointId' | 'servedFrom'> & { readonly stepStartMs: number };

/** Sums by endpoint, step and source, in the order of steps. One statement, whatever the number of endpoints. */
export async function readSourceSums(
  db: Queryable,
  { projectId, endpointIds, fromMs, toMs, stepMs }: ProjectRange,
): Promise<readonly SourceSums[]> {
  if (endpointIds.length === 0) return [];
  return db
    .selectFrom('endpointKeyUsage')
    .select(['endpointId', 'servedFrom', stepStart(fromMs, stepMs)])
    .select((eb) => USAGE_COUNTS.map((name) => eb.fn.sum<number>(name).as(name)))
    .where('endpointId', 'in', endpointIds)
    .where('projectId', '=', projectId)
    .where('startMs', '>=', fromMs)
    .where('startMs', '<', toMs)
    .groupBy(['endpointId', 'stepStartMs', 'servedFrom'])
    .orderBy('stepStartMs')
    .execute();
}

/** Sums by endpoint, version and source over a range. */
export async function readVersionSums(
  db: Queryable,
  { projectId, endpointIds, fromMs, toMs }: ProjectRange,
): Promise<readonly (UsageCounts & Pick<EndpointKeyUsageTable, 'version' | 'servedFrom'>)[]> {
  return db
    .selectFrom('endpointKeyUsage')
    .select(['version', 'servedFrom'])
    .select((eb) => USAGE_COUNTS.map((name) => eb.fn.sum<number>(name).as(name)))
    .where('endpointId', 'in', endpointIds)
    .where('projectId', '=', projectId)
    .where('startMs', '>=', fromMs)
    .where('startMs', '<', toMs)
    .groupBy(['version', 'servedFrom'])
    .orderBy('version', 'desc')
    .execute();
}

/** Which sums of a project are wanted, over whole hours. */
interface CauserSums extends Pick<UsageRange, 'fromMs' | 'toMs'> {
  /** By what they are told; subjects are those of tokens of customers. */
  readonly by: 'endpoint' | 'key' | 'subject';
  readonly most: number;
}

/** Sums of a project over whole hours by who caused them, those that read the most rows first; `most` at most. */
export async function readSumsBy(
  db: Queryable,
  projectId: number,
  { by, most, fromMs, toMs }: CauserSums,
): Promise<readonly (UsageCounts & { readonly causer: string })[]> {
  const column = by === 'endpoint' ? 'endpointId' : 'keyId';
  return db
    .selectFrom('endpointKeyUsage')
    .select(`${column} as causer`)
    .select((eb) => USAGE_COUNTS.map((name) => eb.fn.sum<number>(name).as(name)))
    .where('projectId', '=', projectId)
    .where('startMs', '>=', fromMs)
    .where('startMs', '<', toMs)
    .$if(by === 'subject', (query) => query.where(sql`substr(key_id, 1, 4)`, '=', 'slk_'))
    .groupBy(column)
    .orderBy(sql`sum(rows_read)`, 'desc')
    .orderBy(column)
    .limit(most)
    .execute();
}

/** Runs by endpoint and duration class over a range of whole hours, in the order of classes. One statement. */
export async function readDurations(
  db: Queryable,
  { projectId, endpointIds, fromMs, toMs }: ProjectRange,
): Promise<
  readonly { readonly endpointId: string; readonly durationClass: number; readonly runs: number }[]
> {
  if (endpointIds.length === 0) return [];
  return db
    .selectFrom('endpointUsage')
    .select(['endpointId', 'durationClass'])
    .select((eb) => eb.fn.sum<number>('runs').as('runs'))
    .where('endpointId', 'in', endpointIds)
    .where('projectId', '=', projectId)
    .where('spanMs', '=', HOUR_MS)
    .where('startMs', '>=', fromMs)
    .where('startMs', '<', toMs)
    .groupBy(['endpointId', 'durationClass'])
    .orderBy('durationClass')
    .execute();
}

/** Last errors by endpoint id. */
export async function findLastErrors(
  db: Queryable,
  projectId: number,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, EndpointErrorTable>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('endpointErrors')
    .selectAll()
    .where('endpointId', 'in', endpointIds)
    .where('projectId', '=', projectId)
    .execute();
  return new Map(rows.map((row) => [row.endpointId, row]));
}

/** Live endpoints of a project by name, at most `most`. @param names null = all */
export async function listEndpointIds(
  db: Queryable,
  projectId: number,
  names: readonly string[] | null,
  most: number,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return db
    .selectFrom('endpoints')
    .select(['id', 'name'])
    .where('projectId', '=', projectId)
    .where('deletedAtMs', 'is', null)
    .$if(names !== null, (query) => query.where('name', 'in', names ?? []))
    .orderBy('name')
    .limit(most)
    .execute();
}

function stepStart(fromMs: number, stepMs: number) {
  return sql<number>`start_ms - (start_ms - ${fromMs}) % ${stepMs}`.as('stepStartMs');
}
