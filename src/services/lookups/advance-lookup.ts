import { isRewritten } from '../../adapters/engine/statements/fold-persons.ts';
import {
  copyIntoLookup,
  type NewestRange,
  newestRange,
  removeLookupRows,
} from '../../adapters/engine/statements/lookup-rows.ts';
import {
  COVERS_NOTHING_US,
  deleteLookup,
  findLookup,
  type LookupRow,
  updateLookup,
} from '../../adapters/store/lookup-store.ts';
import type { LookupServices } from './lookup-services.ts';

/** Longer than any query that was planned with a lookup; within it every process has heard that it is retired. */
export const REST_MS = 3_600_000;

/** `later`: something else works on the same rows. */
export type Advance = 'more' | 'later' | 'done';

type Key = Pick<LookupRow, 'projectId' | 'number'>;

/**
 * Begins to take rows away that are not to be there: what a step that was cut off has left, or all rows of a lookup
 * that goes. Done when there are none; such a lookup is forgotten then.
 */
export async function sweepLookup(services: LookupServices, key: Key): Promise<Advance> {
  const { database, engine, observe, writeLock } = services;
  return writeLock.hold(key.projectId, async () => {
    const found = await findLookup(database.query, key);
    if (found === undefined) return 'done';
    const { projectId, number, state, coveredFromUs } = await afterRest(services, found);
    if (!(await removeLookupRows(engine, { projectId, number }, coveredFromUs))) return 'later';
    if (state !== 'dropping') return 'done';
    await deleteLookup(database.query, key);
    observe({ kind: 'lookup', outcome: 'dropped', projectId, number });
    return 'done';
  });
}

/** A retired lookup that has rested covers nothing from now on, so that the writer leaves it out. */
async function afterRest({ database, clock }: LookupServices, lookup: LookupRow): Promise<LookupRow> {
  const { state, retiredAtMs } = lookup;
  if (state !== 'retired' || clock.nowMs() - (retiredAtMs ?? 0) < REST_MS) return lookup;
  const gone = { state: 'dropping', coveredFromUs: COVERS_NOTHING_US } as const;
  await updateLookup(database.query, lookup, gone);
  return { ...lookup, ...gone };
}

/** Copies the next older events into a lookup that is built, and that has no rows but those it covers. */
export async function advanceLookup(
  { database, engine, observe, writeLock }: LookupServices,
  key: Key,
  stepRows: number,
): Promise<Advance> {
  const lookup = await findLookup(database.query, key);
  if (lookup?.state !== 'building') return 'done';
  const { projectId, coveredFromUs: beforeUs } = lookup;
  const range = await newestRange(engine, { projectId, beforeUs }, stepRows);
  return writeLock.hold(projectId, async () => {
    const current = await findLookup(database.query, key);
    if (current?.state !== 'building' || current.coveredFromUs !== beforeUs) return 'more';
    // A fold rewrites the events that were there when it began, here and in `events`. A copy between the two would
    // keep old ids.
    if (await isRewritten(engine, projectId)) return 'later';
    return copyRange({ database, engine, observe }, current, range);
  });
}

/**
 * Copies the events from a time on, and notes it. Where nothing is older, events may have come since that was asked:
 * so the last step copies whatever is there.
 */
async function copyRange(
  { database, engine, observe }: Pick<LookupServices, 'database' | 'engine' | 'observe'>,
  lookup: LookupRow,
  range: NewestRange | null,
): Promise<Advance> {
  const { projectId, number, lookedUpBy: subject, coveredFromUs: beforeUs } = lookup;
  const fromUs = range?.fromUs ?? 0;
  await copyIntoLookup(engine, { projectId, number, subject }, { fromUs, beforeUs });
  if (range === null) {
    await updateLookup(database.query, lookup, { state: 'ready', coveredFromUs: 0, eventsLeft: 0 });
    observe({ kind: 'lookup', outcome: 'ready', projectId, number });
    return 'done';
  }
  const eventsDone = lookup.eventsDone + range.events;
  await updateLookup(database.query, lookup, { coveredFromUs: fromUs, eventsDone, eventsLeft: range.left });
  return 'more';
}
