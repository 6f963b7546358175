import { z } from 'zod';
import { component, described } from '../described.ts';
import type { InsightQuery } from './insight-query.ts';

const label = described(z.string(), 'What it is, for people', '$pageview');
const days = described(z.array(z.string()), 'Beginning of each bucket: a date, or date and time', [
  '2026-01-05',
  '2026-01-06',
]);
const labels = described(z.array(z.string()), 'The same for people', ['5-Jan-2026', '6-Jan-2026']);
const data = described(z.array(z.number()), 'A number for each bucket', [3, 5]);
const count = described(z.number(), 'Sum of `data`', 8);
const action = described(z.record(z.string(), z.unknown()), 'The series in the words of the query', {
  id: '$pageview',
  type: 'events',
  order: 0,
});
const value = z.union([z.string(), z.number(), z.null(), z.array(z.string().nullable())]);
const breakdown = {
  breakdown_value: value
    .optional()
    .describe('With a breakdown: its value; null = not set or empty. Of a cohort its id, or `all`'),
  breakdown_is_other: z.literal(true).optional().describe('All values beyond the limit together'),
};
const comparison = {
  compare: z.literal(true).optional().describe('With a comparison: there is another period'),
  compare_label: z.enum(['current', 'previous']).optional().describe('With a comparison: which period'),
};
const seconds = z.number().nullable();

const trendsItem = component('TrendsResult', 'A series', {
  data: data.nullable().describe('A number for each bucket; null or empty for one number per series'),
  labels: labels.optional(),
  days,
  count,
  aggregated_value: described(z.number().optional(), 'The one number, for displays without time', 8),
  label,
  order: described(z.int(), 'Place of the series or formula, from 0', 0),
  action: action.nullable().describe('The series in the words of the query; null for formulas'),
  ...breakdown,
  ...comparison,
});
/** A series of a trend, as answered. */
export type TrendsResult = z.infer<typeof trendsItem>;

const funnelBreakdown = {
  breakdown: value.optional().describe('The same as `breakdown_value`'),
  ...breakdown,
};

const funnelStep = component('FunnelStep', 'A step of a funnel', {
  action_id: z.union([z.string(), z.int(), z.null()]).describe('Event or action of the step'),
  name: label,
  custom_name: z.string().nullable().describe('Name that the query gives the step'),
  order: described(z.int(), 'Place of the step, from 0', 0),
  type: z.enum(['events', 'actions']).describe('What `action_id` names'),
  people: z.array(z.unknown()).max(0).describe('Always empty'),
  count: described(z.number(), 'Actors that reached the step', 42),
  average_conversion_time: seconds.describe('Mean time from the step before, seconds; null for the first'),
  median_conversion_time: seconds.describe('Median time from the step before, seconds; null for the first'),
  ...funnelBreakdown,
});
/** A step of a funnel, as answered. */
export type FunnelStep = z.infer<typeof funnelStep>;

const timeToConvert = component('FunnelTimeToConvert', 'How long conversions took', {
  bins: described(z.array(z.array(z.number()).length(2)), 'Lower edge in seconds and actors of each bin', [
    [60, 3],
  ]),
  average_conversion_time: seconds.describe('Mean, seconds; null when nobody converted'),
});
/** How long conversions took, as answered. */
export type FunnelTimeToConvert = z.infer<typeof timeToConvert>;

const funnelTrend = component('FunnelTrend', 'Conversion over time', {
  count: described(z.int(), 'Number of buckets', 7),
  data: data.describe('Conversion of each bucket, percent'),
  days,
  labels,
  ...funnelBreakdown,
});
/** Conversion over time, as answered. */
export type FunnelTrend = z.infer<typeof funnelTrend>;

const retentionRow = component('RetentionRow', 'A cohort', {
  date: described(
    z.string(),
    'Beginning of the period, ISO 8601 in the zone of the project',
    '2026-01-05T00:00:00+00:00',
  ),
  label,
  ...breakdown,
  values: z
    .array(
      z.strictObject({
        count: described(z.number(), 'Actors', 12),
        label: described(label, 'Which period after the start', 'Day 1'),
        aggregation_value: described(
          z.number().optional(),
          'Sum or mean of the property, when it is asked for',
          3.5,
        ),
      }),
    )
    .describe('The cohort in each period after its start'),
});
/** A cohort, as answered. */
export type RetentionRow = z.infer<typeof retentionRow>;

const lifecycleItem = component('LifecycleResult', 'Actors of one state', {
  status: z.enum(['new', 'returning', 'resurrecting', 'dormant']).describe('State of the actors'),
  label,
  data: data.describe('Actors in each bucket; below zero for `dormant`'),
  count,
  days,
  labels,
  action,
});
/** Actors of one state, as answered. */
export type LifecycleResult = z.infer<typeof lifecycleItem>;

const stickinessItem = component('StickinessResult', 'A series', {
  count: described(z.number(), 'Actors', 42),
  data: data.describe('Actors for each number of intervals'),
  days: described(z.array(z.int()), 'Numbers of intervals', [1, 2, 3]),
  labels,
  label,
  action,
  ...comparison,
});
/** A series of stickiness, as answered. */
export type StickinessResult = z.infer<typeof stickinessItem>;

const pathEdge = component('PathEdge', 'A step from item to item', {
  source: described(z.string(), 'Place on the path and item', '1_/pricing'),
  target: described(z.string(), 'The next place and item', '2_/signup'),
  value: described(z.int(), 'Sessions that took it', 7),
  average_conversion_time: described(z.number(), 'Mean time, milliseconds', 1500),
});
/** A step of paths, as answered. */
export type PathEdge = z.infer<typeof pathEdge>;

/** The shape of `results` of an insight as it is stored; overrides of a call can ask for another one. */
export function insightResultsSchema(query: InsightQuery): z.ZodType {
  switch (query.kind) {
    case 'TrendsQuery':
      return z.array(trendsItem).describe('Series, each with its values of the breakdown');
    case 'FunnelsQuery':
      return funnelResults(query);
    case 'RetentionQuery':
      return z.array(retentionRow).describe('Cohorts in order of time');
    case 'LifecycleQuery':
      return z.array(lifecycleItem).describe('The four states');
    case 'StickinessQuery':
      return z.array(stickinessItem).describe('Series');
    case 'PathsQuery':
      return z.array(pathEdge).describe('Edges, the most travelled first');
    default:
      return query satisfies never;
  }
}

function funnelResults(query: InsightQuery & { readonly kind: 'FunnelsQuery' }): z.ZodType {
  switch (query.funnelsFilter?.funnelVizType ?? 'steps') {
    case 'steps': {
      const steps = z.array(funnelStep).describe('Steps in order');
      return query.breakdownFilter === undefined ? steps : z.array(steps).describe('Steps of each value');
    }
    case 'time_to_convert':
      return timeToConvert;
    default:
      return z.array(funnelTrend).describe('One for each value of the breakdown');
  }
}
