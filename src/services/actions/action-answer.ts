import type { ActionRow, ActionSettings } from '../../adapters/store/action-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { Action } from '../../schema/action.ts';
import type { Subject } from '../record-change.ts';

/** Actions in the activity log. */
export const ACTION: Subject<ActionSettings & Pick<ActionRow, 'id'>> = {
  kind: 'action',
  show: ({ id, name, description, steps }) => ({
    id: String(id),
    name,
    members: { name, description, steps },
  }),
};

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
