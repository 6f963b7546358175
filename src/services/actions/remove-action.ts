import { type ActionRow, deleteAction } from '../../adapters/store/action-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import { AppError } from '../../base/errors.ts';
import { usedActions } from '../../query/plan.ts';
import type { Caller } from '../caller.ts';
import { findUsers, usersInWords } from '../find-users.ts';
import { recordChange } from '../record-change.ts';
import { ACTION } from './action-answer.ts';
import type { ActionServices, ActionTarget } from './action-services.ts';
import { lockExpectedAction } from './lock-expected-action.ts';

export interface RemovalOptions extends ActionTarget {
  /** Removes it although something uses it. */
  readonly force: boolean;
}

/**
 * Deletes an action for good.
 * @throws AppError not_found, precondition_failed; action_in_use with what uses it, such as the live endpoints, active
 *   or not, whose current version does, unless `force`
 */
export async function removeAction(
  services: Pick<ActionServices, 'database' | 'clock'>,
  caller: Caller,
  options: RemovalOptions,
): Promise<void> {
  const { projectId } = caller;
  await services.database.transaction(async (transaction) => {
    const action = await lockExpectedAction(transaction, projectId, options);
    if (!options.force) await refuseUsed(transaction, projectId, action);
    await deleteAction(transaction, projectId, action.id);
    const nowMs = services.clock.nowMs();
    await recordChange(transaction, caller, ACTION, { before: action, nowMs });
  });
}

async function refuseUsed(
  transaction: Queryable,
  projectId: number,
  { id, name }: Pick<ActionRow, 'id' | 'name'>,
): Promise<void> {
  const users = await findUsers(transaction, projectId, (value) => {
    const { ids, names } = usedActions(value);
    return ids.has(id) || names.has(name);
  });
  const words = usersInWords(users);
  if (words === undefined) return;
  const { endpoints, cohorts } = users;
  throw new AppError(
    'action_in_use',
    `The action is used by ${words}. Change these first, or send ?force=true.`,
    { extra: { endpoints, cohorts } },
  );
}
