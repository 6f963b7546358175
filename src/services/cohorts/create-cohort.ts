import { insertCohort, listCohorts } from '../../adapters/store/cohort-store.ts';
import type { Cohort, CohortCreate } from '../../schema/cohort.ts';
import type { Caller } from '../caller.ts';
import { claimingName } from '../claiming-name.ts';
import { keepUsed } from '../keep-used.ts';
import { recordChange } from '../record-change.ts';
import { COHORT, toCohortAnswer } from './cohort-answer.ts';
import type { CohortServices } from './cohort-services.ts';
import { checkPlannedCohort } from './planned-cohort.ts';

/** The id of a cohort that is not stored yet. */
const NEW = 0;

/**
 * Checks and stores a new cohort. A static one is empty.
 * @throws AppError name_taken, and every 400 of a condition that no query could use
 */
export async function createCohort(
  services: CohortServices,
  caller: Caller,
  { name, description, is_static, filters }: CohortCreate,
): Promise<Cohort> {
  const { projectId, author } = caller;
  const nowMs = services.clock.nowMs();
  const project = await services.catalog.context(projectId);
  const settings = { name, description, filters: is_static ? null : (filters ?? null) };
  const cohort = await claimingName('a cohort', name, () =>
    services.database.transaction(async (transaction) => {
      const stored = await listCohorts(transaction, projectId);
      checkPlannedCohort({ ...settings, id: NEW, revision: 1 }, stored, project);
      await keepUsed(transaction, projectId, settings.filters, 'filters');
      const after = await insertCohort(transaction, projectId, { ...settings, createdBy: author, nowMs });
      await recordChange(transaction, caller, COHORT, { after, nowMs });
      return after;
    }),
  );
  return toCohortAnswer(cohort);
}
