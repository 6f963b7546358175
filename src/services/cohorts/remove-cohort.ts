import { deleteCohortMembers } from '../../adapters/engine/statements/cohort-rows.ts';
import { deleteCohort } from '../../adapters/store/cohort-store.ts';
import { AppError } from '../../base/errors.ts';
import { namedCohorts, namesCohort } from '../../query/plan.ts';
import type { Caller } from '../caller.ts';
import { findUsers, type Users, usersInWords } from '../find-users.ts';
import { recordChange } from '../record-change.ts';
import { COHORT } from './cohort-answer.ts';
import type { CohortServices, CohortTarget } from './cohort-services.ts';
import { lockExpectedCohort } from './lock-expected-cohort.ts';

/**
 * Deletes a cohort for good, and its members.
 * @throws AppError not_found, precondition_failed; cohort_in_use with what names it
 */
export async function removeCohort(
  services: Pick<CohortServices, 'database' | 'engine' | 'clock'>,
  caller: Caller,
  target: CohortTarget,
): Promise<void> {
  const { projectId } = caller;
  const removed = await services.database.transaction(async (transaction) => {
    const cohort = await lockExpectedCohort(transaction, projectId, target);
    const isNamed = (value: unknown): boolean => namesCohort(namedCohorts(value, ''), cohort);
    refuseUsed(await findUsers(transaction, projectId, isNamed));
    await deleteCohort(transaction, projectId, cohort.id);
    const nowMs = services.clock.nowMs();
    await recordChange(transaction, caller, COHORT, { before: cohort, nowMs });
    return cohort;
  });
  if (removed.filters === null) await deleteCohortMembers(services.engine, removed);
}

function refuseUsed(users: Users): void {
  const words = usersInWords(users);
  if (words === undefined) return;
  const { endpoints, cohorts, actions } = users;
  throw new AppError('cohort_in_use', `The cohort is used by ${words}. Change these first.`, {
    extra: { endpoints, cohorts, actions },
  });
}
