import type { Database } from '../../adapters/store/database.ts';
import {
  insertLookup,
  type LookupChange,
  type LookupRow,
  listLookups,
  updateLookup,
} from '../../adapters/store/lookup-store.ts';
import type { Clock } from '../../base/clock.ts';
import { type LookupSubject, subjectName } from '../../schema/lookup.ts';

interface BeginServices {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Has a project get a lookup, unless it has one of the subject: that one is asked for again, and comes back into use
 * when it was retired. `LookupBuilder` does the rest.
 */
export async function beginLookup(
  { database, clock }: BeginServices,
  projectId: number,
  subject: LookupSubject,
): Promise<LookupRow> {
  return database.transaction(async (transaction) => {
    const askedAtMs = clock.nowMs();
    const present = (await listLookups(transaction, [projectId])).find(
      (lookup) => lookup.subjectName === subjectName(subject) && lookup.state !== 'dropping',
    );
    if (present === undefined) return insertLookup(transaction, { projectId, subject }, askedAtMs);
    const change: LookupChange = { askedAtMs, state: stateInUse(present), retiredAtMs: null };
    await updateLookup(transaction, present, change);
    return { ...present, ...change };
  });
}

/** A retired lookup is as true as before, because the writer goes on with it. */
function stateInUse({ coveredFromUs }: LookupRow): 'ready' | 'building' {
  return coveredFromUs === 0 ? 'ready' : 'building';
}
