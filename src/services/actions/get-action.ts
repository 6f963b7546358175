import { findAction, listActionPage } from '../../adapters/store/action-store.ts';
import type { Action } from '../../schema/action.ts';
import type { Page, Paging } from '../../schema/page.ts';
import { absentAction } from './absent-action.ts';
import { toActionAnswer } from './action-answer.ts';
import type { ActionServices } from './action-services.ts';

/** An action of the project. @throws AppError not_found, also for an action of another project */
export async function getAction(
  services: Pick<ActionServices, 'database'>,
  projectId: number,
  id: number,
): Promise<Action> {
  const action = await findAction(services.database.query, projectId, id);
  if (action === undefined) throw absentAction(id);
  return toActionAnswer(action);
}

/** Actions of the project, newest first. */
export async function listActions(
  services: Pick<ActionServices, 'database'>,
  projectId: number,
  paging: Paging,
): Promise<Page<Action>> {
  const { count, results: actions } = await listActionPage(services.database.query, projectId, paging);
  return { count, results: actions.map(toActionAnswer) };
}
