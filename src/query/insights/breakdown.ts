import type { BreakdownFilter, BreakdownType } from '../../schema/insights/breakdown-filter.ts';

/** One property of a breakdown. */
export interface BreakdownPart {
  readonly property: string;
  readonly type: BreakdownType;
  readonly groupTypeIndex: number;
  readonly normalizeUrl: boolean;
  readonly cleanPath: boolean;
  /** Number of bins for a part whose values are numbers to be cut; absent = each value counts separately. */
  readonly binCount?: number;
  /** Path of the property in the query, for errors. */
  readonly attr: string;
}

export interface Breakdown {
  readonly parts: readonly BreakdownPart[];
  /** True when `breakdowns` was given: results then carry arrays of values. */
  readonly isMultiple: boolean;
  /** Most values; absent = the default of the kind of insight. */
  readonly limit?: number;
  readonly hideOther: boolean;
}

/**
 * Reads a breakdown filter; undefined when the query is split by nothing. `breakdowns` wins over `breakdown`.
 * @param defaultBinCount bins of a single breakdown, from the older place of this setting
 */
export function breakdownOf(
  filter: BreakdownFilter | undefined,
  defaultBinCount?: number,
): Breakdown | undefined {
  if (!filter) return undefined;
  const shared = {
    hideOther: filter.breakdown_hide_other_aggregation === true,
    ...(filter.breakdown_limit !== undefined && { limit: filter.breakdown_limit }),
  };
  const cleans = filter.breakdown_path_cleaning === true;
  if (filter.breakdowns && filter.breakdowns.length > 0) {
    const parts = filter.breakdowns.map((part, index) => ({
      property: part.property,
      type: part.type ?? ('event' as const),
      groupTypeIndex: part.group_type_index ?? 0,
      normalizeUrl: part.normalize_url === true,
      cleanPath: cleans,
      ...(part.histogram_bin_count !== undefined && { binCount: part.histogram_bin_count }),
      attr: `breakdownFilter.breakdowns.${index}.property`,
    }));
    return { parts, isMultiple: true, ...shared };
  }
  // Cohorts split a query in another way (`by-cohort.ts`).
  if (filter.breakdown === undefined || filter.breakdown_type === 'cohort') return undefined;
  const type = filter.breakdown_type ?? 'event';
  const properties = Array.isArray(filter.breakdown) ? filter.breakdown : [filter.breakdown];
  const binCount = filter.breakdown_histogram_bin_count ?? defaultBinCount;
  const parts = properties.map((property) => ({
    property,
    type,
    groupTypeIndex: filter.breakdown_group_type_index ?? 0,
    normalizeUrl: filter.breakdown_normalize_url === true,
    cleanPath: cleans,
    ...(binCount !== undefined && { binCount }),
    attr: 'breakdownFilter.breakdown',
  }));
  return { parts, isMultiple: parts.length > 1, ...shared };
}
