import type { StoredTable } from '../table.ts';
import { text } from './column-types.ts';

/** Members of static cohorts, each by one of its distinct ids. No query names it: `IN COHORT` reads it. */
export const cohortMembersTable: StoredTable = {
  kind: 'stored',
  name: 'cohort_members',
  engineTable: 'cohort_members',
  columns: [
    {
      name: 'cohort_id',
      engineName: 'cohort_id',
      type: { kind: 'integer', nullable: false, bits: 64, signed: false },
    },
    { name: 'distinct_id', engineName: 'distinct_id', type: text },
  ],
  joins: [],
};
