import { actionIdOf, lockAction } from '../adapters/store/action-store.ts';
import type { Queryable } from '../adapters/store/database.ts';
import { AppError } from '../base/errors.ts';
import { usedActions } from '../query/plan.ts';

/**
 * Locks the actions that `value` names until the transaction that stores it ends. It was compiled with the actions of
 * an earlier moment, and one may have been deleted since. A later deletion sees what is stored.
 * @param attr path of `value`
 * @throws AppError invalid_value when an action is gone
 */
export async function keepUsedActions(
  transaction: Queryable,
  projectId: number,
  value: unknown,
  attr: string,
): Promise<void> {
  const { ids, names } = usedActions(value);
  for (const id of ids) {
    if ((await lockAction(transaction, projectId, id)) === undefined) throw gone(`with id ${id}`, attr);
  }
  for (const name of names) {
    const id = await actionIdOf(transaction, projectId, name);
    const action = id === undefined ? undefined : await lockAction(transaction, projectId, id);
    if (action?.name !== name) throw gone(`named ${JSON.stringify(name)}`, attr);
  }
}

function gone(which: string, attr: string): AppError {
  return new AppError('invalid_value', `The project has no action ${which}.`, { attr });
}
