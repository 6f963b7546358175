import { type ActionRow, deleteAction } from '../../adapters/store/action-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import { listCurrentQueries } from '../../adapters/store/version-store.ts';
import { AppError } from '../../base/errors.ts';
import { usedActions } from '../../query/plan.ts';
import type { Caller } from '../caller.ts';
import { recordChange } from '../record-change.ts';
import { ACTION } from './action-answer.ts';
import type { ActionServices, ActionTarget } from './action-services.ts';
import { lockExpectedAction } from './lock-expected-action.ts';

export interface RemovalOptions extends ActionTarget {
  /** Removes it although live endpoints use it. */
  readonly force: boolean;
}

/**
 * Deletes an action for good.
 * @throws AppError not_found, precondition_failed; action_in_use with the names of the live endpoints, active or not,
 *   whose current version uses it, unless `force`
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
  const queries = await listCurrentQueries(transaction, projectId);
  const users = queries.filter(({ query }) => {
    const used = usedActions(query);
    return used.ids.has(id) || used.names.has(name);
  });
  if (users.length === 0) return;
  const endpoints = users.map(({ endpointName }) => endpointName);
  throw new AppError(
    'action_in_use',
    `The action is used by ${endpoints.join(', ')}. Change these endpoints first, or send ?force=true.`,
    { extra: { endpoints } },
  );
}
