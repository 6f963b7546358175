import type { Engine, EngineQuery } from '../../adapters/engine/engine.ts';
import { sameEngine } from '../../adapters/engine/same-engine.ts';
import { listActions } from '../../adapters/store/action-store.ts';
import { listCohorts } from '../../adapters/store/cohort-store.ts';
import type { Database, Queryable } from '../../adapters/store/database.ts';
import { listEndpointFacts } from '../../adapters/store/endpoint-store.ts';
import type { EngineParameter } from '../../base/engine-parameter.ts';
import type { ListName, PlannedQuery } from '../../query/plan.ts';

/** Most things of a list that a query sees, the oldest first. */
const MOST_LISTED = 10_000;

type ListingQuery = EngineQuery & Pick<PlannedQuery, 'lists'>;

/** An engine whose queries find the lists of their project that they ask for (`system.actions`). */
export function withLists(engine: Engine, database: Pick<Database, 'reading'>): Engine {
  const filled = async (query: ListingQuery): Promise<EngineQuery> => {
    const { lists = [], projectId } = query;
    const found: Record<string, EngineParameter> = {};
    for (const name of lists) {
      const things = await LISTS[name](database.reading, projectId);
      const value = things.slice(0, MOST_LISTED).map((thing) => JSON.stringify(thing));
      found[name] = { type: 'Array(String)', value };
    }
    return { ...query, parameters: { ...query.parameters, ...found } };
  };
  return {
    ...sameEngine(engine),
    query: async (query: ListingQuery) => engine.query(query.lists ? await filled(query) : query),
    stream: async (query: ListingQuery, format) =>
      engine.stream(query.lists ? await filled(query) : query, format),
  };
}

/** What a query sees of each thing; the members are columns of the table `system.<list>`. */
const LISTS: Readonly<Record<ListName, (db: Queryable, projectId: number) => Promise<readonly object[]>>> = {
  actions: async (db, projectId) =>
    (await listActions(db, projectId)).map(({ id, name, description, ...row }) => ({
      ...{ id, name, description },
      ...timesOf(row),
    })),
  cohorts: async (db, projectId) =>
    (await listCohorts(db, projectId)).map(({ id, name, description, filters, ...row }) => ({
      ...{ id, name, description, is_static: filters === null },
      ...timesOf(row),
    })),
  endpoints: async (db, projectId) =>
    (await listEndpointFacts(db, projectId, MOST_LISTED)).map(({ name, description, ...row }) => ({
      ...{ name, description, is_active: row.isActive, is_materialized: row.isMaterialized },
      current_version: row.currentVersion,
      ...timesOf(row),
    })),
};

function timesOf(row: { readonly createdAtMs: number; readonly updatedAtMs: number }): object {
  const [created_at, updated_at] = [row.createdAtMs, row.updatedAtMs].map((ms) => new Date(ms).toISOString());
  return { created_at, updated_at };
}
