import { onProject, type ProjectTask } from '../catalog/project-task.ts';
import type { DraftedVersion, VersionToDraft } from './drafted-version.ts';

/** Checks and compiles what is to become a version. */
export const draftTask: ProjectTask<VersionToDraft, DraftedVersion> = {
  name: 'draft a version',
  busyCode: 'query_capacity',
  load: async () => onProject((await import('./drafted-version.ts')).draftedVersion),
};
