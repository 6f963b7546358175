import { insertAction } from '../../adapters/store/action-store.ts';
import { checkActionSteps } from '../../query/plan.ts';
import type { Action, ActionCreate } from '../../schema/action.ts';
import type { Caller } from '../caller.ts';
import { claimingName } from '../claiming-name.ts';
import { keepUsed } from '../keep-used.ts';
import { recordChange } from '../record-change.ts';
import { ACTION, toActionAnswer } from './action-answer.ts';
import type { ActionServices } from './action-services.ts';

/**
 * Checks and stores a new action.
 * @throws AppError name_taken, and every 400 of a step that no query could use
 */
export async function createAction(
  services: ActionServices,
  caller: Caller,
  request: ActionCreate,
): Promise<Action> {
  const { projectId, author } = caller;
  const nowMs = services.clock.nowMs();
  checkActionSteps(request.steps, await services.catalog.context(projectId));
  const action = await claimingName('an action', request.name, () =>
    services.database.transaction(async (transaction) => {
      await keepUsed(transaction, projectId, request.steps, 'steps');
      const after = await insertAction(transaction, projectId, { ...request, createdBy: author, nowMs });
      await recordChange(transaction, caller, ACTION, { after, nowMs });
      return after;
    }),
  );
  return toActionAnswer(action);
}
