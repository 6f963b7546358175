import { isRewritten } from '../../adapters/engine/statements/fold-persons.ts';
import {
  copyIntoLookup,
  type NewestRange,
  newestRange,
  removeLookupRows,
} from '../../adapters/engine/statements/lookup-rows.ts';
import {
  COVERS_NOTHING_US,
  changeLookup,
  deleteLookup,
  findLookup,
  type LookupChange,
  type LookupRow,
} from '../../adapters/store/lookup-store.ts';
import { newRandomUuid } from '../../base/ids.ts';
import { underLease } from '../leases/write-lease.ts';
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
  return services.writeLock.hold(key.projectId, async (lease) => {
    const held = underLease(lease, services);
    const found = await findLookup(held.database.query, key);
    return found === undefined ? 'done' : sweep(held, await afterRest(held, found));
  });
}

async function sweep(
  { database, engine, observe }: LookupServices,
  lookup: LookupRow,
): Promise<'later' | 'done'> {
  const { projectId, number, state, coveredFromUs, copying } = lookup;
  if (!(await removeLookupRows(engine, { projectId, number }, coveredFromUs))) return 'later';
  if (state === 'dropping') {
    await deleteLookup(database.query, lookup);
    observe({ kind: 'lookup', outcome: 'dropped', projectId, number });
  } else if (copying !== null) await changeLookup(database.query, lookup, { copying: null });
  return 'done';
}

/** A retired lookup that has rested covers nothing from now on, so that the writer leaves it out. */
async function afterRest({ database, clock }: LookupServices, lookup: LookupRow): Promise<LookupRow> {
  const { state, retiredAtMs } = lookup;
  if (state !== 'retired' || clock.nowMs() - (retiredAtMs ?? 0) < REST_MS) return lookup;
  const gone = { state: 'dropping', coveredFromUs: COVERS_NOTHING_US } as const;
  // One that came back into use meanwhile stays.
  return (await changeLookup(database.query, lookup, gone)) ? { ...lookup, ...gone } : lookup;
}

/** Copies the next older events into a lookup that is built, and that has no rows but those it covers. */
export async function advanceLookup(services: LookupServices, key: Key, stepRows: number): Promise<Advance> {
  const { database, engine, writeLock } = services;
  const lookup = await findLookup(database.query, key);
  if (lookup?.state !== 'building') return 'done';
  const { projectId, coveredFromUs: beforeUs } = lookup;
  const range = await newestRange(engine, { projectId, beforeUs }, stepRows);
  return writeLock.hold(projectId, async (lease) => {
    const held = underLease(lease, services);
    const current = await findLookup(database.query, key);
    if (current?.state !== 'building' || current.coveredFromUs !== beforeUs) return 'more';
    // A process that has gone, or has lost the lock, may have copied some.
    if (current.copying !== null) return (await sweep(held, current)) === 'later' ? 'later' : 'more';
    // A fold rewrites the events that were there when it began, here and in `events`. A copy between the two would
    // keep old ids.
    if (await isRewritten(engine, projectId)) return 'later';
    return copyRange(held, current, range);
  });
}

/**
 * Copies the events from a time on, and notes it, unless another process has taken the step over meanwhile: what was
 * copied is swept then. Where nothing is older, events may have come since that was asked: so the last step copies
 * whatever is there.
 */
async function copyRange(
  { database, engine, observe }: LookupServices,
  lookup: LookupRow,
  range: NewestRange | null,
): Promise<Advance> {
  const { projectId, number, lookedUpBy: subject, coveredFromUs: beforeUs } = lookup;
  const begun = { ...lookup, copying: newRandomUuid() };
  if (!(await changeLookup(database.query, lookup, { copying: begun.copying }))) return 'more';
  const fromUs = range?.fromUs ?? 0;
  await copyIntoLookup(engine, { projectId, number, subject }, { fromUs, beforeUs });
  const isWhole = await changeLookup(database.query, begun, { ...progressOf(range), copying: null });
  if (range !== null || !isWhole) return 'more';
  observe({ kind: 'lookup', outcome: 'ready', projectId, number });
  return 'done';
}

/** Counted anew at each step: events come and go while a lookup is built. */
function progressOf(range: NewestRange | null): LookupChange {
  if (range === null) return { state: 'ready', coveredFromUs: 0, eventsLeft: 0 };
  const { fromUs: coveredFromUs, events, left: eventsLeft, newer } = range;
  return { coveredFromUs, eventsDone: newer + events, eventsLeft };
}
