import type { CohortFilters } from '../../../schema/cohort-filters.ts';
import type { AuthorColumns } from './endpoint-tables.ts';

/** A stored, named list of persons. */
export interface CohortTable extends AuthorColumns {
  /** Never given twice in the store, in no project. */
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly description: string;
  /** Who belongs to it; null = it is static, and its members stand in the engine. */
  readonly filters: CohortFilters | null;
  /** Persons of a static cohort when members were added last; null = it is dynamic. */
  readonly memberCount: number | null;
  /** Grows by one with every change, also of the members. */
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
