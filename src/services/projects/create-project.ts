import type { Author } from '../../adapters/store/endpoint-row.ts';
import { insertProject, nextProjectId } from '../../adapters/store/project-store.ts';
import { checkCleaningFilters } from '../../query/plan.ts';
import type { Project, ProjectCreate } from '../../schema/project.ts';
import { recordChange } from '../record-change.ts';
import { PROJECT, toProjectAnswer } from './project-answer.ts';
import type { ProjectServices } from './project-services.ts';

/**
 * Makes a project with the next id. The engine is prepared first, so that a project that can be seen can be queried.
 * The id of a project whose creation fails is not used again.
 * @param made a new capture token, and the author of the project
 * @throws AppError invalid_value for replacements in paths that no query could use
 */
export async function createProject(
  services: ProjectServices,
  request: ProjectCreate,
  { captureToken, author }: { readonly captureToken: string; readonly author: Author },
): Promise<Project> {
  checkCleaningFilters(request.path_cleaning_filters);
  const id = await nextProjectId(services.database.query);
  await services.engine.ensureProject(id);
  const nowMs = services.clock.nowMs();
  return services.database.transaction(async (transaction) => {
    const project = await insertProject(transaction, {
      id,
      name: request.name,
      timezone: request.timezone,
      weekStartDay: request.week_start_day,
      testAccountFilters: request.test_account_filters,
      pathCleaningFilters: request.path_cleaning_filters,
      allowedOrigins: request.allowed_origins,
      eventRetentionDays: request.event_retention_days,
      captureToken,
      nowMs,
    });
    await recordChange(transaction, { projectId: id, author }, PROJECT, { after: project, nowMs });
    return toProjectAnswer(project);
  });
}
