import { deleteBelow, type ObjectStore } from '../../adapters/objects/object-store.ts';
import { findOpenBuilds, forgetBuilds } from '../../adapters/store/build-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import { findProject } from '../../adapters/store/project-store.ts';
import { forgetSnapshotChecks } from '../../adapters/store/snapshot-check-store.ts';
import {
  findRetiredSnapshots,
  findStoredPrefixes,
  forgetSnapshot,
} from '../../adapters/store/snapshot-store.ts';
import { type BuildOfObject, buildOfObject, SNAPSHOTS, snapshotPrefix } from './snapshot-prefix.ts';

interface SweepServices {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, 'list' | 'delete'>;
}

/** Deletes the objects of snapshots that were replaced or switched off before `beforeMs`. */
export async function deleteRetired({ database, objects }: SweepServices, beforeMs: number): Promise<void> {
  // More snapshots may wait than one turn finds: busy schedules retire thousands in an hour.
  for (;;) {
    const retired = await findRetiredSnapshots(database.query, beforeMs);
    if (retired.length === 0) return;
    for (const { projectId, buildId, objectPrefix } of retired) {
      await deleteBelow(objects, `${objectPrefix}/`);
      await forgetSnapshotChecks(database.query, { projectId, objectPrefix });
      // Forgotten last, so that after a crash the objects are deleted once more.
      await forgetSnapshot(database.query, projectId, buildId);
    }
  }
}

const PREFIXES_AT_ONCE = 500;

/**
 * Deletes objects that belong to no snapshot and to no build that waits or runs: the remains of builds that failed,
 * lost their lease or died. The list of objects is taken first, so it holds nothing of builds that began later.
 * @returns how many objects were deleted
 */
export async function sweepOrphans({ database, objects }: SweepServices): Promise<number> {
  const keysByPrefix = new Map<string, BuildOfObject & { readonly keys: string[] }>();
  for (const key of await objects.list(SNAPSHOTS)) {
    const build = buildOfObject(key);
    if (build === undefined) continue;
    const known = keysByPrefix.get(build.objectPrefix) ?? { ...build, keys: [] };
    known.keys.push(key);
    keysByPrefix.set(build.objectPrefix, known);
  }
  const prefixes = [...keysByPrefix.keys()];
  let deleted = 0;
  for (let start = 0; start < prefixes.length; start += PREFIXES_AT_ONCE) {
    const some = prefixes.slice(start, start + PREFIXES_AT_ONCE);
    // Builds are read before snapshots: a build that completes in between is found as a snapshot.
    const buildIds = some.flatMap((prefix) => keysByPrefix.get(prefix)?.buildId ?? []);
    const open = await findOpenBuilds(database.query, buildIds);
    const stored = await findStoredPrefixes(database.query, some);
    for (const prefix of some) {
      const build = keysByPrefix.get(prefix);
      if (build === undefined || stored.has(prefix) || open.has(build.buildId)) continue;
      for (const key of build.keys) await objects.delete(key);
      await forgetSnapshotChecks(database.query, build);
      deleted += build.keys.length;
    }
  }
  return deleted;
}

/**
 * Deletes what a build wrote for a project that was deleted meanwhile. The build may have written these objects after
 * the purge of the project listed its objects.
 */
export async function deleteOfGoneProject(
  { database, objects }: SweepServices,
  build: Parameters<typeof snapshotPrefix>[0],
): Promise<void> {
  if ((await findProject(database.query, build.projectId)) !== undefined) return;
  const objectPrefix = snapshotPrefix(build);
  await deleteBelow(objects, `${objectPrefix}/`);
  await forgetSnapshotChecks(database.query, { projectId: build.projectId, objectPrefix });
}

const KEEP_BUILDS_MS = 30 * 86_400_000;

/** Forgets builds that ended a month ago. */
export async function forgetOldBuilds({ database }: SweepServices, nowMs: number): Promise<void> {
  await forgetBuilds(database.query, nowMs - KEEP_BUILDS_MS);
}
