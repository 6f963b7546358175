import { insertAction } from '../../adapters/store/action-store.ts';
import { checkActionSteps } from '../../query/plan.ts';
import type { Action, ActionCreate } from '../../schema/action.ts';
import { toActionAnswer } from './action-answer.ts';
import { claimingActionName } from './action-errors.ts';
import type { ActionCaller, ActionServices } from './action-services.ts';

/**
 * Checks and stores a new action.
 * @throws AppError name_taken, and every 400 of a step that no query could use
 */
export async function createAction(
  services: ActionServices,
  { projectId, author }: ActionCaller,
  request: ActionCreate,
): Promise<Action> {
  checkActionSteps(request.steps, await services.projects.context(projectId));
  const action = await claimingActionName(request.name, () =>
    services.database.transaction((transaction) =>
      insertAction(transaction, projectId, {
        ...request,
        createdBy: author,
        nowMs: services.clock.nowMs(),
      }),
    ),
  );
  return toActionAnswer(action);
}
