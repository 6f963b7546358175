import { listActionPage } from '../../adapters/store/action-store.ts';
import type { Action } from '../../schema/action.ts';
import type { Page, Paging } from '../../schema/page.ts';
import { toActionAnswer } from './action-answer.ts';
import type { ActionServices } from './action-services.ts';

/** Actions of the project, newest first. */
export async function listActions(
  services: Pick<ActionServices, 'database'>,
  projectId: number,
  paging: Paging,
): Promise<Page<Action>> {
  const { count, actions } = await listActionPage(services.database.query, projectId, paging);
  return { count, results: actions.map(toActionAnswer) };
}
