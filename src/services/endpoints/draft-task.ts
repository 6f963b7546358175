import type { WorkerTask } from '../../adapters/workers/workers.ts';
import type { DraftedVersion, VersionToDraft } from './drafted-version.ts';

/** Checks and compiles what is to become a version. */
export const draftTask: WorkerTask<VersionToDraft, DraftedVersion> = {
  name: 'draft a version',
  busyCode: 'query_capacity',
  load: async () => (await import('./drafted-version.ts')).draftedVersion,
};
