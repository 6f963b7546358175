import { AppError, isAppError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { checkFiltersOverride, type FiltersOverride } from '../../schema/filters-override.ts';
import { checkInsightQuery, type InsightQuery, insightMembers } from '../../schema/insights/insight-query.ts';
import type { PropertyFilters } from '../../schema/property-filter.ts';
import type { PrepareOptions, RunParameters } from '../compiled-version.ts';
import { checkCallerExpressions } from '../filters/check-caller-expressions.ts';
import { type MemberExpression, memberExpressions } from '../filters/member-expressions.ts';
import { type InsightVariables, readInsightVariables } from './insight-variables.ts';

/** What the overrides of a call may do. */
export type OverrideOptions = Pick<PrepareOptions, 'allowedOverrides' | 'mayQuery'>;

/** The query of one run: the stored one after all overrides. */
export interface EffectiveQuery {
  readonly query: InsightQuery;
  /** Filters of the caller: rows that fail them do not exist for the query. */
  readonly callerFilters: PropertyFilters;
  /**
   * Breakdown values that the caller asked for by variables, each with its part of the breakdown; `''` = the none
   * bucket.
   */
  readonly breakdownValues: InsightVariables['breakdownValues'];
  /** True when overrides hold SQL expressions that the stored query has not. */
  readonly hasOwnExpression: boolean;
  /** For each top-level member that came from the caller, its path in the request. */
  readonly origins: ReadonlyMap<string, string>;
}

/**
 * Applies `query_override`, `filters_override` and variables to a stored query, in this order. The stored query does
 * not change.
 * @param options `allowedOverrides`: keys that may be replaced; null = all but `kind`
 * @throws override_not_allowed, combination_not_allowed, unknown_variable, invalid_variable, permission_denied, and
 *   what a stored query of this form would be refused for
 */
export function effectiveQuery(
  stored: InsightQuery,
  parameters: RunParameters,
  { allowedOverrides, mayQuery = false }: OverrideOptions,
): EffectiveQuery {
  refuseRowLimits(parameters);
  const overridden = applyQueryOverride(stored, parameters.query_override ?? {}, allowedOverrides);
  const given = checkFiltersOverride(parameters.filters_override ?? {});
  const hasOwnExpression = checkCallerExpressions(
    givenExpressions(overridden, given),
    memberExpressions(stored, 'query'),
    mayQuery,
  );
  const variables = readInsightVariables(stored, parameters.variables ?? {}, given);
  const filters: FiltersOverride = { ...given, ...variables.dates };
  const replaced = replacedMembers(overridden.query, filters, variables, allowedOverrides);
  const query = {
    ...overridden.query,
    ...Object.fromEntries(replaced.map(({ member, value }) => [member, value])),
  };
  return {
    query: replaced.length === 0 ? overridden.query : (query as InsightQuery),
    callerFilters: given.properties ?? [],
    breakdownValues: variables.breakdownValues,
    hasOwnExpression,
    origins: new Map([
      ...overridden.keys.map((key) => [key, `query_override.${key}`] as const),
      ...replaced.map(({ member, origin }) => [member, origin] as const),
    ]),
  };
}

function givenExpressions(
  { query, keys }: OverriddenQuery,
  filters: FiltersOverride,
): readonly MemberExpression[] {
  const replaced = Object.fromEntries(Object.entries(query).filter(([key]) => keys.includes(key)));
  return [
    ...memberExpressions(replaced, 'query_override'),
    ...memberExpressions(filters, 'filters_override'),
  ];
}

function refuseRowLimits(parameters: RunParameters): void {
  for (const member of ['limit', 'offset'] as const) {
    if (parameters[member] === undefined) continue;
    throw new AppError(
      'combination_not_allowed',
      `${member} is for SQL endpoints; an insight answers as a whole.`,
      {
        attr: member,
      },
    );
  }
}

interface OverriddenQuery {
  readonly query: InsightQuery;
  /** Top-level members that the caller gave. */
  readonly keys: readonly string[];
}

/** Replaces whole top-level members; null removes one. */
function applyQueryOverride(
  stored: InsightQuery,
  override: Readonly<Record<string, unknown>>,
  allowedOverrides: readonly string[] | null,
): OverriddenQuery {
  const keys = Object.keys(override);
  if (keys.length === 0) return { query: stored, keys };
  const known = insightMembers(stored.kind);
  for (const key of keys) {
    const attr = `query_override.${key}`;
    requireAllowed(key, attr, allowedOverrides);
    if (known.includes(key)) continue;
    throw new AppError('unknown_member', `${stored.kind} has no member "${key}".${didYouMean(key, known)}`, {
      attr,
    });
  }
  try {
    return { query: checkInsightQuery({ ...stored, ...override }, ''), keys };
  } catch (error) {
    throw withOrigin(error, new Map(keys.map((key) => [key, `query_override.${key}`])));
  }
}

function requireAllowed(key: string, attr: string, allowedOverrides: readonly string[] | null): void {
  if (key === 'kind') {
    throw new AppError('override_not_allowed', 'The kind of a query cannot be replaced.', { attr });
  }
  if (allowedOverrides === null || allowedOverrides.includes(key)) return;
  const allowed = allowedOverrides.length === 0 ? 'no member' : allowedOverrides.join(', ');
  throw new AppError('override_not_allowed', `This endpoint allows ${allowed} to be replaced, not ${key}.`, {
    attr,
  });
}

interface ReplacedMember {
  readonly member: string;
  readonly value: unknown;
  /** Path of the value in the request. */
  readonly origin: string;
}

/** The members that `filters_override` and the date variables put in place of members of the query. */
function replacedMembers(
  query: InsightQuery,
  filters: FiltersOverride,
  variables: InsightVariables,
  allowedOverrides: readonly string[] | null,
): readonly ReplacedMember[] {
  const replaced: ReplacedMember[] = [];
  const replace = (member: string, value: unknown, origin: string) => {
    requireAllowed(member, origin, allowedOverrides);
    requireUsable(query, member, origin);
    replaced.push({ member, value, origin });
  };
  const changesDates = filters.date_from !== undefined || filters.date_to !== undefined;
  if (changesDates || filters.explicitDate !== undefined) {
    const origin = variables.dates.date_from || variables.dates.date_to ? 'variables' : 'filters_override';
    replace('dateRange', newDateRange(query, filters, changesDates), origin);
  }
  if (filters.interval !== undefined) replace('interval', filters.interval, 'filters_override.interval');
  if (filters.breakdown_filter !== undefined) {
    replace('breakdownFilter', filters.breakdown_filter, 'filters_override.breakdown_filter');
  }
  if (filters.filterTestAccounts !== undefined) {
    const origin = 'filters_override.filterTestAccounts';
    if (!filters.filterTestAccounts && query.filterTestAccounts) {
      throw new AppError(
        'combination_not_allowed',
        'The query filters test accounts; this cannot be switched off.',
        {
          attr: origin,
        },
      );
    }
    replace('filterTestAccounts', filters.filterTestAccounts, origin);
  }
  return replaced;
}

function requireUsable(query: InsightQuery, member: string, attr: string): void {
  if (insightMembers(query.kind).includes(member)) return;
  throw new AppError('combination_not_allowed', `${query.kind} has no ${member}.`, { attr });
}

/** Replaces both dates together: a date that is not given becomes absent. */
function newDateRange({ dateRange }: InsightQuery, filters: FiltersOverride, changesDates: boolean) {
  if (!changesDates) return { ...dateRange, explicitDate: filters.explicitDate };
  const { date_from: _from, date_to: _to, explicitDate: _explicit, ...rest } = dateRange ?? {};
  return {
    ...rest,
    ...(filters.date_from !== undefined && { date_from: filters.date_from }),
    ...(filters.date_to !== undefined && { date_to: filters.date_to }),
    ...(filters.explicitDate !== undefined && { explicitDate: filters.explicitDate }),
  };
}

/** Paths that already name the request, because no kind of insight has members of these names. */
const IN_REQUEST = /^(filters_override|variables|token)\./;

/**
 * The error with its path in the request: members of the caller by `origins`, all others under `query`.
 * Anything else than an AppError with a path stays as it is.
 */
export function withOrigin(error: unknown, origins: ReadonlyMap<string, string>): unknown {
  if (!isAppError(error) || error.attr === undefined || IN_REQUEST.test(error.attr)) return error;
  const [member = '', ...rest] = error.attr.split('.');
  const origin = origins.get(member) ?? `query.${member}`;
  const attr = [origin, ...rest].join('.');
  const detail = error.message.replace(error.attr, attr);
  return new AppError(error.code, detail, {
    attr,
    ...(error.position && { position: error.position }),
    extra: error.extra,
    cause: error,
  });
}
