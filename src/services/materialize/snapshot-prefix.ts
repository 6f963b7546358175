import type { BuildJob } from './snapshot.ts';

/** The prefix of the objects of all snapshots. */
export const SNAPSHOTS = 'snapshots/';

/** Prefix of the objects of one build: `snapshots/<project>/<endpoint>/<build>`. */
export function snapshotPrefix({
  projectId,
  endpointId,
  buildId,
}: Pick<BuildJob, 'projectId' | 'endpointId' | 'buildId'>): string {
  return `${SNAPSHOTS}${projectId}/${endpointId}/${buildId}`;
}

const OBJECT_KEY = /^(snapshots\/\d+\/[\w-]+\/([\w-]+))\//;

/** The build that an object belongs to: `snapshots/7/e1/b1/manifest.json` → `snapshots/7/e1/b1`, `b1`. */
export function buildOfObject(
  key: string,
): { readonly objectPrefix: string; readonly buildId: string } | undefined {
  const [, objectPrefix, buildId] = OBJECT_KEY.exec(key) ?? [];
  return objectPrefix === undefined || buildId === undefined ? undefined : { objectPrefix, buildId };
}
