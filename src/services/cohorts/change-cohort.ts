import { type CohortRow, listCohorts, updateCohort } from '../../adapters/store/cohort-store.ts';
import { AppError } from '../../base/errors.ts';
import type { ProjectContext } from '../../query/plan.ts';
import type { CohortChange, SavedCohort } from '../../schema/cohort.ts';
import type { Caller } from '../caller.ts';
import { claimingName } from '../claiming-name.ts';
import { withVerdicts } from '../judge/with-verdicts.ts';
import { keepUsed } from '../keep-used.ts';
import { recordChange } from '../record-change.ts';
import { withPlanned } from '../with-planned.ts';
import { COHORT, toCohortAnswer } from './cohort-answer.ts';
import type { CohortServices, CohortTarget } from './cohort-services.ts';
import { lockExpectedCohort } from './lock-expected-cohort.ts';
import { checkPlannedCohort } from './planned-cohort.ts';

/**
 * Changes what the request names: members are replaced as a whole, absent ones stay. The change acts with the next run
 * of every endpoint that uses the cohort; no answer that was cached before is served afterwards.
 * @throws AppError not_found, precondition_failed, name_taken, breaking_change, and every 400 of a condition that no
 *   query could use; then nothing is changed
 */
export async function changeCohort(
  services: CohortServices,
  caller: Caller,
  { allowBreaking, ...target }: CohortTarget & { readonly allowBreaking: boolean },
  change: CohortChange,
): Promise<SavedCohort> {
  const { projectId } = caller;
  const project = await services.catalog.context(projectId);
  const isTold = change.filters !== undefined || change.name !== undefined;
  const planned = plannedProject(project, target.id, change);
  return withVerdicts(services, { present: project, planned, isTold, allowBreaking }, () =>
    services.database.transaction(async (transaction) => {
      const before = await lockExpectedCohort(transaction, projectId, target);
      const nowMs = services.clock.nowMs();
      checkFilters(before, change);
      const settings = {
        name: change.name ?? before.name,
        description: change.description ?? before.description,
        filters: change.filters ?? before.filters,
      };
      checkPlannedCohort({ ...before, ...settings }, await listCohorts(transaction, projectId), project);
      await keepUsed(transaction, projectId, change.filters, 'filters');
      const cohort = await claimingName('a cohort', settings.name, () =>
        updateCohort(transaction, before, settings, nowMs),
      );
      await recordChange(transaction, caller, COHORT, { before, after: cohort, nowMs });
      return toCohortAnswer(cohort);
    }),
  );
}

/** The project as it is after the change. */
function plannedProject(project: ProjectContext, id: number, change: CohortChange): ProjectContext {
  const cohort = project.cohorts?.byId.get(id);
  if (cohort === undefined) return project;
  const { name = cohort.name, filters = cohort.filters } = change;
  const planned = { ...cohort, name, filters, revision: cohort.revision + 1 };
  return { ...project, cohorts: withPlanned(project.cohorts ?? {}, planned) };
}

/** @throws AppError invalid_value for filters of a static cohort, and for filters without a condition */
function checkFilters({ filters }: CohortRow, change: CohortChange): void {
  if (change.filters === undefined) return;
  const attr = 'filters';
  if (filters === null)
    throw new AppError('invalid_value', 'A static cohort has no filters; its members are sent to /members.', {
      attr,
    });
  if (change.filters.properties.values.length === 0)
    throw new AppError('invalid_value', 'Expected filters with a condition.', { attr });
}
