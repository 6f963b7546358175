import type { Database } from '../../adapters/store/database.ts';
import { countComputedRuns } from '../../adapters/store/usage-store.ts';
import { type SavedWants, savedWants, UNUSED_MS } from '../catalog/saved-wants.ts';
import { callerSubjects } from './caller-subjects.ts';

/**
 * How many runs of the last seven days each subject would have served, by its name: those of endpoints that compute
 * their answers, by their own conditions and by what callers filter by. An endpoint that was saved within that time
 * counts one run more. Subjects that serve none are absent.
 */
export async function lookupWishes(
  { database }: { readonly database: Pick<Database, 'query'> },
  projectId: number,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const wishing: SavedWants[] = [];
  for await (const saved of savedWants(database.query, projectId)) {
    if (!saved.isMaterialized && saved.structures.lookups.length > 0) wishing.push(saved);
  }
  const fromMs = nowMs - UNUSED_MS;
  const runs = await runsOf(database, wishing, { projectId, fromMs });
  const wishes = new Map<string, number>();
  for (const { endpointId, savedAtMs, structures } of wishing) {
    const served = (runs.get(endpointId) ?? 0) + (nowMs - savedAtMs < UNUSED_MS ? 1 : 0);
    if (served === 0) continue;
    for (const name of structures.lookups) wishes.set(name, served + (wishes.get(name) ?? 0));
  }
  const own = new Map(wishing.map(({ endpointId, structures }) => [endpointId, structures.lookups]));
  for (const { endpointId, subjectName, runs: asks } of await callerSubjects(database.query, projectId, {
    nowMs,
  })) {
    // All runs of the endpoint are counted for that one already.
    if (own.get(endpointId)?.includes(subjectName) === true) continue;
    wishes.set(subjectName, asks + (wishes.get(subjectName) ?? 0));
  }
  return wishes;
}

/** Endpoints per statement, far below the bound of SQLite for values. */
const PAGE = 500;

async function runsOf(
  { query }: Pick<Database, 'query'>,
  wishing: readonly SavedWants[],
  { projectId, fromMs }: { readonly projectId: number; readonly fromMs: number },
): Promise<ReadonlyMap<string, number>> {
  const runs = new Map<string, number>();
  for (let start = 0; start < wishing.length; start += PAGE) {
    const ids = wishing.slice(start, start + PAGE).map(({ endpointId }) => endpointId);
    for (const [id, count] of await countComputedRuns(query, projectId, ids, fromMs)) runs.set(id, count);
  }
  return runs;
}
