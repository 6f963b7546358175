import { type ActionRow, lockAction } from '../../adapters/store/action-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import { checkRevision } from '../check-revision.ts';
import { absentAction } from './absent-action.ts';
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
  checkRevision('action', action, ifRevisions);
  return action;
}
