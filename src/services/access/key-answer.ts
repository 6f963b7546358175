import type { KeyRow } from '../../adapters/store/key-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { Key } from '../../schema/key.ts';
import { isScope } from '../catalog/principal.ts';

/** A key in its wire shape, without its secret. */
export function toKeyAnswer(key: KeyRow): Key {
  return {
    id: key.id,
    label: key.label,
    hint: key.hint,
    scopes: key.scopes.filter(isScope),
    projects: key.projectIds && [...key.projectIds],
    created_at: isoTime(key.createdAtMs),
    created_by: key.createdBy,
    expires_at: key.expiresAtMs === null ? null : isoTime(key.expiresAtMs),
    last_used_at: key.lastUsedAtMs === null ? null : isoTime(key.lastUsedAtMs),
  };
}
