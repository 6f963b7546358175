import type { InsightKind } from '../data/shapes.ts';
import type { InsightQuery } from './insight-query.ts';
import { part } from './insight-query.ts';

/** A member of a query that the form shows as one control. */
export interface OptionField {
  readonly path: readonly string[];
  readonly label: string;
  readonly control: 'choice' | 'number' | 'text' | 'flag' | 'texts' | 'numbers';
  /** Of a choice: the first one is what the service takes when the member is absent. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly help?: string;
  readonly placeholder?: string;
  /** Shown only when the rest of the query gives it a meaning. */
  readonly when?: (query: InsightQuery) => boolean;
}

const INTERVALS = ['day', 'week', 'month', 'hour', 'minute', 'quarter', 'year'].map(
  (name) => [name, name] as const,
);

const interval: OptionField = { path: ['interval'], label: 'Per', control: 'choice', choices: INTERVALS };
const compare: OptionField = {
  path: ['compareFilter', 'compare'],
  label: 'Compare with the period before',
  control: 'flag',
};
const compareTo: OptionField = {
  path: ['compareFilter', 'compare_to'],
  label: 'Compare to',
  control: 'text',
  placeholder: '-1y; empty = the period before',
  when: (query) => part(query, 'compareFilter')['compare'] === true,
};
const groups: OptionField = {
  path: ['aggregation_group_type_index'],
  label: 'Count groups of type',
  control: 'number',
  placeholder: 'persons',
};
const sampling: OptionField = {
  path: ['samplingFactor'],
  label: 'Sample',
  control: 'number',
  placeholder: '1 = all',
};

const isFunnel = (view: string) => (query: InsightQuery) =>
  (part(query, 'funnelsFilter')['funnelVizType'] ?? 'steps') === view;
const hasBreakdown = (query: InsightQuery) => 'breakdownFilter' in query;

/** The members of each kind beside series, filters, range and breakdown. */
export const OPTION_FIELDS: Readonly<Record<InsightKind, readonly OptionField[]>> = {
  TrendsQuery: [
    interval,
    {
      path: ['trendsFilter', 'display'],
      label: 'Drawn as',
      control: 'choice',
      choices: [
        ['ActionsLineGraph', 'Lines'],
        ['ActionsAreaGraph', 'Areas'],
        ['ActionsBar', 'Stacked bars'],
        ['ActionsUnstackedBar', 'Bars'],
        ['ActionsLineGraphCumulative', 'Cumulative lines'],
        ['BoldNumber', 'Number'],
        ['ActionsBarValue', 'Total bars'],
        ['ActionsTable', 'Total table'],
        ['ActionsPie', 'Pie'],
        ['WorldMap', 'World map'],
      ],
    },
    {
      path: ['trendsFilter', 'smoothingIntervals'],
      label: 'Smooth over',
      control: 'number',
      placeholder: '1',
    },
    compare,
    compareTo,
    sampling,
  ],
  FunnelsQuery: [
    {
      path: ['funnelsFilter', 'funnelVizType'],
      label: 'View',
      control: 'choice',
      choices: [
        ['steps', 'Steps'],
        ['time_to_convert', 'Time to convert'],
        ['trends', 'Conversion over time'],
      ],
    },
    {
      path: ['funnelsFilter', 'funnelOrderType'],
      label: 'Order',
      control: 'choice',
      choices: [
        ['ordered', 'In this order'],
        ['strict', 'In this order, nothing between'],
        ['unordered', 'In any order'],
      ],
    },
    {
      path: ['funnelsFilter', 'funnelWindowInterval'],
      label: 'Within',
      control: 'number',
      placeholder: '14',
    },
    {
      path: ['funnelsFilter', 'funnelWindowIntervalUnit'],
      label: 'Unit',
      control: 'choice',
      choices: ['day', 'week', 'month', 'hour', 'minute', 'second'].map(
        (unit) => [unit, `${unit}s`] as const,
      ),
    },
    {
      path: ['funnelsFilter', 'funnelFromStep'],
      label: 'From step (0 = first)',
      control: 'number',
      when: (query) => !isFunnel('steps')(query),
    },
    {
      path: ['funnelsFilter', 'funnelToStep'],
      label: 'To step',
      control: 'number',
      when: (query) => !isFunnel('steps')(query),
    },
    {
      path: ['funnelsFilter', 'binCount'],
      label: 'Bins',
      control: 'number',
      placeholder: 'auto',
      when: isFunnel('time_to_convert'),
    },
    { ...interval, when: isFunnel('trends') },
    {
      path: ['funnelsFilter', 'breakdownAttributionType'],
      label: 'Value of the breakdown',
      control: 'choice',
      choices: [
        ['first_touch', 'First one'],
        ['last_touch', 'Last one'],
        ['all_events', 'Each one apart'],
        ['step', 'That of a step'],
      ],
      when: hasBreakdown,
    },
    {
      path: ['funnelsFilter', 'breakdownAttributionValue'],
      label: 'Step (0 = first)',
      control: 'number',
      when: (query) =>
        hasBreakdown(query) && part(query, 'funnelsFilter')['breakdownAttributionType'] === 'step',
    },
    groups,
    {
      path: ['funnelsFilter', 'funnelAggregateByHogQL'],
      label: 'Count by expression',
      control: 'text',
      placeholder: 'person_id',
    },
    sampling,
  ],
  RetentionQuery: [
    {
      path: ['retentionFilter', 'period'],
      label: 'Per',
      control: 'choice',
      choices: ['Day', 'Week', 'Month', 'Hour'].map((name) => [name, name.toLowerCase()] as const),
    },
    { path: ['retentionFilter', 'totalIntervals'], label: 'Periods', control: 'number', placeholder: '8' },
    {
      path: ['retentionFilter', 'retentionType'],
      label: 'A cohort are those who did it',
      control: 'choice',
      choices: [
        ['retention_recurring', 'In the period'],
        ['retention_first_time', 'For the first time'],
        ['retention_first_ever_occurrence', 'For the first time ever, filters apart'],
      ],
    },
    {
      path: ['retentionFilter', 'minimumOccurrences'],
      label: 'At least so often',
      control: 'number',
      placeholder: '1',
    },
    { path: ['retentionFilter', 'cumulative'], label: 'On or after the period', control: 'flag' },
    {
      path: ['retentionFilter', 'retentionCustomBrackets'],
      label: 'Brackets',
      control: 'numbers',
      placeholder: '1, 3, 5',
    },
    {
      path: ['retentionFilter', 'display'],
      label: 'Drawn as',
      control: 'choice',
      choices: [
        ['ActionsTable', 'Table'],
        ['ActionsLineGraph', 'Curves'],
      ],
    },
    groups,
    sampling,
  ],
  LifecycleQuery: [interval, groups, sampling],
  StickinessQuery: [
    interval,
    { path: ['intervalCount'], label: 'Intervals together', control: 'number', placeholder: '1' },
    {
      path: ['stickinessFilter', 'computedAs'],
      label: 'Count',
      control: 'choice',
      choices: [
        ['non_cumulative', 'Exactly so many'],
        ['cumulative', 'So many or more'],
      ],
    },
    {
      path: ['stickinessFilter', 'stickinessCriteria', 'operator'],
      label: 'An interval counts with',
      control: 'choice',
      choices: [
        ['', 'any event'],
        ['gte', 'at least'],
        ['lte', 'at most'],
        ['exact', 'exactly'],
      ],
    },
    {
      path: ['stickinessFilter', 'stickinessCriteria', 'value'],
      label: 'events',
      control: 'number',
      when: (query) => 'stickinessCriteria' in part(query, 'stickinessFilter'),
    },
    compare,
    compareTo,
    sampling,
  ],
  PathsQuery: [
    {
      path: ['pathsFilter', 'includeEventTypes'],
      label: 'Items ($pageview, $screen, custom_event, hogql)',
      control: 'texts',
      placeholder: 'all events',
    },
    {
      path: ['pathsFilter', 'pathsHogQLExpression'],
      label: 'Expression',
      control: 'text',
      placeholder: 'properties.$current_url',
    },
    { path: ['pathsFilter', 'startPoint'], label: 'Starts at', control: 'text', placeholder: 'anywhere' },
    { path: ['pathsFilter', 'endPoint'], label: 'Ends at', control: 'text', placeholder: 'anywhere' },
    {
      path: ['pathsFilter', 'pathGroupings'],
      label: 'Items as one (with *)',
      control: 'texts',
      placeholder: '/notes/*',
    },
    { path: ['pathsFilter', 'excludeEvents'], label: 'Left out', control: 'texts' },
    { path: ['pathsFilter', 'stepLimit'], label: 'Steps', control: 'number', placeholder: '5' },
    { path: ['pathsFilter', 'edgeLimit'], label: 'Edges', control: 'number', placeholder: '50' },
    { path: ['pathsFilter', 'minEdgeWeight'], label: 'Gone at least', control: 'number' },
    { path: ['pathsFilter', 'maxEdgeWeight'], label: 'Gone at most', control: 'number' },
    {
      path: ['pathsFilter', 'pathReplacements'],
      label: 'Clean paths by the rules of the project',
      control: 'flag',
    },
    groups,
    sampling,
  ],
};

