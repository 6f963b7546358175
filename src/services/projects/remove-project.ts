import type { Database } from '../../adapters/store/database.ts';
import { removeProjectFromKeys } from '../../adapters/store/key-store.ts';
import { deleteProject, lockProject } from '../../adapters/store/project-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { Caller } from '../caller.ts';
import { absentProject } from '../catalog/principal.ts';
import { recordChange } from '../record-change.ts';
import { PROJECT } from './project-answer.ts';

export interface RemovalServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly projectPurger: { start(): void };
}

/**
 * Deletes a project for good: it answers nobody any more, its capture token is dead, and keys that were bound only to
 * it are gone. Its data is removed behind the answer.
 * @throws AppError permission_denied when the project is gone already
 */
export async function removeProject(services: RemovalServices, { projectId, author }: Caller): Promise<void> {
  const nowMs = services.clock.nowMs();
  await services.database.transaction(async (transaction) => {
    const project = await lockProject(transaction, projectId);
    if (project === undefined || !(await deleteProject(transaction, projectId, nowMs))) throw absentProject();
    await removeProjectFromKeys(transaction, projectId);
    // Recorded in the general log, because the log of the project goes with the project.
    await recordChange(transaction, { projectId: null, author }, PROJECT, { before: project, nowMs });
  });
  services.projectPurger.start();
}
