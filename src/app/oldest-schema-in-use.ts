import type { SchemaStep } from '../adapters/engine/ddl/schema-steps.ts';
import type { Queryable } from '../adapters/store/database.ts';
import { listReplicaVersions } from '../adapters/store/replica-store.ts';
import { compareReleases, readRelease } from '../base/release.ts';

type ReleasedStep = Pick<SchemaStep, 'version' | 'since'>;

/**
 * The version of the engine's tables that the oldest service on the store works with. One that is away counts, because
 * it may come back: who is gone for good is given up with `sluice replicas forget`.
 * @param own the name of this service, whose row may still be that of its build before
 * @param steps those that this build knows, in order
 * @returns 0 when a service is older than all of them, or its version says nothing
 */
export async function oldestSchemaInUse(
  query: Queryable,
  own: string,
  steps: readonly ReleasedStep[],
): Promise<number> {
  const others = (await listReplicaVersions(query)).filter(({ name }) => name !== own);
  const last = steps.at(-1)?.version ?? 0;
  return Math.min(last, ...others.map(({ version }) => schemaOf(version, steps)));
}

function schemaOf(version: string, steps: readonly ReleasedStep[]): number {
  const release = readRelease(version);
  if (release === undefined) return 0;
  const known = steps.findLast(({ since }) => {
    const first = readRelease(since);
    return first !== undefined && compareReleases(first, release) <= 0;
  });
  return known?.version ?? 0;
}
