import { type ProjectSettings, updateProject } from '../../adapters/store/project-store.ts';
import type { Project, ProjectChange } from '../../schema/project.ts';
import { absentProject } from './absent-project.ts';
import { toProjectAnswer } from './project-answer.ts';
import type { ProjectServices } from './project-services.ts';

/**
 * Changes the settings that `change` names. Acts with the next run, and no answer cached before is served after.
 * @throws AppError permission_denied when the project is gone
 */
export async function changeProject(
  services: Pick<ProjectServices, 'database' | 'clock'>,
  projectId: number,
  change: ProjectChange,
): Promise<Project> {
  return update(services, projectId, toSettings(change));
}

/** Replaces the capture token: the old one stops at once. */
export async function rollCaptureToken(
  services: Pick<ProjectServices, 'database' | 'clock'>,
  projectId: number,
  captureToken: string,
): Promise<Project> {
  return update(services, projectId, { captureToken });
}

async function update(
  services: Pick<ProjectServices, 'database' | 'clock'>,
  projectId: number,
  change: Partial<ProjectSettings> & { readonly captureToken?: string },
): Promise<Project> {
  const nowMs = services.clock.nowMs();
  const project = await updateProject(services.database.query, projectId, { ...change, nowMs });
  if (project === undefined) throw absentProject();
  return toProjectAnswer(project);
}

function toSettings(change: ProjectChange): Partial<ProjectSettings> {
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.timezone !== undefined && { timezone: change.timezone }),
    ...(change.week_start_day !== undefined && { weekStartDay: change.week_start_day }),
    ...(change.test_account_filters && { testAccountFilters: change.test_account_filters }),
    ...(change.path_cleaning_filters && { pathCleaningFilters: change.path_cleaning_filters }),
  };
}
