import { Temporal } from 'temporal-polyfill';
import { AppError } from '../base/errors.ts';
import { checkShape } from '../schema/check-shape.ts';
import { checkFiltersOverride, type FiltersOverride } from '../schema/filters-override.ts';
import { type StoredSqlFilters, sqlFiltersSchema } from '../schema/sql-query.ts';
import type { AppliedFilters, FilterList } from './compiler/passes/apply-filters.ts';
import { filterContext } from './filters/filter-condition.ts';
import { instantConstant } from './filters/instant-constant.ts';
import { resolveDateRange } from './filters/resolve-date-range.ts';
import type { ProjectContext } from './project-context.ts';

/** The filters of a SQL query and of one run of it. */
export interface SqlFilters {
  readonly stored: StoredSqlFilters | undefined;
  readonly override: FiltersOverride;
  /** True when the caller narrows anything. */
  readonly isOverridden: boolean;
}

/** Members of `filters_override` that mean nothing to SQL. */
const INSIGHT_MEMBERS = ['breakdown_filter', 'interval'] as const;

/**
 * Reads the stored filters of a query and the override of a run.
 * @param allowedOverrides top-level keys that may be replaced; null = all
 * @throws unknown_member, invalid_value, invalid_filter, combination_not_allowed, override_not_allowed
 */
export function sqlFilters(
  query: { readonly filters?: unknown },
  given: Readonly<Record<string, unknown>> = {},
  allowedOverrides: readonly string[] | null = null,
): SqlFilters {
  const stored =
    query.filters === undefined ? undefined : checkShape(sqlFiltersSchema, query.filters, 'query.filters');
  const override = withoutEmptyList(checkFiltersOverride(given));
  for (const member of INSIGHT_MEMBERS) {
    if (override[member] === undefined) continue;
    throw new AppError('combination_not_allowed', `${member} is for insights; SQL has none.`, {
      attr: `filters_override.${member}`,
    });
  }
  requireAllowed(override, allowedOverrides);
  if (override.filterTestAccounts === false && stored?.filterTestAccounts) {
    throw new AppError(
      'combination_not_allowed',
      'The query filters test accounts; this cannot be switched off.',
      { attr: 'filters_override.filterTestAccounts' },
    );
  }
  return { stored, override, isOverridden: narrows(override) };
}

/** Drops `properties: []`. An empty list is no filter, so nothing may take it for one, not even the cache key. */
function withoutEmptyList({ properties, ...rest }: FiltersOverride): FiltersOverride {
  return properties === undefined || properties.length === 0 ? rest : { properties, ...rest };
}

/** The member of the stored filters that a member of the override replaces. */
const REPLACES: Readonly<Record<string, string>> = {
  date_from: 'dateRange',
  date_to: 'dateRange',
  explicitDate: 'dateRange',
  filterTestAccounts: 'filterTestAccounts',
};

function requireAllowed(override: FiltersOverride, allowed: readonly string[] | null): void {
  if (allowed === null) return;
  for (const member of Object.keys(override)) {
    const replaced = REPLACES[member];
    if (replaced === undefined || allowed.includes(replaced) || allowed.includes(member)) continue;
    throw new AppError('override_not_allowed', `This endpoint does not allow ${member} to be replaced.`, {
      attr: `filters_override.${member}`,
    });
  }
}

function narrows({ properties, ...rest }: FiltersOverride): boolean {
  return (properties?.length ?? 0) > 0 || Object.values(rest).some((value) => value !== undefined);
}

/** True when the statement must be compiled anew for a run: something of it depends on the caller or on the time. */
export function isFiltered({ stored, isOverridden }: SqlFilters): boolean {
  return isOverridden || stored !== undefined;
}

/** The time of a run, and what stands for a date that the run does not set. */
export interface FilterMoment extends Pick<AppliedFilters, 'unset'> {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** The filters at one time: dates resolved, lists with the paths of their members. */
export function filtersAt(
  filters: SqlFilters,
  project: ProjectContext,
  { nowMs, unset }: FilterMoment,
): AppliedFilters {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(project.timezone);
  const context = filterContext(project, now);
  return { lists: filterLists(filters, project), ...dateBounds(filters, context), unset, context };
}

function filterLists({ stored, override }: SqlFilters, project: ProjectContext): readonly FilterList[] {
  const lists: FilterList[] = [];
  if (stored?.properties) {
    lists.push({ filters: stored.properties, attr: 'query.filters.properties', origin: 'query' });
  }
  if (override.properties && override.properties.length > 0) {
    lists.push({ filters: override.properties, attr: 'filters_override.properties', origin: 'caller' });
  }
  if (stored?.filterTestAccounts || override.filterTestAccounts) {
    lists.push({
      filters: project.testAccountFilters,
      attr: override.filterTestAccounts
        ? 'filters_override.filterTestAccounts'
        : 'query.filters.filterTestAccounts',
      origin: override.filterTestAccounts ? 'project' : 'query',
    });
  }
  return lists;
}

function dateBounds(
  { stored, override }: SqlFilters,
  context: { readonly now: Temporal.ZonedDateTime; readonly weekStartDay: 0 | 1 },
): Pick<AppliedFilters, 'from' | 'to' | 'datesFromCaller'> {
  const replaces = override.date_from !== undefined || override.date_to !== undefined;
  const range = replaces ? overrideRange(override) : { ...stored?.dateRange, ...explicit(override) };
  const attr = replaces ? 'filters_override' : 'query.filters.dateRange';
  const { date_from, ...rest } = range;
  const hasFrom = date_from !== undefined && date_from !== 'all';
  const bounds = resolveDateRange({ ...rest, ...(hasFrom && { date_from }) }, context, {
    interval: 'day',
    attr,
  });
  return {
    ...(hasFrom && { from: instantConstant(bounds.from) }),
    ...(range.date_to !== undefined && { to: instantConstant(bounds.to) }),
    datesFromCaller: replaces,
  };
}

function overrideRange(override: FiltersOverride) {
  return {
    ...(override.date_from !== undefined && { date_from: override.date_from }),
    ...(override.date_to !== undefined && { date_to: override.date_to }),
    ...explicit(override),
  };
}

function explicit({ explicitDate }: FiltersOverride): { readonly explicitDate?: boolean } {
  return explicitDate === undefined ? {} : { explicitDate };
}
