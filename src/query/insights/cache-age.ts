import { unreachable } from '../../base/invariant.ts';
import type { InsightQuery } from '../../schema/insights/insight-query.ts';
import { TOTAL_VALUE_DISPLAYS } from '../../schema/insights/trends-query.ts';
import type { Interval } from '../filters/interval.ts';

const HOUR = 3600;

const BY_INTERVAL: Readonly<Record<Interval, number>> = {
  second: 60,
  minute: 300,
  hour: HOUR,
  day: 6 * HOUR,
  week: 24 * HOUR,
  month: 24 * HOUR,
  quarter: 24 * HOUR,
  year: 24 * HOUR,
};

const BY_PERIOD = { Hour: HOUR, Day: 6 * HOUR, Week: 24 * HOUR, Month: 24 * HOUR } as const;

/** Seconds that an answer stays fresh when the endpoint does not say ([SPEC-4.2]). */
export function insightCacheAgeSeconds(query: InsightQuery): number {
  switch (query.kind) {
    case 'TrendsQuery': {
      const display = query.trendsFilter?.display;
      const isTotal = (TOTAL_VALUE_DISPLAYS as readonly unknown[]).includes(display);
      return isTotal ? 6 * HOUR : BY_INTERVAL[query.interval ?? 'day'];
    }
    case 'FunnelsQuery':
    case 'LifecycleQuery':
    case 'StickinessQuery':
      return BY_INTERVAL[query.interval ?? 'day'];
    case 'RetentionQuery':
      return BY_PERIOD[query.retentionFilter.period ?? 'Day'];
    case 'PathsQuery':
      return 6 * HOUR;
    default:
      return unreachable(query);
  }
}
