import { lockAction } from '../../adapters/store/action-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import { AppError } from '../../base/errors.ts';
import { type StoredQuery, usedActions } from '../../query/plan.ts';

/**
 * Locks the actions that a query names until the transaction that stores it ends. The query was compiled with what the
 * project had before, and an action may have been deleted since; a deletion that comes later sees the stored query.
 * @throws AppError invalid_value when one is gone
 */
export async function keepUsedActions(
  transaction: Queryable,
  projectId: number,
  query: StoredQuery,
): Promise<void> {
  for (const id of usedActions(query)) {
    if ((await lockAction(transaction, projectId, id)) !== undefined) continue;
    throw new AppError('invalid_value', `The project has no action with id ${id}.`, { attr: 'query' });
  }
}
