import { type CohortRow, lockCohort } from '../../adapters/store/cohort-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import { AppError } from '../../base/errors.ts';
import { checkRevision } from '../check-revision.ts';
import type { CohortTarget } from './cohort-services.ts';

export function absentCohort(id: number): AppError {
  return new AppError('not_found', `There is no cohort ${id}.`);
}

/**
 * Locks a cohort until the transaction ends and checks the revision that the caller expects.
 * @throws AppError not_found, precondition_failed
 */
export async function lockExpectedCohort(
  transaction: Queryable,
  projectId: number,
  { id, ifRevisions }: CohortTarget,
): Promise<CohortRow> {
  const cohort = await lockCohort(transaction, projectId, id);
  if (cohort === undefined) throw absentCohort(id);
  checkRevision('cohort', cohort, ifRevisions);
  return cohort;
}
