import { findProject, listProjects as listStoredProjects } from '../../adapters/store/project-store.ts';
import type { Project } from '../../schema/project.ts';
import { absentProject } from '../catalog/principal.ts';
import { toProjectAnswer } from './project-answer.ts';
import type { ProjectServices } from './project-services.ts';

/**
 * A live project.
 * @throws AppError permission_denied when it was deleted meanwhile, as for every absent project
 */
export async function getProject(
  services: Pick<ProjectServices, 'database'>,
  projectId: number,
): Promise<Project> {
  const project = await findProject(services.database.query, projectId);
  if (project === undefined) throw absentProject();
  return toProjectAnswer(project);
}

/** The live projects by id. `projectIds` null = all. */
export async function listProjects(
  services: Pick<ProjectServices, 'database'>,
  projectIds: readonly number[] | null,
): Promise<readonly Project[]> {
  return (await listStoredProjects(services.database.query, projectIds)).map(toProjectAnswer);
}
