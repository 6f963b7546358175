import type { ActionRow } from '../../adapters/store/action-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { Action } from '../../schema/action.ts';

/** An action in its wire shape. */
export function toActionAnswer(action: ActionRow): Action {
  return {
    id: action.id,
    name: action.name,
    description: action.description,
    steps: [...action.steps],
    revision: action.revision,
    created_at: isoTime(action.createdAtMs),
    updated_at: isoTime(action.updatedAtMs),
    created_by: { key_id: action.createdBy.keyId, label: action.createdBy.label },
  };
}
