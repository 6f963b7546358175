import { listProjects } from '../../adapters/store/project-store.ts';
import type { ProjectServices } from './project-services.ts';

/** Brings the projects of the store to the engine, which may be another one than they were made with. */
export async function prepareProjects(services: Pick<ProjectServices, 'database' | 'engine'>): Promise<void> {
  for (const { id } of await listProjects(services.database.query, null))
    await services.engine.ensureProject(id);
}
