import type { StoredPropertyFilter } from '../schema/property-filter.ts';

/** Tables whose rows may be read through a joined name (`person.…`, `group_0.…`) although they hold no rows of one. */
export type SharedTable = 'person' | 'group';

/**
 * What a run may see: for the query, rows that fail a filter do not exist. The caller can neither read nor change it,
 * unlike `filters_override`, and no text of a query decides where it acts. Plain data.
 */
export interface RunConstraint {
  /** Not empty. */
  readonly filters: readonly StoredPropertyFilter[];
  readonly shared: readonly SharedTable[];
}
