import { AppError } from '../../../base/errors.ts';
import type { PropertyFilters } from '../../../schema/property-filter.ts';
import type { TableName } from '../../catalog/table.ts';
import { type FilterContext, filterContext } from '../../filters/filter-condition.ts';
import type { AstNode, Constant, Expr, SelectQuery, SelectStatement } from '../../language/ast.ts';
import { and } from '../../language/build.ts';
import { mapChildren } from '../../language/visit.ts';
import {
  filterPlaceholder,
  holdsPlaceholder,
  replaceDateBounds,
  type UnsetBound,
  withoutUnsetComparisons,
} from './filter-placeholders.ts';
import { type CteNames, mapSelects } from './map-selects.ts';
import { narrowPartSelects } from './narrow-part-selects.ts';
import { qualifyFields } from './qualify-fields.ts';
import { propertyRowFilters, type RowFilter } from './row-filter.ts';
import { dateConditions, notApplicable, ScanFilters } from './scan-filters.ts';
import { scansOfSelect } from './scans-of-select.ts';

/** What `{filters}` and `filters_override` mean in one run. */
export interface AppliedFilters {
  readonly lists: readonly FilterList[];
  /** Bounds of the dates, both inclusive; an absent one adds no condition. */
  readonly from?: Constant;
  readonly to?: Constant;
  /** Dates of the query itself act only where its text asks for them. */
  readonly datesFromCaller: boolean;
  /** What stands for a bound that is not set, where its comparison cannot be left out. */
  readonly unset: UnsetBound;
  readonly context: FilterContext;
}

export interface FilterList {
  readonly filters: PropertyFilters;
  /** Path of the list in the request or query. */
  readonly attr: string;
  /** Filters of the query itself act only where its text has `{filters}`. */
  readonly origin: 'query' | 'caller' | 'project';
}

/**
 * Puts filters into a statement. Filters act where the text says `{filters}` and `{filters.dateRange.…}`, else on every
 * scan that a FROM names and that can carry them. The answer is the one that the query would give if the rows that fail
 * a filter did not exist. A filter that cannot act is refused and never ignored.
 * @throws filters_not_applicable naming the filter and the table that cannot carry it; invalid_filter; missing_variable
 *   for a date that the text cannot do without
 */
export function applyFilters(ast: SelectStatement, applied: AppliedFilters): SelectStatement {
  const hasRange = holdsPlaceholder(ast, 'dateRange');
  const ranged = hasRange ? withDateBounds(ast, applied) : ast;
  if (holdsPlaceholder(ranged, 'filters')) {
    const filters = rowFilters(applied, () => true);
    return mapSelects(ranged, (select, ctes) => fillSelect(select, ctes, filters, applied));
  }
  const filters = rowFilters(applied, ({ origin }) => origin !== 'query');
  const dates = hasRange || !applied.datesFromCaller ? {} : { from: applied.from, to: applied.to };
  if (filters.length === 0 && !dates.from && !dates.to) return ranged;
  const scans = new ScanFilters(filters, {
    dates,
    advice: 'Put {filters} into the query where it is meant.',
  });
  const filtered = mapSelects(ranged, (select, ctes) => scans.narrow(select, ctes));
  scans.requireUse();
  return filtered;
}

/** The statement with the bounds of its dates in their places. */
function withDateBounds(ast: SelectStatement, applied: AppliedFilters): SelectStatement {
  return replaceDateBounds(withoutUnsetComparisons(ast, applied), applied, applied.unset);
}

/** The filters of the chosen lists; the caller's filters also narrow sub-selects in the filters of the owner. */
function rowFilters(
  { lists, context }: AppliedFilters,
  isChosen: (list: FilterList) => boolean,
): readonly RowFilter[] {
  const callers = lists.filter(({ origin }) => origin === 'caller');
  const narrowing = callers.flatMap(({ filters, attr }) =>
    propertyRowFilters(filters, attr, filterContext(context, context.now, { fromCaller: true })),
  );
  return lists.filter(isChosen).flatMap(({ filters, attr, origin }) => {
    const fromCaller = origin === 'caller';
    const placed = propertyRowFilters(filters, attr, filterContext(context, context.now, { fromCaller }));
    return fromCaller ? placed : placed.map((filter) => narrowedRowFilter(filter, narrowing));
  });
}

function narrowedRowFilter(filter: RowFilter, narrowing: readonly RowFilter[]): RowFilter {
  return { ...filter, condition: (table) => narrowPartSelects(filter.condition(table), narrowing) };
}

/** Tables that `{filters}` can stand for, in the order in which one is chosen. */
const PLACEHOLDER_TABLES: readonly TableName[] = ['events', 'sessions', 'groups'];

function fillSelect(
  select: SelectQuery,
  ctes: CteNames,
  filters: readonly RowFilter[],
  applied: AppliedFilters,
): SelectQuery {
  let condition: Expr | undefined;
  const replace = (node: AstNode): AstNode => {
    if (filterPlaceholder(node) === 'filters') {
      condition ??= placeholderCondition(select, ctes, filters, applied);
      return condition;
    }
    return node.kind === 'SelectQuery' ? node : mapChildren(node, replace);
  };
  return mapChildren(select, replace);
}

function placeholderCondition(
  select: SelectQuery,
  ctes: CteNames,
  filters: readonly RowFilter[],
  { from, to }: AppliedFilters,
): Expr {
  const scans = scansOfSelect(select, ctes).flatMap((scan) => (scan.table ? [scan] : []));
  const scan = PLACEHOLDER_TABLES.flatMap((name) => scans.find(({ table }) => table === name) ?? [])[0];
  const table = scan?.table;
  if (!scan || !table) {
    throw new AppError(
      'filters_not_applicable',
      `{filters} needs one of the tables ${PLACEHOLDER_TABLES.join(', ')} in the FROM of its SELECT.`,
    );
  }
  for (const filter of filters) {
    if (filter.uncarried(table) === undefined) continue;
    throw notApplicable(filter, table, 'Put {filters} into the query where it is meant.');
  }
  const conditions = filters.map((filter) => filter.condition(table));
  return qualifyFields(and(...conditions, ...dateConditions(table, { from, to })), scan.name, table);
}
