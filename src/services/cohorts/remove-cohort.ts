import { setImmediate as nextTurn } from 'node:timers/promises';
import { deleteCohortMembers } from '../../adapters/engine/statements/cohort-rows.ts';
import { listActions } from '../../adapters/store/action-store.ts';
import { type CohortRow, deleteCohort, listCohorts } from '../../adapters/store/cohort-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import { findProject } from '../../adapters/store/project-store.ts';
import { listCurrentQueries } from '../../adapters/store/version-store.ts';
import { AppError } from '../../base/errors.ts';
import { namedCohorts, namesCohort } from '../../query/plan.ts';
import type { Caller } from '../caller.ts';
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
    refuseUsed(await usersOf(transaction, cohort));
    await deleteCohort(transaction, projectId, cohort.id);
    const nowMs = services.clock.nowMs();
    await recordChange(transaction, caller, COHORT, { before: cohort, nowMs });
    return cohort;
  });
  if (removed.filters === null) await deleteCohortMembers(services.engine, removed);
}

/** Names of what uses a cohort. */
interface Users {
  readonly endpoints: readonly string[];
  readonly cohorts: readonly string[];
  readonly actions: readonly string[];
  readonly isTestAccountFilter: boolean;
}

async function usersOf(db: Queryable, cohort: CohortRow): Promise<Users> {
  const { projectId } = cohort;
  const isNamed = (value: unknown): boolean => namesCohort(namedCohorts(value, ''), cohort);
  const endpoints: string[] = [];
  for (const { query, endpointName } of await listCurrentQueries(db, projectId)) {
    if (isNamed(query)) endpoints.push(endpointName);
    // A text that has the word in it is parsed, and there may be thousands of them.
    await nextTurn();
  }
  const cohorts = await listCohorts(db, projectId);
  const actions = await listActions(db, projectId);
  const project = await findProject(db, projectId);
  return {
    endpoints,
    cohorts: cohorts.filter(({ filters }) => isNamed(filters)).map(({ name }) => name),
    actions: actions.filter(({ steps }) => isNamed(steps)).map(({ name }) => name),
    isTestAccountFilter: isNamed(project?.testAccountFilters),
  };
}

function refuseUsed({ endpoints, cohorts, actions, isTestAccountFilter }: Users): void {
  const users = [
    ...(endpoints.length === 0 ? [] : [`the endpoints ${endpoints.join(', ')}`]),
    ...(cohorts.length === 0 ? [] : [`the cohorts ${cohorts.join(', ')}`]),
    ...(actions.length === 0 ? [] : [`the actions ${actions.join(', ')}`]),
    ...(isTestAccountFilter ? ['the test-account filters of the project'] : []),
  ];
  if (users.length === 0) return;
  throw new AppError('cohort_in_use', `The cohort is used by ${users.join('; ')}. Change these first.`, {
    extra: { endpoints, cohorts, actions },
  });
}
