import { actionIdOf, lockAction } from '../adapters/store/action-store.ts';
import { listCohorts, lockCohort } from '../adapters/store/cohort-store.ts';
import type { Queryable } from '../adapters/store/database.ts';
import { AppError } from '../base/errors.ts';
import { namedCohorts, usedActions } from '../query/plan.ts';

/**
 * Locks the actions and cohorts that `value` names until the transaction that stores it ends. It was compiled with
 * those of an earlier moment, and one may have been deleted since. A later deletion sees what is stored.
 * @param attr path of `value`
 * @throws AppError invalid_value when one of them is gone
 */
export async function keepUsed(
  transaction: Queryable,
  projectId: number,
  value: unknown,
  attr: string,
): Promise<void> {
  await keepActions(transaction, projectId, value, attr);
  await keepCohorts(transaction, projectId, value, attr);
}

async function keepActions(
  transaction: Queryable,
  projectId: number,
  value: unknown,
  attr: string,
): Promise<void> {
  const { ids, names } = usedActions(value);
  for (const id of ids) {
    if ((await lockAction(transaction, projectId, id)) === undefined)
      throw gone(`action with id ${id}`, attr);
  }
  for (const name of names) {
    const id = await actionIdOf(transaction, projectId, name);
    const action = id === undefined ? undefined : await lockAction(transaction, projectId, id);
    if (action?.name !== name) throw gone(`action named ${JSON.stringify(name)}`, attr);
  }
}

async function keepCohorts(
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
    throw gone(`cohort ${JSON.stringify(cohort)}`, at);
  }
}

function gone(what: string, attr: string): AppError {
  return new AppError('invalid_value', `The project has no ${what}.`, { attr });
}
