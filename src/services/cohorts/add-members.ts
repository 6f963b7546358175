import {
  countCohortPersons,
  countStoredMembers,
  insertCohortMembers,
} from '../../adapters/engine/statements/cohort-rows.ts';
import { type CohortRow, findCohort, updateCohort } from '../../adapters/store/cohort-store.ts';
import { findKnownDistinctIds } from '../../adapters/store/person-store.ts';
import { AppError } from '../../base/errors.ts';
import type { AddedMembers } from '../../schema/cohort.ts';
import type { Caller } from '../caller.ts';
import { underLease } from '../leases/write-lease.ts';
import { recordChange } from '../record-change.ts';
import { COHORT } from './cohort-answer.ts';
import type { CohortServices } from './cohort-services.ts';
import { absentCohort, lockExpectedCohort } from './lock-expected-cohort.ts';

/** Most distinct ids that stand in one cohort. */
const MAX_MEMBERS = 1_000_000;

/**
 * Adds persons to a static cohort by their distinct ids. Ids that no person has are reported and not kept.
 * @throws AppError not_found; invalid_value for a dynamic cohort and for more members than a cohort holds
 */
export async function addMembers(
  services: CohortServices,
  caller: Caller,
  id: number,
  distinctIds: readonly string[],
): Promise<AddedMembers> {
  const { projectId } = caller;
  return services.writeLock.hold(projectId, (lease) =>
    addUnder(underLease(lease, services), caller, { id, distinctIds }),
  );
}

async function addUnder(
  services: CohortServices,
  caller: Caller,
  { id, distinctIds }: { readonly id: number; readonly distinctIds: readonly string[] },
): Promise<AddedMembers> {
  const { projectId } = caller;
  const cohort = await staticCohort(services, projectId, id);
  const given = [...new Set(distinctIds)];
  const known = await findKnownDistinctIds(services.database.query, projectId, given);
  const persons = given.filter((distinctId) => known.has(distinctId));
  const added = await insertNew(services, cohort, persons);
  const count = await countCohortPersons(services.engine, cohort);
  // Behind the insert: an answer that was cached under the earlier revision may lack the new members.
  if (added > 0 || count !== cohort.memberCount) await recordCount(services, caller, id, count);
  return { added, count, unknown_distinct_ids: given.filter((distinctId) => !known.has(distinctId)) };
}

async function staticCohort(
  { database }: Pick<CohortServices, 'database'>,
  projectId: number,
  id: number,
): Promise<CohortRow> {
  const cohort = await findCohort(database.query, projectId, id);
  if (cohort === undefined) throw absentCohort(id);
  if (cohort.filters === null) return cohort;
  throw new AppError('invalid_value', 'Only a static cohort has a list of members; this one has filters.');
}

/** Adds what the cohort does not hold; returns how many. @throws AppError invalid_value when these are too many */
async function insertNew(
  { engine }: Pick<CohortServices, 'engine'>,
  cohort: CohortRow,
  distinctIds: readonly string[],
): Promise<number> {
  const before = await countStoredMembers(engine, cohort, distinctIds);
  const added = distinctIds.length - before.known;
  if (before.stored + added > MAX_MEMBERS) {
    const detail = `A cohort holds at most ${MAX_MEMBERS} distinct ids; this one has ${before.stored}.`;
    throw new AppError('invalid_value', detail, { attr: 'distinct_ids' });
  }
  if (added > 0) await insertCohortMembers(engine, cohort, distinctIds);
  return added;
}

async function recordCount(
  { database, clock }: Pick<CohortServices, 'database' | 'clock'>,
  caller: Caller,
  id: number,
  memberCount: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const before = await lockExpectedCohort(transaction, caller.projectId, { id });
    const nowMs = clock.nowMs();
    const after = await updateCohort(transaction, before, { memberCount }, nowMs);
    await recordChange(transaction, caller, COHORT, { before, after, nowMs });
  });
}
