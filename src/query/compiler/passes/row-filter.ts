import type { PropertyFilters, StoredPropertyFilter } from '../../../schema/property-filter.ts';
import type { TableName } from '../../catalog/table.ts';
import { uncarriedFilter } from '../../filters/filter-carriers.ts';
import { type FilterContext, oneFilterCondition } from '../../filters/filter-condition.ts';
import type { Expr } from '../../language/ast.ts';

/**
 * A condition that every row must meet to exist for a query. It acts on every table that has what the condition reads.
 */
export interface RowFilter {
  /** Path in the request or query. */
  readonly attr: string;
  /**
   * What `table` lacks for the filter, such as `event filter on "plan"`; undefined when the table can carry the filter.
   */
  readonly uncarried: (table: TableName) => string | undefined;
  /** The condition on a row of a table that can carry the filter. */
  readonly condition: (table: TableName) => Expr;
}

/** One row filter for each filter of a list. @param attr path of the list */
export function propertyRowFilters(
  filters: PropertyFilters,
  attr: string,
  context: FilterContext,
): readonly RowFilter[] {
  if ('type' in filters) return [propertyRowFilter(filters, attr, context)];
  return filters.map((filter, index) => propertyRowFilter(filter, `${attr}.${index}`, context));
}

function propertyRowFilter(filter: StoredPropertyFilter, attr: string, context: FilterContext): RowFilter {
  return {
    attr,
    uncarried: (table) => {
      const found = uncarriedFilter(table, filter);
      if (found?.type === 'cohort') return `filter by cohort ${found.value}`;
      return found && `${found.type ?? 'event'} filter on "${found.key}"`;
    },
    condition: (table) => oneFilterCondition(filter, table, context, attr),
  };
}
