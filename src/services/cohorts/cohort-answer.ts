import type { CohortRow, CohortSettings } from '../../adapters/store/cohort-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { Cohort } from '../../schema/cohort.ts';
import type { Subject } from '../record-change.ts';

/** Cohorts in the activity log. */
export const COHORT: Subject<CohortSettings & Pick<CohortRow, 'id' | 'memberCount'>> = {
  kind: 'cohort',
  show: ({ id, name, description, filters, memberCount }) => ({
    id: String(id),
    name,
    members: { name, description, filters, count: memberCount },
  }),
};

/** A cohort in its wire shape. */
export function toCohortAnswer(cohort: CohortRow): Cohort {
  return {
    id: cohort.id,
    name: cohort.name,
    description: cohort.description,
    is_static: cohort.filters === null,
    filters: cohort.filters,
    count: cohort.memberCount,
    revision: cohort.revision,
    created_at: isoTime(cohort.createdAtMs),
    updated_at: isoTime(cohort.updatedAtMs),
    created_by: { key_id: cohort.createdBy.keyId, label: cohort.createdBy.label },
  };
}
