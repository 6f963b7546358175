import { Temporal } from 'temporal-polyfill';
import { AppError, isAppError } from '../../base/errors.ts';
import type { TableName } from '../catalog/table.ts';
import { filterContext } from '../filters/filter-condition.ts';
import type { Expr } from '../language/ast.ts';
import { and } from '../language/build.ts';
import type { ProjectContext } from '../project-context.ts';
import type { RunConstraint, SharedTable } from '../run-constraint.ts';
import { propertyRowFilters, type RowFilter } from './passes/row-filter.ts';

/** Path of the filters in errors. */
const CONSTRAINT_ATTR = 'token.filters';

/**
 * The constraint of a run in one compilation. Each scan that a FROM names carries all its filters or refuses, whoever
 * wrote the FROM: a query, an expression of an insight, a cohort or an action. Nothing is covered by a join.
 */
export class ScanConstraint {
  readonly #filters: readonly RowFilter[];
  readonly #shared: readonly SharedTable[];
  /** True while the filters themselves are resolved, which may read what the query may not. */
  #isResolving = false;
  #isUsed = false;

  constructor({ filters, shared }: RunConstraint, project: ProjectContext, nowMs: number) {
    const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(project.timezone);
    const context = filterContext(project, now, { fromCaller: true });
    this.#filters = propertyRowFilters(filters, CONSTRAINT_ATTR, context);
    this.#shared = shared;
  }

  /**
   * The condition that every row of a scan of `table` meets.
   * @param resolve resolves it; its errors tell no value of a filter
   * @throws filters_not_applicable when a filter reads what the table has not
   */
  onScan<Resolved>(table: TableName, resolve: (condition: Expr) => Resolved): Resolved {
    for (const filter of this.#filters) {
      // Totals of a session are made of all its events, whoever they are of.
      if (table === 'sessions' || filter.uncarried(table) !== undefined)
        throw refused(`Rows of ${table} cannot be told apart by it.`, filter.attr);
    }
    this.#isUsed = true;
    this.#isResolving = true;
    try {
      return resolve(and(...this.#filters.map((filter) => this.#conditionOf(filter, table))));
    } catch (error) {
      if (!isAppError(error) || error.attr?.startsWith(CONSTRAINT_ATTR)) throw error;
      throw refused('It does not fit the properties of the project.', CONSTRAINT_ATTR);
    } finally {
      this.#isResolving = false;
    }
  }

  /** @throws filters_not_applicable for a table whose rows no filter can tell apart */
  refuseTable(name: string): never {
    throw refused(`Rows of ${name} cannot be told apart by it.`, CONSTRAINT_ATTR);
  }

  /**
   * Judges a read through a joined name, whose rows carry no filter.
   * @throws filters_not_applicable unless the rows of that table may be shared
   */
  readThrough(join: string): void {
    const isShared = this.#shared.some((table) =>
      table === 'person' ? join === 'person' : /^group_\d$/.test(join),
    );
    if (this.#isResolving || isShared) return;
    throw refused(`The query reads ${join}, whose rows it does not narrow.`, CONSTRAINT_ATTR);
  }

  /** @throws filters_not_applicable when no scan has carried the filters */
  requireUse(): void {
    if (!this.#isUsed) throw refused('The query reads no rows that it could narrow.', CONSTRAINT_ATTR);
  }

  #conditionOf({ condition, attr }: RowFilter, table: TableName): Expr {
    try {
      return condition(table);
    } catch (error) {
      if (!isAppError(error)) throw error;
      throw refused('It cannot be compared as it says.', attr);
    }
  }
}

function refused(detail: string, attr: string): AppError {
  return new AppError('filters_not_applicable', `A fixed filter is not applicable. ${detail}`, { attr });
}
