import { AppError } from '../../../base/errors.ts';
import type {
  PropertyFilter,
  PropertyFilters,
  StoredPropertyFilter,
} from '../../../schema/property-filter.ts';
import type { TableName } from '../../catalog/table.ts';
import { TABLES } from '../../catalog/tables/tables.ts';
import { uncarriedFilter } from '../../filters/filter-carriers.ts';
import { type FilterContext, oneFilterCondition } from '../../filters/property-filter.ts';
import type { AstNode, Constant, Expr, JoinExpr, SelectQuery, SelectStatement } from '../../language/ast.ts';
import { and, compare, field } from '../../language/build.ts';
import { mapChildren } from '../../language/child-keys.ts';
import { type ScanOfSelect, scansOfSelect } from './filter-coverage.ts';
import { filterPlaceholder, holdsPlaceholder, replaceDateBounds } from './filter-placeholders.ts';
import { type CteNames, mapSelects } from './map-selects.ts';
import { qualifyFields } from './qualify-fields.ts';

/** What `{filters}` and `filters_override` mean in one run. */
export interface AppliedFilters {
  readonly lists: readonly FilterList[];
  /** Bounds of the dates, both inclusive; an absent one adds no condition. */
  readonly from?: Constant;
  readonly to?: Constant;
  /** Dates of the query itself act only where its text asks for them. */
  readonly datesFromCaller: boolean;
  readonly context: FilterContext;
}

export interface FilterList {
  readonly filters: PropertyFilters;
  /** Path of the list in the request or query. */
  readonly attr: string;
  /** Filters of the query itself act only where its text has `{filters}`. */
  readonly origin: 'query' | 'caller' | 'project';
}

interface PlacedFilter {
  readonly filter: StoredPropertyFilter;
  readonly attr: string;
  readonly fromCaller: boolean;
}

/**
 * Puts filters into a statement: where its text says `{filters}` and `{filters.dateRange.…}`, else on every scan that a
 * FROM names and that can carry them, so that the answer is the one that the query would give if the rows that fail did
 * not exist. Never a silent no-op.
 * @throws filters_not_applicable naming the filter and the table that cannot carry it; invalid_filter
 */
export function applyFilters(ast: SelectStatement, applied: AppliedFilters): SelectStatement {
  const hasRange = holdsPlaceholder(ast, 'dateRange');
  const ranged = hasRange ? replaceDateBounds(ast, applied) : ast;
  if (holdsPlaceholder(ranged, 'filters')) {
    return fillPlaceholders(ranged, applied.lists.flatMap(placedFilters), applied);
  }
  const filters = applied.lists.filter((list) => list.origin !== 'query').flatMap(placedFilters);
  const dates = hasRange || !applied.datesFromCaller ? {} : { from: applied.from, to: applied.to };
  if (filters.length === 0 && !dates.from && !dates.to) return ranged;
  return new ScanFilters(filters, dates, applied.context).apply(ranged);
}

function placedFilters({ filters, attr, origin }: FilterList): readonly PlacedFilter[] {
  const fromCaller = origin === 'caller';
  if ('type' in filters) return [{ filter: filters, attr, fromCaller }];
  return filters.map((filter, index) => ({ filter, attr: `${attr}.${index}`, fromCaller }));
}

/** Tables that `{filters}` can stand for, in the order in which one is chosen. */
const PLACEHOLDER_TABLES: readonly TableName[] = ['events', 'sessions', 'groups'];

function fillPlaceholders(
  ast: SelectStatement,
  filters: readonly PlacedFilter[],
  applied: AppliedFilters,
): SelectStatement {
  return mapSelects(ast, (select, ctes) => fillSelect(select, ctes, filters, applied));
}

function fillSelect(
  select: SelectQuery,
  ctes: CteNames,
  filters: readonly PlacedFilter[],
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
  filters: readonly PlacedFilter[],
  { from, to, context }: AppliedFilters,
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
  for (const { filter, attr } of filters) {
    const uncarried = uncarriedFilter(table, filter);
    if (uncarried) throw notApplicable(uncarried, table, attr);
  }
  const conditions = filters.map(({ filter, attr, fromCaller }) =>
    oneFilterCondition(filter, table, { ...context, fromCaller }, attr),
  );
  return qualifyFields(and(...conditions, ...dateConditions(table, { from, to })), scan.name, table);
}

