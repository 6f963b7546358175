import { listCohorts, lockCohort } from '../adapters/store/cohort-store.ts';
import type { Queryable } from '../adapters/store/database.ts';
import { AppError } from '../base/errors.ts';
import { namedCohorts } from '../query/plan.ts';

/**
 * Locks the cohorts that `value` names until the transaction that stores it ends. It was compiled with the cohorts of
 * an earlier moment, and one may have been deleted since. A later deletion sees what is stored.
 * @param attr path of `value`
 * @throws AppError invalid_value when a cohort is gone
 */
export async function keepUsedCohorts(
  transaction: Queryable,
  projectId: number,
  value: unknown,
  attr: string,
): Promise<void> {
  const named = namedCohorts(value, attr);
  if (named.length === 0) return;
  const idOf = new Map((await listCohorts(transaction, projectId)).map(({ id, name }) => [name, id]));
  for (const { cohort, attr: at } of named) {
    const id = typeof cohort === 'number' ? cohort : idOf.get(cohort);
    if (id !== undefined && (await lockCohort(transaction, projectId, id)) !== undefined) continue;
    throw new AppError('invalid_value', `The project has no cohort ${JSON.stringify(cohort)}.`, { attr: at });
  }
}
