import type { InsightCase } from '../cases.ts';
import { funnel } from '../insight-loops.ts';
import { named, number, perDay, persons, sum, text } from '../loops.ts';
import { DAYS } from '../world.ts';

const dateRange = { date_from: '2026-03-09', date_to: '2026-03-18' };
const VIEW = { kind: 'EventsNode', event: '$pageview' };
const BUY = { kind: 'EventsNode', event: 'purchase' };
const views = named('$pageview');
const shop = named('purchase');
const trends = (trendsFilter: object, more: object = {}) => ({
  kind: 'TrendsQuery',
  series: [VIEW],
  dateRange,
  trendsFilter,
  ...more,
});
const daily = { reads: 'data', expected: [perDay(views, DAYS)] } as const;
const funnels = (funnelsFilter: object, more: object = {}) => ({
  kind: 'FunnelsQuery',
  series: [VIEW, BUY],
  dateRange,
  funnelsFilter,
  ...more,
});
const steps = { reads: 'counts', expected: funnel(views, shop) } as const;

// Members that only say how something is drawn: kept, ignored, told as a warning.
export const drawnMembers: readonly InsightCase[] = [
  { name: 'metricSummary', query: trends({ metricSummary: 'average' }), ...daily, warns: /metricSummary/ },
  {
    name: 'metricSummary with a display',
    query: trends({ display: 'ActionsLineGraph', metricSummary: 'latest' }),
    ...daily,
    warns: /metricSummary/,
  },
  {
    name: 'hideIncompleteConversionWindowPeriods',
    query: funnels({ hideIncompleteConversionWindowPeriods: true }),
    ...steps,
    warns: /hideIncompleteConversionWindowPeriods/,
  },
  {
    name: 'hideIncompleteConversionWindowPeriods beside members that act',
    query: funnels({
      funnelOrderType: 'ordered',
      funnelWindowInterval: 14,
      funnelWindowIntervalUnit: 'day',
      hideIncompleteConversionWindowPeriods: false,
    }),
    ...steps,
    warns: /hideIncompleteConversionWindowPeriods/,
  },
  {
    name: 'tags of the query',
    query: trends({}, { tags: { productKey: 'web', scene: 'Dashboard' } }),
    ...daily,
  },
  { name: 'version of the query', query: trends({}, { version: 2 }), ...daily },
  {
    name: 'version of a series',
    query: trends({}, { series: [{ ...VIEW, version: 2 }] }),
    ...daily,
  },
  {
    name: 'tags and version of a funnel',
    query: funnels({}, { tags: { name: 'Signup' }, version: 1 }),
    ...steps,
  },
  {
    name: 'anything inside resultCustomizations',
    query: trends({
      resultCustomizationBy: 'value',
      resultCustomizations: {
        0: { assignmentBy: 'value', color: 'preset-1', lineStyle: 'dashed', hidden: true },
      },
    }),
    ...daily,
  },
  {
    name: 'anything inside resultCustomizations of a funnel',
    query: funnels({ resultCustomizations: { Chrome: { assignmentBy: 'value', glow: { strength: 3 } } } }),
    ...steps,
  },
  {
    name: 'vizSpecificOptions of a wrapper',
    query: {
      kind: 'InsightVizNode',
      source: trends({}),
      vizSpecificOptions: {
        ActionsPie: { disableHoverOffset: true, hideAggregation: true },
        anything: [1, 2],
      },
    },
    ...daily,
  },
  {
    name: 'a wrapper with all of its switches',
    query: {
      kind: 'InsightVizNode',
      source: funnels({}),
      showHeader: true,
      showTable: false,
      full: true,
      embedded: true,
      vizSpecificOptions: { RETENTION: { hideLineGraph: true, hideSizeColumn: true } },
    },
    ...steps,
  },
  {
    name: 'goal lines and axes as boards keep them',
    query: trends({
      showLegend: true,
      yAxisScaleType: 'log10',
      goalLines: [{ label: 'Goal', value: 20 }],
      aggregationAxisFormat: 'percentage',
      metricSummary: 'total',
    }),
    ...daily,
    warns: /metricSummary/,
  },
  {
    name: 'an unknown member of the filter stays refused, with the nearest',
    query: trends({ smoothingInterval: 7 }),
    refused: 'unknown_member',
    says: /smoothingIntervals/,
  },
  {
    name: 'an unknown member of the query stays refused, with the nearest',
    query: trends({}, { intervall: 'week' }),
    refused: 'unknown_member',
    says: /interval/,
  },
  {
    name: 'an unknown member of the funnel stays refused',
    query: funnels({ funnelOrderTyp: 'strict' }),
    refused: 'unknown_member',
    says: /funnelOrderType/,
  },
  {
    name: 'an unknown member of the range stays refused',
    query: trends({}, { dateRange: { ...dateRange, excludeIncompletePeriod: true } }),
    refused: 'unknown_member',
    says: /excludeIncompletePeriods/,
  },
  {
    name: 'metricSummary where no filter is stays refused',
    query: trends({}, { dateRange: { ...dateRange, metricSummary: 'total' } }),
    refused: 'unknown_member',
  },
];