interface Dates {
  readonly from?: Constant | undefined;
  readonly to?: Constant | undefined;
}

function dateConditions(table: TableName, { from, to }: Dates): readonly Expr[] {
  const { timeColumn } = TABLES[table];
  if (timeColumn === undefined) return [];
  return [
    ...(from ? [compare(field(timeColumn), '>=', from)] : []),
    ...(to ? [compare(field(timeColumn), '<=', to)] : []),
  ];
}

/** Tables whose named scans take dates when no placeholder does. */
const DATED_TABLES: ReadonlySet<TableName> = new Set(['events', 'sessions']);

/** Filters on the scans of a statement, and which of them found one. */
class ScanFilters {
  readonly #filters: readonly PlacedFilter[];
  readonly #dates: Dates;
  readonly #context: FilterContext;
  readonly #carried = new Set<PlacedFilter>();
  #dated = false;

  constructor(filters: readonly PlacedFilter[], dates: Dates, context: FilterContext) {
    this.#filters = filters;
    this.#dates = dates;
    this.#context = context;
  }

  apply(ast: SelectStatement): SelectStatement {
    const filtered = mapSelects(ast, (select, ctes) => this.#filterSelect(select, ctes));
    const lost = this.#filters.find((filter) => !this.#carried.has(filter));
    if (lost) {
      throw new AppError('filters_not_applicable', 'The query names no table that can carry this filter.', {
        attr: lost.attr,
      });
    }
    if ((this.#dates.from || this.#dates.to) && !this.#dated) {
      throw new AppError('filters_not_applicable', 'The query names no table with a time for the dates.', {
        attr: this.#dates.from ? 'filters_override.date_from' : 'filters_override.date_to',
      });
    }
    return filtered;
  }

  #filterSelect(select: SelectQuery, ctes: CteNames): SelectQuery {
    const scans = scansOfSelect(select, ctes);
    for (const placed of this.#filters) this.#requireCovered(scans, placed);
    const conditions = new Map(scans.flatMap((scan) => this.#scanCondition(scan)));
    if (!select.select_from || conditions.size === 0) return select;
    return { ...select, select_from: withScanFilters(select.select_from, conditions) };
  }

  /** @throws filters_not_applicable when rows that fail the filter could still change the answer */
  #requireCovered(scans: readonly ScanOfSelect[], placed: PlacedFilter): void {
    const carries = (scan: ScanOfSelect) =>
      scan.table !== undefined && uncarriedFilter(scan.table, placed.filter) === undefined;
    const isCovered =
      scans.some((scan) => scan.isKept && carries(scan)) && scans.every((scan) => !scan.isFull);
    for (const scan of scans) {
      if (carries(scan)) this.#carried.add(placed);
      const uncarried = scan.table && uncarriedFilter(scan.table, placed.filter);
      if (!scan.table || !uncarried) continue;
      if (!isCovered || scan.isAnti) throw notApplicable(uncarried, scan.table, placed.attr);
    }
  }

  #scanCondition({ node, table }: ScanOfSelect): readonly (readonly [JoinExpr, Expr])[] {
    if (!table) return [];
    const conditions = this.#filters
      .filter(({ filter }) => uncarriedFilter(table, filter) === undefined)
      .map(({ filter, attr, fromCaller }) =>
        oneFilterCondition(filter, table, { ...this.#context, fromCaller }, attr),
      );
    const dates = DATED_TABLES.has(table) ? dateConditions(table, this.#dates) : [];
    if (DATED_TABLES.has(table)) this.#dated = true;
    const all = [...conditions, ...dates];
    return all.length === 0 ? [] : [[node, all.length === 1 && all[0] ? all[0] : and(...all)]];
  }
}

function withScanFilters(node: JoinExpr, conditions: ReadonlyMap<JoinExpr, Expr>): JoinExpr {
  const scan_filter = conditions.get(node);
  const next_join = node.next_join && withScanFilters(node.next_join, conditions);
  return { ...node, ...(scan_filter && { scan_filter }), ...(next_join && { next_join }) };
}

function notApplicable(filter: PropertyFilter, table: TableName, attr: string): AppError {
  const type = filter.type ?? 'event';
  return new AppError(
    'filters_not_applicable',
    `The ${type} filter on "${filter.key}" cannot narrow the rows of ${table}. Put {filters} into the query where it is meant.`,
    { attr },
  );
}
