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
 * A statement of an insight whose sub-selects too are narrowed by the property filters of a run and by the breakdown
 * values that the run asks for. An insight narrows its own scans itself; here the scans inside expressions of the
 * query, of actions and of test-account filters are narrowed. Dates and test-account filters of a run replace members
 * of the query and so do not reach sub-selects.
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
