import type { Queryable } from './database.ts';
import type { ImportKey, ImportRow } from './import-store.ts';
import { liveReplicaNames } from './replica-store.ts';
import { SERVER_NOW_MS } from './server-now.ts';

/** Who runs an import, and after which silence another one may. */
export interface ImportTerms {
  readonly owner: string;
  readonly leaseMs: number;
}

/**
 * Gives a running import to an owner, or prolongs what that owner has. The import as it is then; undefined when another
 * owner has it, or it has ended.
 */
export async function holdImport(
  db: Queryable,
  { projectId, id }: ImportKey,
  { owner, leaseMs }: ImportTerms,
): Promise<ImportRow | undefined> {
  return db
    .updateTable('imports')
    .set((eb) => ({ leaseOwner: owner, leaseExpiresAtMs: eb(SERVER_NOW_MS, '+', leaseMs) }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where((eb) =>
      eb.or([
        eb('leaseOwner', 'is', null),
        eb('leaseOwner', '=', owner),
        eb('leaseExpiresAtMs', '<=', SERVER_NOW_MS),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Lets others have an import. */
export async function releaseImport(
  db: Queryable,
  { projectId, id }: ImportKey,
  owner: string,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ leaseExpiresAtMs: 0 })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .execute();
}

/** Running imports of all projects that nobody has, or whose service went before it began them. Oldest first. */
export async function findFreeImports(
  db: Queryable,
): Promise<readonly (ImportRow & { readonly replica: string })[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('state', '=', 'running')
    .where((eb) =>
      eb.or([
        eb('leaseExpiresAtMs', '<=', SERVER_NOW_MS),
        eb.and([eb('leaseOwner', 'is', null), eb('replica', 'not in', liveReplicaNames(db))]),
      ]),
    )
    .orderBy('createdAtMs')
    .orderBy('id')
    .execute();
}
