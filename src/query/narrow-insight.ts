import type { TableName } from './catalog/table.ts';
import { narrowPartSelects } from './compiler/passes/narrow-part-selects.ts';
import { propertyRowFilters, type RowFilter } from './compiler/passes/row-filter.ts';
import { carriesType } from './filters/filter-carriers.ts';
import { breakdownText } from './insights/breakdown-text.ts';
import { filterContextOf, type InsightContext } from './insights/insight-context.ts';
import type { InsightVariables } from './insights/insight-variables.ts';
import type { SelectStatement } from './language/ast.ts';
import { and, compare, constant, field } from './language/build.ts';

/**
 * A statement of an insight in which the property filters of a run, and the breakdown values that it asks for, hold on
 * the scans of sub-selects too. The insight puts them on its own scans; those inside expressions of the query, of
 * actions and of test-account filters are found here. Dates and test-account filters replace members of the query and
 * so do not reach them.
 * @throws filters_not_applicable
 */
export function narrowInsight(statement: SelectStatement, context: InsightContext): SelectStatement {
  const { callerFilters, breakdownValues } = context;
  const caller = filterContextOf(context, true);
  return narrowPartSelects(statement, [
    ...propertyRowFilters(callerFilters, 'filters_override.properties', caller),
    ...breakdownValues.map((wanted) => breakdownRowFilter(wanted, context)),
  ]);
}

function breakdownRowFilter(
  { part, value }: InsightVariables['breakdownValues'][number],
  context: InsightContext,
): RowFilter {
  return {
    attr: `variables.${part.property}`,
    uncarried: (table) => (carriesType(table, part.type) ? undefined : `breakdown by "${part.property}"`),
    condition: (table: TableName) => {
      const isWanted = compare(breakdownText(part, context, table), '==', constant(value));
      if (table !== 'groups') return isWanted;
      return and(compare(field('index'), '==', constant(part.groupTypeIndex)), isWanted);
    },
  };
}
