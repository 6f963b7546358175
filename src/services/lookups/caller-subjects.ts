import type { Queryable } from '../../adapters/store/database.ts';
import { type LookupAsks, sumLookupAsks } from '../../adapters/store/lookup-ask-store.ts';
import { UNUSED_MS } from '../catalog/saved-wants.ts';

/** Runs of seven days from which on a subject that callers filter an endpoint by is worth a lookup. */
const LEAST_RUNS = 10;

/**
 * The subjects that callers filter endpoints of a project by again and again, with the runs of seven days.
 * @param endpointId only those of this endpoint
 */
export async function callerSubjects(
  db: Queryable,
  projectId: number,
  { nowMs, endpointId }: { readonly nowMs: number; readonly endpointId?: string },
): Promise<readonly Pick<LookupAsks, 'endpointId' | 'subjectName' | 'runs'>[]> {
  const since = { fromMs: nowMs - UNUSED_MS, ...(endpointId !== undefined && { endpointId }) };
  const asks = await sumLookupAsks(db, projectId, since);
  return asks.filter(({ runs }) => runs >= LEAST_RUNS);
}
