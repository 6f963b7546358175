import { checkCohort, cohortsOf, type ProjectContext, type StoredCohort } from '../../query/plan.ts';

/**
 * Refuses a cohort that no query could use, and one by which it or another would be named too deep or by itself.
 * @param stored all cohorts of the project
 * @throws AppError 400 codes with the path under `filters`
 */
export function checkPlannedCohort(
  cohort: StoredCohort,
  stored: readonly StoredCohort[],
  project: ProjectContext,
): void {
  if (cohort.filters === null) return;
  const planned = new Map([...stored, cohort].map((each) => [each.id, each]));
  checkCohort(cohort, planned, { ...project, cohorts: cohortsOf(planned) });
}
