import { updateAction } from '../../adapters/store/action-store.ts';
import { checkActionSteps } from '../../query/plan.ts';
import type { Action, ActionChange } from '../../schema/action.ts';
import { toActionAnswer } from './action-answer.ts';
import { claimingActionName } from './action-errors.ts';
import type { ActionCaller, ActionServices, ActionTarget } from './action-services.ts';
import { lockExpectedAction } from './lock-expected-action.ts';
import { recordActionActivity } from './record-action-activity.ts';

/**
 * Changes what the request names: members are replaced as a whole, absent ones stay. Acts with the next run of every
 * endpoint that uses the action, and no answer cached before is served after.
 * @throws AppError not_found, precondition_failed, name_taken, and every 400 of a step that no query could use; then
 *   nothing is changed
 */
export async function changeAction(
  services: ActionServices,
  caller: ActionCaller,
  target: ActionTarget,
  change: ActionChange,
): Promise<Action> {
  const { projectId } = caller;
  const project = await services.projects.context(projectId);
  return services.database.transaction(async (transaction) => {
    const before = await lockExpectedAction(transaction, projectId, target);
    if (change.steps !== undefined) checkActionSteps(change.steps, project);
    const nowMs = services.clock.nowMs();
    const settings = {
      name: change.name ?? before.name,
      description: change.description ?? before.description,
      steps: change.steps ?? before.steps,
    };
    const action = await claimingActionName(settings.name, () =>
      updateAction(transaction, projectId, before.id, { ...settings, nowMs }),
    );
    const activity = { activity: 'changed', before, after: action, nowMs } as const;
    await recordActionActivity(transaction, caller, action, activity);
    return toActionAnswer(action);
  });
}
