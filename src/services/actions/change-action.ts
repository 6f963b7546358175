import { updateAction } from '../../adapters/store/action-store.ts';
import { checkActionSteps, type ProjectContext } from '../../query/plan.ts';
import type { ActionChange, SavedAction } from '../../schema/action.ts';
import type { Caller } from '../caller.ts';
import { claimingName } from '../claiming-name.ts';
import { withVerdicts } from '../judge/with-verdicts.ts';
import { keepUsed } from '../keep-used.ts';
import { recordChange } from '../record-change.ts';
import { withPlanned } from '../with-planned.ts';
import { ACTION, toActionAnswer } from './action-answer.ts';
import type { ActionServices, ActionTarget } from './action-services.ts';
import { lockExpectedAction } from './lock-expected-action.ts';

/**
 * Changes what the request names: members are replaced as a whole, absent ones stay. The change acts with the next run
 * of every endpoint that uses the action; no answer that was cached before is served afterwards.
 * @throws AppError not_found, precondition_failed, name_taken, and every 400 of a step that no query could use; then
 *   nothing is changed
 */
export async function changeAction(
  services: ActionServices,
  caller: Caller,
  { allowBreaking, ...target }: ActionTarget & { readonly allowBreaking: boolean },
  change: ActionChange,
): Promise<SavedAction> {
  const { projectId } = caller;
  const project = await services.catalog.context(projectId);
  if (change.steps !== undefined) checkActionSteps(change.steps, project);
  const isTold = change.steps !== undefined || change.name !== undefined;
  const planned = withAction(project, target.id, change);
  return withVerdicts(services, { present: project, planned, isTold, allowBreaking }, () =>
    services.database.transaction(async (transaction) => {
      const before = await lockExpectedAction(transaction, projectId, target);
      const nowMs = services.clock.nowMs();
      const settings = {
        name: change.name ?? before.name,
        description: change.description ?? before.description,
        steps: change.steps ?? before.steps,
      };
      await keepUsed(transaction, projectId, change.steps, 'steps');
      const action = await claimingName('an action', settings.name, () =>
        updateAction(transaction, projectId, before.id, { ...settings, nowMs }),
      );
      await recordChange(transaction, caller, ACTION, { before, after: action, nowMs });
      return toActionAnswer(action);
    }),
  );
}

/** The project as it is after the change. */
function withAction(project: ProjectContext, id: number, change: ActionChange): ProjectContext {
  const action = project.actions.get(id);
  if (action === undefined) return project;
  const { name = action.name, steps = action.steps } = change;
  const planned = { ...action, name, steps, revision: action.revision + 1 };
  const { byId, idByName } = withPlanned({ byId: project.actions, idByName: project.actionIds }, planned);
  return { ...project, actions: byId, actionIds: idByName };
}
