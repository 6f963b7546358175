import { type ActionRow, lockAction } from '../../adapters/store/action-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import { AppError } from '../../base/errors.ts';
import { absentAction } from './action-errors.ts';
import type { ActionTarget } from './action-services.ts';

/**
 * Locks an action until the transaction ends and checks the revision that the caller expects.
 * @throws AppError not_found, precondition_failed
 */
export async function lockExpectedAction(
  transaction: Queryable,
  projectId: number,
  { id, ifRevisions }: ActionTarget,
): Promise<ActionRow> {
  const action = await lockAction(transaction, projectId, id);
  if (action === undefined) throw absentAction(id);
  if (ifRevisions === undefined || ifRevisions.has(action.revision)) return action;
  throw new AppError('precondition_failed', `The action is at revision ${action.revision} now.`, {
    attr: 'If-Match',
    extra: { revision: action.revision },
  });
}
