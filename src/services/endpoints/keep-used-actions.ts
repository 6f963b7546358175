import { actionIdOf, lockAction } from '../../adapters/store/action-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import { AppError } from '../../base/errors.ts';
import { type StoredQuery, usedActions } from '../../query/plan.ts';

/**
 * Locks the actions that a query names until the transaction that stores the query ends. The query was compiled with
 * the actions of an earlier moment, and one may have been deleted since. A later deletion sees the stored query.
 * @throws AppError invalid_value when an action is gone
 */
export async function keepUsedActions(
  transaction: Queryable,
  projectId: number,
  query: StoredQuery,
): Promise<void> {
  const { ids, names } = usedActions(query);
  for (const id of ids) {
    if ((await lockAction(transaction, projectId, id)) === undefined) throw gone(`with id ${id}`);
  }
  for (const name of names) {
    const id = await actionIdOf(transaction, projectId, name);
    const action = id === undefined ? undefined : await lockAction(transaction, projectId, id);
    if (action?.name !== name) throw gone(`named ${JSON.stringify(name)}`);
  }
}

function gone(which: string): AppError {
  return new AppError('invalid_value', `The project has no action ${which}.`, { attr: 'query' });
}
