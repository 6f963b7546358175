import type { Queryable } from '../../adapters/store/database.ts';
import { namesOfEndpoints } from '../../adapters/store/endpoint-store.ts';
import type { KeyRow } from '../../adapters/store/key-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { Key } from '../../schema/key.ts';
import { isScope } from '../catalog/principal.ts';

/** A key in its wire shape, without its secret. */
export async function keyAnswer(db: Queryable, key: KeyRow): Promise<Key> {
  return toKeyAnswer(key, await endpointNames(db, [key]));
}

/** As `keyAnswer`, of many at once. */
export async function keyAnswers(db: Queryable, keys: readonly KeyRow[]): Promise<readonly Key[]> {
  const names = await endpointNames(db, keys);
  return keys.map((key) => toKeyAnswer(key, names));
}

/** The names, by id, of the live endpoints that keys name; each of them has one project. */
async function endpointNames(db: Queryable, keys: readonly KeyRow[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const naming = keys.filter(({ endpointIds }) => endpointIds !== null);
  for (const [projectId, of] of Map.groupBy(naming, ({ projectIds }) => projectIds?.[0])) {
    if (projectId === undefined) continue;
    const ids = of.flatMap(({ endpointIds }) => endpointIds ?? []);
    for (const [id, name] of await namesOfEndpoints(db, projectId, ids)) names.set(id, name);
  }
  return names;
}

/** @param names of the live endpoints by id */
function toKeyAnswer(key: KeyRow, names: ReadonlyMap<string, string>): Key {
  return {
    id: key.id,
    label: key.label,
    hint: key.hint,
    scopes: key.scopes.filter(isScope),
    projects: key.projectIds && [...key.projectIds],
    endpoints: key.endpointIds?.flatMap((id) => names.get(id) ?? []) ?? null,
    created_at: isoTime(key.createdAtMs),
    created_by: key.createdBy,
    expires_at: key.expiresAtMs === null ? null : isoTime(key.expiresAtMs),
    last_used_at: key.lastUsedAtMs === null ? null : isoTime(key.lastUsedAtMs),
  };
}
