import { insertProject, nextProjectId } from '../../adapters/store/project-store.ts';
import type { Project, ProjectCreate } from '../../schema/project.ts';
import { toProjectAnswer } from './project-answer.ts';
import type { ProjectServices } from './project-services.ts';

/**
 * Makes a project with the next id. The engine is prepared first, so that a project that can be seen can be queried;
 * an id whose project was not made in the end is not used again.
 * @param captureToken a new one for each project
 */
export async function createProject(
  services: ProjectServices,
  request: ProjectCreate,
  captureToken: string,
): Promise<Project> {
  const id = await nextProjectId(services.database.query);
  await services.engine.ensureProject(id);
  const project = await insertProject(services.database.query, {
    id,
    name: request.name,
    timezone: request.timezone,
    weekStartDay: request.week_start_day,
    testAccountFilters: request.test_account_filters,
    pathCleaningFilters: request.path_cleaning_filters,
    captureToken,
    nowMs: services.clock.nowMs(),
  });
  return toProjectAnswer(project);
}