const sql = 'SELECT count() FROM events';
const viz = (more: object) => ({
  kind: 'DataVisualizationNode',
  source: { kind: 'HogQLQuery', query: sql },
  ...more,
});

/** Read by no reading: the answer is the one row of the statement. */
export const drawnStatements: readonly InsightCase[] = [
  {
    name: 'chartSettings',
    query: viz({ display: 'ActionsBar', chartSettings: { xAxis: { column: 'day' } } }),
  },
  {
    name: 'chartSettings with everything',
    query: viz({
      chartSettings: {
        yAxis: [
          {
            column: 'n',
            settings: { formatting: { prefix: '$', style: 'short' }, display: { trendLine: true } },
          },
        ],
        stackBars100: true,
        seriesBreakdownColumn: 'plan',
        showLegend: true,
        newThing: { deep: [1] },
      },
    }),
  },
  {
    name: 'tableSettings',
    query: viz({
      tableSettings: {
        columns: [{ column: 'n', settings: { formatting: { style: 'number' } } }],
        conditionalFormatting: [{ id: 'a', bytecode: ['_H', 1], color: '#fff', templateId: 'string' }],
        pinnedColumns: ['n'],
        transpose: false,
      },
    }),
  },
  { name: 'both at once', query: viz({ chartSettings: { goalLines: [] }, tableSettings: { columns: [] } }) },
  {
    name: 'tags and version of the statement',
    query: { kind: 'HogQLQuery', query: sql, tags: { scene: 'SQLEditor' }, version: 3 },
  },
  {
    name: 'an unknown member of the statement stays refused, with the nearest',
    query: { kind: 'DataVisualizationNode', source: { kind: 'HogQLQuery', query: sql, modifers: {} } },
    refused: 'unknown_member',
    says: /modifiers/,
  },
];

const country = { breakdownFilter: { breakdown: 'country', breakdown_type: 'person' } };
const currency = { breakdownFilter: { breakdown: 'currency' } };
const euro = shop.filter((seen) => text(seen, 'currency') === 'EUR').length;
const PAY = { series: [BUY] };
const AMOUNT = { series: [{ ...BUY, math: 'sum', math_property: 'amount' }] };
const paid = sum(shop.map((seen) => number(seen, 'amount')));

// `Metric` and `BoxPlot` are total values.
export const displays: readonly InsightCase[] = [
  {
    name: 'Metric',
    query: trends({ display: 'Metric' }),
    reads: 'totals',
    expected: [views.length],
    warns: /Metric/,
  },
  {
    name: 'BoxPlot',
    query: trends({ display: 'BoxPlot' }),
    reads: 'totals',
    expected: [views.length],
    warns: /BoxPlot/,
  },
  {
    name: 'Metric of distinct persons',
    query: trends({ display: 'Metric' }, { series: [{ ...VIEW, math: 'dau' }] }),
    reads: 'totals',
    expected: [persons(views)],
  },
  {
    name: 'Metric of a sum',
    query: trends({ display: 'Metric' }, AMOUNT),
    reads: 'totals',
    expected: [paid],
  },
  {
    name: 'BoxPlot of a sum',
    query: trends({ display: 'BoxPlot' }, AMOUNT),
    reads: 'totals',
    expected: [paid],
  },
  {
    name: 'Metric with a breakdown',
    query: trends({ display: 'Metric' }, { ...PAY, ...currency }),
    reads: 'byValue',
    expected: { EUR: euro, USD: shop.length - euro },
  },
  {
    name: 'Metric with a formula',
    query: trends({ display: 'Metric', formula: 'A / B' }, { series: [BUY, VIEW] }),
    reads: 'totals',
    expected: [shop.length / views.length],
  },
  {
    name: 'Metric compared',
    query: trends({ display: 'Metric' }, { compareFilter: { compare: true } }),
    reads: 'totals',
    expected: [views.length, 0],
  },
  {
    name: 'Metric with its summary',
    query: trends({ display: 'Metric', metricSummary: 'total' }),
    reads: 'totals',
    expected: [views.length],
    warns: /metricSummary/,
  },
  {
    name: 'WorldMap stays a total value',
    query: trends({ display: 'WorldMap' }, { ...country, series: [{ ...VIEW, math: 'dau' }] }),
    reads: 'byValue',
    expected: { US: 3, DE: 2, FR: 2, null: 1 },
  },
  {
    name: 'an unknown display names the nearest',
    query: trends({ display: 'ActionsLineGrah' }),
    refused: 'invalid_value',
    says: /ActionsLineGraph/,
  },
  {
    name: 'an unknown display of another word',
    query: trends({ display: 'BoldNumbers' }),
    refused: 'invalid_value',
    says: /BoldNumber/,
  },
];
