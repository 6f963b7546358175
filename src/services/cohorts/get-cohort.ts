import { findCohort, listCohortPage } from '../../adapters/store/cohort-store.ts';
import type { Cohort } from '../../schema/cohort.ts';
import type { Page, Paging } from '../../schema/page.ts';
import { toCohortAnswer } from './cohort-answer.ts';
import type { CohortServices } from './cohort-services.ts';
import { absentCohort } from './lock-expected-cohort.ts';

/** A cohort of the project. @throws AppError not_found, also for a cohort of another project */
export async function getCohort(
  services: Pick<CohortServices, 'database'>,
  projectId: number,
  id: number,
): Promise<Cohort> {
  const cohort = await findCohort(services.database.query, projectId, id);
  if (cohort === undefined) throw absentCohort(id);
  return toCohortAnswer(cohort);
}

/** Cohorts of the project, newest first. */
export async function listCohorts(
  services: Pick<CohortServices, 'database'>,
  projectId: number,
  paging: Paging,
): Promise<Page<Cohort>> {
  const { count, results: cohorts } = await listCohortPage(services.database.query, projectId, paging);
  return { count, results: cohorts.map(toCohortAnswer) };
}
