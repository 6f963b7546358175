import type { Temporal } from 'temporal-polyfill';
import type { FunnelExclusion, FunnelsQuery } from '../../../schema/insights/funnels-query.ts';
import { type Buckets, bucketsOf } from '../../filters/buckets.ts';
import { type DateBounds, resolveDateRange } from '../../filters/resolve-date-range.ts';
import { type Breakdown, breakdownOf } from '../breakdown.ts';
import { checkNumbers } from '../check-numbers.ts';
import type { InsightContext } from '../insight-context.ts';
import { checkFunnel } from './check-funnel.ts';

const DEFAULT_LIMIT = 25;

const SECONDS = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 7 * 86_400,
  month: 31 * 86_400,
} as const;

export type Attribution =
  | { readonly kind: 'first_touch' | 'last_touch' | 'all_events' }
  /** `step`: from 0. */
  | { readonly kind: 'step'; readonly step: number };

/** Events that kill an attempt between two steps, from 0. */
export interface PlacedExclusion {
  readonly node: FunnelExclusion;
  /** Path of the exclusion in the query. */
  readonly attr: string;
  /** The step whose reaching it begins with: in a strict funnel that of the exclusion this one is a part of. */
  readonly since: number;
  readonly funnelFromStep: number;
  readonly funnelToStep: number;
}

/** A funnels query with every default filled in and every date resolved. */
export interface FunnelFrame {
  readonly query: FunnelsQuery;
  readonly context: InsightContext;
  readonly bounds: DateBounds;
  readonly shape: 'steps' | 'time_to_convert' | 'trends';
  readonly order: 'ordered' | 'strict' | 'unordered';
  /** Number of steps. */
  readonly length: number;
  /** Longest time from the first step to any other, in microseconds. */
  readonly windowMicroseconds: number;
  readonly exclusions: readonly PlacedExclusion[];
  /** First and last step of `time_to_convert` and `trends`, from 0. */
  readonly fromStep: number;
  readonly toStep: number;
  /** Absent for `time_to_convert`, which has one table for all actors. */
  readonly breakdown?: Breakdown;
  readonly attribution: Attribution;
  /** Breakdown values to keep. */
  readonly limit: number;
  /** Buckets of `trends`. */
  readonly buckets?: Buckets;
}

/**
 * Fills in the defaults of a funnels query and resolves its dates.
 * @param earliest what `date_from: "all"` stands for
 * @throws invalid_date, invalid_value, combination_not_allowed, query_too_large
 */
export function funnelFrame(
  query: FunnelsQuery,
  context: InsightContext,
  earliest?: Temporal.ZonedDateTime,
): FunnelFrame {
  checkFunnel(query);
  const filter = query.funnelsFilter ?? {};
  const shape = filter.funnelVizType ?? 'steps';
  const breakdown = shape === 'time_to_convert' ? undefined : breakdownOf(query.breakdownFilter);
  const { funnelWindowInterval = 14, funnelWindowIntervalUnit = 'day' } = filter;
  const interval = query.interval ?? 'day';
  const bounds = resolveDateRange(query.dateRange, context, { interval, attr: 'dateRange', earliest });
  const buckets = shape === 'trends' ? bucketsOf(bounds, interval, context) : undefined;
  const limit = breakdown?.limit ?? DEFAULT_LIMIT;
  const values = breakdown ? limit + 1 : (context.copies ?? 1);
  if (buckets) checkNumbers({ values, buckets: buckets.count }, breakdown ? 'breakdownFilter' : 'dateRange');
  return {
    query,
    context,
    bounds,
    ...(buckets && { buckets }),
    shape,
    order: filter.funnelOrderType ?? 'ordered',
    length: query.series.length,
    windowMicroseconds: funnelWindowInterval * SECONDS[funnelWindowIntervalUnit] * 1_000_000,
    exclusions: exclusionsOf(query),
    fromStep: filter.funnelFromStep ?? 0,
    toStep: filter.funnelToStep ?? query.series.length - 1,
    ...(breakdown && { breakdown }),
    attribution: attributionOf(query),
    limit,
  };
}

/**
 * The exclusions between neighbouring steps. In a strict funnel an attempt sees one instant after each step, so an
 * exclusion over several steps is one exclusion after each of them. All of these end at the same step: an exclusion at
 * the instant of a later step comes after the step before that one.
 */
function exclusionsOf({ funnelsFilter = {} }: FunnelsQuery): readonly PlacedExclusion[] {
  const { exclusions = [], funnelOrderType } = funnelsFilter;
  return exclusions.flatMap((node, index) => {
    const { funnelFromStep, funnelToStep } = node;
    const placed = {
      node,
      attr: `funnelsFilter.exclusions.${index}`,
      since: funnelFromStep,
      funnelFromStep,
      funnelToStep,
    };
    if (funnelOrderType !== 'strict') return [placed];
    return Array.from({ length: funnelToStep - funnelFromStep }, (_, step) => ({
      ...placed,
      funnelFromStep: funnelFromStep + step,
    }));
  });
}

function attributionOf({ funnelsFilter }: FunnelsQuery): Attribution {
  const { breakdownAttributionType: kind = 'first_touch', breakdownAttributionValue: step = 0 } =
    funnelsFilter ?? {};
  return kind === 'step' ? { kind, step } : { kind };
}

/** True when a step, from 0, may be skipped. */
export function isOptional({ query }: FunnelFrame, step: number): boolean {
  return query.series[step]?.optionalInFunnel === true;
}
