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

const OBJECT_KEY = /^(snapshots\/(\d+)\/[\w-]+\/([\w-]+))\//;

/** A build by its objects. */
export interface BuildOfObject {
  readonly projectId: number;
  readonly objectPrefix: string;
  readonly buildId: string;
}

/** The build that an object belongs to: `snapshots/7/e1/b1/manifest.json` → 7, `snapshots/7/e1/b1`, `b1`. */
export function buildOfObject(key: string): BuildOfObject | undefined {
  const [, objectPrefix, project, buildId] = OBJECT_KEY.exec(key) ?? [];
  if (objectPrefix === undefined || buildId === undefined) return undefined;
  return { projectId: Number(project), objectPrefix, buildId };
}