/** Members that have controls of their own. */
const OWN_CONTROLS: Readonly<Record<InsightKind, readonly string[]>> = {
  TrendsQuery: [
    'series',
    'breakdownFilter.breakdown',
    'breakdownFilter.breakdown_type',
    'breakdownFilter.breakdown_limit',
    'trendsFilter.formulaNodes',
  ],
  FunnelsQuery: [
    'series',
    'breakdownFilter.breakdown',
    'breakdownFilter.breakdown_type',
    'breakdownFilter.breakdown_limit',
    'funnelsFilter.exclusions',
  ],
  RetentionQuery: [
    'retentionFilter.targetEntity',
    'retentionFilter.returningEntity',
    'breakdownFilter.breakdown',
    'breakdownFilter.breakdown_type',
    'breakdownFilter.breakdown_limit',
  ],
  LifecycleQuery: ['series', 'lifecycleFilter.toggledLifecycles'],
  StickinessQuery: ['series'],
  PathsQuery: [],
};
const SHARED = [
  'kind',
  'properties',
  'filterTestAccounts',
  'dateRange.date_from',
  'dateRange.date_to',
  'dateRange.explicitDate',
  'dateRange.excludeIncompletePeriods',
];

/** Paths of members that the form does not show: they are kept, and stand in the JSON. */
export function hiddenMembers(query: InsightQuery): string[] {
  const shown = [
    ...SHARED,
    ...(OWN_CONTROLS[query.kind] ?? []),
    ...(OPTION_FIELDS[query.kind] ?? []).map(({ path }) => path.join('.')),
  ];
  return Object.entries(query).flatMap(([name, value]) => hiddenIn(name, value, shown));
}

function hiddenIn(path: string, value: unknown, shown: readonly string[]): string[] {
  if (value === null || value === undefined || shown.includes(path)) return [];
  const isAround = shown.some((one) => one.startsWith(`${path}.`));
  if (!isAround || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([name, inner]) => hiddenIn(`${path}.${name}`, inner, shown));
}
