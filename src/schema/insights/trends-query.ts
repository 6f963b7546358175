import { z } from 'zod';
import { described } from '../described.ts';
import { displayMembers, ignoredMember } from '../ignored-member.ts';
import { strictMembers } from '../strict-members.ts';
import { breakdownFilterSchema } from './breakdown-filter.ts';
import { compareFilterSchema } from './compare-filter.ts';
import { intervalSchema, queryMembers } from './query-members.ts';
import { seriesNodeSchema } from './series-node.ts';

/** Displays with one number per series instead of one per bucket. */
export const TOTAL_VALUE_DISPLAYS = [
  'BoldNumber',
  'ActionsPie',
  'ActionsBarValue',
  'ActionsTable',
  'WorldMap',
  'Metric',
  'BoxPlot',
] as const;

/** Displays of PostHog that belong to no family, each with what to use instead. */
const DISPLAYS_WITHOUT_FAMILY: ReadonlyMap<unknown, string> = new Map([
  [
    'CalendarHeatmap',
    '"CalendarHeatmap" is not offered: it counts by day of the week and hour, which is no series. In SQL, group by toDayOfWeek(timestamp) and toHour(timestamp)',
  ],
  [
    'TwoDimensionalHeatmap',
    '"TwoDimensionalHeatmap" is not offered: it draws rows of a SQL query. Send the query as HogQLQuery',
  ],
]);

const displaySchema = z.enum(
  [
    'ActionsLineGraph',
    'ActionsBar',
    'ActionsStackedBar',
    'ActionsUnstackedBar',
    'ActionsAreaGraph',
    'SlopeGraph',
    'ActionsLineGraphCumulative',
    ...TOTAL_VALUE_DISPLAYS,
  ],
  { error: ({ input }) => DISPLAYS_WITHOUT_FAMILY.get(input) },
);

export type TrendsDisplay = z.infer<typeof displaySchema>;

const formulaText = described(
  z.string(),
  'Arithmetic over the series A, B, C, ...: `+ - * / % **`, numbers and parentheses.',
  'A / B * 100',
);

const trendsFilterSchema = strictMembers({
  display: displaySchema
    .optional()
    .describe(
      'Shape of the result: a time series, a running one, or one number per series. Default `ActionsLineGraph`.',
    ),
  formulaNodes: z
    .array(
      strictMembers({
        formula: formulaText,
        custom_name: described(z.string().optional(), 'Label of the result.', 'Share'),
      }),
    )
    .optional()
    .describe('Return these formulas instead of the series.'),
  formulas: z.array(formulaText).optional().describe('Deprecated form of `formulaNodes`.'),
  formula: formulaText.optional().describe('Deprecated form of `formulaNodes`.'),
  smoothingIntervals: described(
    z.int().min(1).max(10_000).optional(),
    'Mean of so many buckets up to each, rounded down. Default 1 = none.',
    7,
  ),
  breakdown_histogram_bin_count: described(
    z.int().min(1).max(1000).optional(),
    'Old place of the member of `breakdownFilter`.',
    10,
  ),
  ...displayMembers([
    'showLegend',
    'showAlertThresholdLines',
    'aggregationAxisFormat',
    'aggregationAxisPrefix',
    'aggregationAxisPostfix',
    'decimalPlaces',
    'minDecimalPlaces',
    'showValuesOnSeries',
    'showLabelsOnSeries',
    'showPercentStackView',
    'yAxisScaleType',
    'showMultipleYAxes',
    'hiddenLegendIndexes',
    'resultCustomizationBy',
    'resultCustomizations',
    'goalLines',
    'showConfidenceIntervals',
    'confidenceLevel',
    'showTrendLines',
    'showMovingAverage',
    'movingAverageIntervals',
    'detailedResultsAggregationType',
    'metricSummary',
  ]),
})
  .describe('How the series are computed and combined.')
  .meta({ id: 'TrendsFilter' });

/** Numbers over time, or one number per series. */
export const trendsQuerySchema = strictMembers({
  kind: z.literal('TrendsQuery').describe('The kind of insight'),
  series: z
    .array(seriesNodeSchema)
    .min(1)
    .max(100)
    .describe('One or more series; the first 26 are A to Z in formulas.'),
  interval: intervalSchema.optional(),
  trendsFilter: trendsFilterSchema.optional(),
  breakdownFilter: breakdownFilterSchema.optional(),
  compareFilter: compareFilterSchema.optional(),
  conversionGoal: ignoredMember('Accepted and ignored.'),
  aggregation_group_type_index: ignoredMember('Accepted and ignored: see `math_group_type_index`.'),
  ...queryMembers,
})
  .describe('Numbers over time, or one number per series')
  .meta({ id: 'TrendsQuery' });

export type TrendsQuery = Readonly<z.infer<typeof trendsQuerySchema>>;
