import type { Database, Queryable } from '../../adapters/store/database.ts';
import {
  changeLookup,
  insertLookup,
  type LookupChange,
  type LookupRow,
  listLookups,
} from '../../adapters/store/lookup-store.ts';
import { lockProject } from '../../adapters/store/project-store.ts';
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
    // Else two processes could begin two of the subject.
    await lockProject(transaction, projectId);
    const askedAtMs = clock.nowMs();
    const again = await useAgain(transaction, { projectId, name: subjectName(subject), askedAtMs });
    return again ?? insertLookup(transaction, { projectId, subject }, askedAtMs);
  });
}

interface Asked {
  readonly projectId: number;
  readonly name: string;
  readonly askedAtMs: number;
}

/** Undefined when the project has none of the subject whose rows stay. */
async function useAgain(db: Queryable, asked: Asked): Promise<LookupRow | undefined> {
  const { projectId, name, askedAtMs } = asked;
  const present = (await listLookups(db, [projectId])).find(
    (lookup) => lookup.subjectName === name && lookup.state !== 'dropping',
  );
  if (present === undefined) return undefined;
  const change: LookupChange = { askedAtMs, state: stateInUse(present), retiredAtMs: null };
  // A step of building, or the end of its rest, may have changed it meanwhile.
  return (await changeLookup(db, present, change)) ? { ...present, ...change } : useAgain(db, asked);
}

/** A retired lookup is as true as before, because the writer goes on with it. */
function stateInUse({ coveredFromUs }: LookupRow): 'ready' | 'building' {
  return coveredFromUs === 0 ? 'ready' : 'building';
}
