import type { Queryable } from '../../../adapters/store/database.ts';
import { namesOfEndpoints } from '../../../adapters/store/endpoint-store.ts';
import type { SigningKeyRow } from '../../../adapters/store/signing-key-store.ts';
import { isoTime } from '../../../base/iso-time.ts';
import type { SigningKey } from '../../../schema/signing-key.ts';

/** A signing key in its wire shape. */
export async function signingKeyAnswer(db: Queryable, key: SigningKeyRow): Promise<SigningKey> {
  return toAnswer(key, await namesOfEndpoints(db, key.projectId, key.endpointIds ?? []));
}

/** As `signingKeyAnswer`, of many of a project at once. */
export async function signingKeyAnswers(
  db: Queryable,
  projectId: number,
  keys: readonly SigningKeyRow[],
): Promise<readonly SigningKey[]> {
  const ids = keys.flatMap(({ endpointIds }) => endpointIds ?? []);
  const names = await namesOfEndpoints(db, projectId, ids);
  return keys.map((key) => toAnswer(key, names));
}

function toAnswer(key: SigningKeyRow, names: ReadonlyMap<string, string>): SigningKey {
  return {
    id: key.id,
    label: key.label,
    algorithm: key.algorithm,
    public_key: { ...key.publicKey },
    endpoints: key.endpointIds?.flatMap((id) => names.get(id) ?? []) ?? null,
    require: { variables: [...key.demands.variables], filters: [...key.demands.filters] },
    allow: key.ceiling,
    allow_shared: [...key.shared],
    max_ttl_seconds: key.maxTtlSeconds,
    is_active: key.isActive,
    created_at: isoTime(key.createdAtMs),
    expires_at: key.expiresAtMs === null ? null : isoTime(key.expiresAtMs),
  };
}
