import { AppError } from '../../../base/errors.ts';
import type { TableName } from '../../catalog/table.ts';
import { TABLES } from '../../catalog/tables/tables.ts';
import type { Constant, Expr, JoinExpr, SelectQuery } from '../../language/ast.ts';
import { and, compare, field } from '../../language/build.ts';
import type { CteNames } from './map-selects.ts';
import type { RowFilter } from './row-filter.ts';
import { type ScanOfSelect, scansOfSelect } from './scans-of-select.ts';

/** Bounds, both inclusive; an absent one adds no condition. */
interface Dates {
  readonly from?: Constant | undefined;
  readonly to?: Constant | undefined;
}

/** Tables whose scans take the dates when no placeholder takes them and a FROM names the table. */
const DATED_TABLES: ReadonlySet<TableName> = new Set(['events', 'sessions']);

/** Filters on the scans of a statement, and which of them found one. */
export class ScanFilters {
  readonly #filters: readonly RowFilter[];
  readonly #dates: Dates;
  readonly #advice: string;
  readonly #carried = new Set<RowFilter>();
  #dated = false;

  /** @param advice what to do about a filter that a scan cannot carry */
  constructor(filters: readonly RowFilter[], options: { readonly dates?: Dates; readonly advice: string }) {
    this.#filters = filters;
    this.#dates = options.dates ?? {};
    this.#advice = options.advice;
  }

  /**
   * Puts the filters on every scan of a FROM that can carry them.
   * @throws filters_not_applicable when rows that fail a filter could still change the answer
   */
  narrow(select: SelectQuery, ctes: CteNames): SelectQuery {
    const scans = scansOfSelect(select, ctes);
    for (const filter of this.#filters) this.#requireCovered(scans, filter);
    const conditions = new Map(scans.flatMap((scan) => this.#scanCondition(scan)));
    if (!select.select_from || conditions.size === 0) return select;
    return { ...select, select_from: withScanFilters(select.select_from, conditions) };
  }

  /** @throws filters_not_applicable when a filter or the dates have found no scan at all */
  requireUse(): void {
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
  }

  #requireCovered(scans: readonly ScanOfSelect[], filter: RowFilter): void {
    const carries = (scan: ScanOfSelect) =>
      scan.table !== undefined && filter.uncarried(scan.table) === undefined;
    const isCovered =
      scans.some((scan) => scan.isKept && carries(scan)) && scans.every((scan) => !scan.isFull);
    for (const scan of scans) {
      if (carries(scan)) this.#carried.add(filter);
      if (!scan.table || filter.uncarried(scan.table) === undefined) continue;
      if (!isCovered || scan.isAnti) throw notApplicable(filter, scan.table, this.#advice);
    }
  }

  #scanCondition({ node, table }: ScanOfSelect): readonly (readonly [JoinExpr, Expr])[] {
    if (!table) return [];
    const conditions = this.#filters
      .filter((filter) => filter.uncarried(table) === undefined)
      .map((filter) => filter.condition(table));
    const dates = DATED_TABLES.has(table) ? dateConditions(table, this.#dates) : [];
    if (DATED_TABLES.has(table)) this.#dated = true;
    const all = [...conditions, ...dates];
    return all.length === 0 ? [] : [[node, all.length === 1 && all[0] ? all[0] : and(...all)]];
  }
}

/** The dates as conditions on the time column of `table`; none for a table without one. */
export function dateConditions(table: TableName, { from, to }: Dates): readonly Expr[] {
  const { timeColumn } = TABLES[table];
  if (timeColumn === undefined) return [];
  return [
    ...(from ? [compare(field(timeColumn), '>=', from)] : []),
    ...(to ? [compare(field(timeColumn), '<=', to)] : []),
  ];
}

/** The refusal of a filter that a scan of `table` cannot carry. */
export function notApplicable({ uncarried, attr }: RowFilter, table: TableName, advice: string): AppError {
  return new AppError(
    'filters_not_applicable',
    `The ${uncarried(table)} cannot narrow the rows of ${table}. ${advice}`,
    { attr },
  );
}

function withScanFilters(node: JoinExpr, conditions: ReadonlyMap<JoinExpr, Expr>): JoinExpr {
  const scan_filter = conditions.get(node);
  const next_join = node.next_join && withScanFilters(node.next_join, conditions);
  return { ...node, ...(scan_filter && { scan_filter }), ...(next_join && { next_join }) };
}
