import type { SeededRandom } from '../../src/services/demo/random.ts';
import { randomFilter, randomFilters } from './generate-filter.ts';
import { funnelMembers } from './generate-funnel.ts';
import { EVENT_NAMES } from './generate-world.ts';
import type { Query } from './model.ts';
import type { Interval } from './time.ts';

// Random valid queries, inside what the plain-loop evaluator can judge. What it leaves out on purpose is written where
// it is left out.

const maybe = <T>(random: SeededRandom, probability: number, make: () => T): T | undefined =>
  random.chance(probability) ? make() : undefined;

/** Drops members that are undefined, so that a query holds only what was drawn. */
function compact(members: Record<string, unknown>): Query {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function dateRange(random: SeededRandom, interval: Interval, now: string): Query | undefined {
  if (interval === 'second') {
    const before = (seconds: number) => new Date(Date.parse(now) - seconds * 1000).toISOString();
    const start = random.between(2000, 80_000);
    const window = { date_from: before(start), date_to: before(start - 2000) };
    return random.pick([window, window, { date_from: '-90s' }, { date_from: '-5M' }]);
  }
  if (interval === 'minute') return { date_from: random.pick(['-30M', '-2h']) };
  if (interval === 'hour') {
    const from = random.pick(['-24h', '-36h', '-2d', 'dStart', '-1dStart']);
    return compact({
      date_from: from,
      date_to: maybe(random, 0.3, () => random.pick(['-1h', '-3hEnd', '-1dEnd'])),
    });
  }
  const day = (back: number) => new Date(Date.parse(now) - back * 86_400_000).toISOString().slice(0, 10);
  const from = random.pick([
    undefined,
    '-7d',
    '7d',
    '-14d',
    '-36h',
    '-3w',
    '-1m',
    'mStart',
    '-1mStart',
    'wStart',
    '-1wStart',
    'qStart',
    'yStart',
    day(20),
    `${day(12)}T13:30:00`,
    `${day(9)}T22:00:00Z`,
    'all',
  ]);
  const to = maybe(random, 0.35, () =>
    random.pick(['-1dEnd', '-2d', day(3), `${day(2)}T10:15:00`, '-1wEnd', '-30d']),
  );
  const explicitDate = maybe(random, 0.15, () => true);
  return compact({ date_from: from, date_to: to, explicitDate });
}

/** Often enough the range without its incomplete periods ([D-13a]). */
function withCompletePeriods(random: SeededRandom, range: Query | undefined): Query | undefined {
  return random.chance(0.2) ? { ...range, excludeIncompletePeriods: true } : range;
}

function node(random: SeededRandom, more: Record<string, unknown> = {}): Record<string, unknown> {
  const event = random.chance(0.1) ? null : random.pick(EVENT_NAMES);
  const properties = maybe(random, 0.2, () => [randomFilter(random)]);
  return { kind: 'EventsNode', event, ...(properties === undefined ? {} : { properties }), ...more };
}

function shared(random: SeededRandom, interval: Interval, now: string): Record<string, unknown> {
  return {
    dateRange: withCompletePeriods(random, dateRange(random, interval, now)),
    properties: maybe(random, 0.35, () => randomFilters(random)),
    filterTestAccounts: maybe(random, 0.15, () => true),
  };
}

// ------------------------------------------------------------------------------------------------------- trends

const PLAIN_MATHS = ['total', 'total', 'dau', 'unique_session'] as const;
const NUMBER_MATHS = ['sum', 'avg', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'] as const;
const ACTOR_MATHS = [
  'avg_count_per_actor',
  'min_count_per_actor',
  'max_count_per_actor',
  'median_count_per_actor',
  'p90_count_per_actor',
] as const;

function math(random: SeededRandom): Record<string, unknown> {
  switch (random.between(0, 9)) {
    case 0:
      return {
        math: random.pick(NUMBER_MATHS),
        math_property: 'amount',
        ...(random.chance(0.3) ? { math_multiplier: 2 } : {}),
      };
    case 1:
      return {
        math: random.pick(NUMBER_MATHS),
        math_property: 'age',
        math_property_type: 'person_properties',
      };
    case 2:
      return { math: random.pick(ACTOR_MATHS) };
    case 3:
      return { math: random.pick(['weekly_active', 'monthly_active']) };
    case 4:
      return { math: random.pick(['unique_group', 'dau']), math_group_type_index: 0 };
    case 5:
      return { math: random.pick(['first_time_for_user', 'first_matching_event_for_user']) };
    case 6:
      return {
        math: random.pick(['sum', 'avg', 'max']),
        math_property: '$session_duration',
        math_property_type: 'session_properties',
      };
    default:
      return { math: random.pick(PLAIN_MATHS) };
  }
}

function breakdownFilter(random: SeededRandom): Query {
  const single = random.pick([
    { breakdown: 'os' },
    { breakdown: 'amount' },
    { breakdown: 'plan', breakdown_type: 'person' },
    { breakdown: 'tier', breakdown_type: 'group', breakdown_group_type_index: 0 },
    { breakdown: '$current_url', breakdown_normalize_url: true },
    { breakdowns: [{ property: 'os' }, { property: 'plan', type: 'person' }] },
    { breakdowns: [{ property: 'flag', type: 'event' }] },
  ]);
  return compact({
    ...single,
    breakdown_limit: maybe(random, 0.4, () => random.between(1, 3)),
    breakdown_hide_other_aggregation: maybe(random, 0.2, () => true),
  });
}

/**
 * Left out: histograms (the text of a bin's bounds is judged by hand-made cases), several formulas together with a
 * comparison, cumulative display with breakdown, sampling.
 */
export function randomTrends(random: SeededRandom, now: string): Query {
  const interval = random.pick([
    'day',
    'day',
    'day',
    'week',
    'month',
    'hour',
    'minute',
    'quarter',
    'year',
    'second',
  ] as const);
  const series = Array.from({ length: random.between(1, 3) }, () => node(random, math(random)));
  const display = random.pick([
    undefined,
    undefined,
    'ActionsBar',
    'ActionsLineGraphCumulative',
    'BoldNumber',
    'ActionsTable',
    'ActionsPie',
  ]);
  const hasBreakdown = display !== 'ActionsLineGraphCumulative' && random.chance(0.35);
  const formula = maybe(random, 0.15, () =>
    random.pick(['A', 'A + 1', '-A * 2', 'A / 2 % 3', '(A + A) ** 2', series.length > 1 ? 'A / B' : 'A']),
  );
  const trendsFilter = compact({
    display,
    formula,
    smoothingIntervals: maybe(random, 0.1, () => random.between(2, 4)),
  });
  return compact({
    kind: 'TrendsQuery',
    ...shared(random, interval, now),
    interval: interval === 'day' && random.chance(0.5) ? undefined : interval,
    series,
    trendsFilter: Object.keys(trendsFilter).length > 0 ? trendsFilter : undefined,
    breakdownFilter: hasBreakdown ? breakdownFilter(random) : undefined,
    compareFilter: maybe(random, 0.2, () => ({
      compare: true,
      ...(random.chance(0.4) ? { compare_to: random.pick(['-1w', '-1m', '-14d']) } : {}),
    })),
  });
}

// --------------------------------------------------------------------------------------------------- other kinds

function randomLifecycle(random: SeededRandom, now: string): Query {
  const interval = random.pick(['day', 'day', 'week', 'month', 'hour', 'quarter', 'year', 'second'] as const);
  const group = maybe(random, 0.15, () => 0);
  return compact({
    kind: 'LifecycleQuery',
    ...shared(random, interval, now),
    interval,
    series: [node(random)],
    aggregation_group_type_index: group,
  });
}

function randomStickiness(random: SeededRandom, now: string): Query {
  const interval = random.pick(['day', 'day', 'week', 'month', 'hour', 'quarter', 'year', 'second'] as const);
  const maths = [{}, {}, { math: 'unique_group', math_group_type_index: 0 }];
  const stickinessFilter = compact({
    computedAs: maybe(random, 0.4, () => random.pick(['cumulative', 'non_cumulative'])),
    stickinessCriteria: maybe(random, 0.3, () => ({
      operator: random.pick(['gte', 'lte', 'exact']),
      value: random.between(1, 3),
    })),
  });
  return compact({
    kind: 'StickinessQuery',
    ...shared(random, interval, now),
    interval,
    intervalCount: maybe(random, 0.2, () => random.between(2, 3)),
    series: Array.from({ length: random.between(1, 2) }, () => node(random, random.pick(maths))),
    stickinessFilter: Object.keys(stickinessFilter).length > 0 ? stickinessFilter : undefined,
    compareFilter: maybe(random, 0.2, () => ({ compare: true })),
  });
}

/** Left out: sums and averages of a property ([R-12]), which are judged by hand-made cases. */
export function randomRetention(random: SeededRandom, now: string): Query {
  const period = random.pick(['Day', 'Day', 'Week', 'Month', 'Hour'] as const);
  const entity = () => ({
    id: random.chance(0.1) ? null : random.pick(EVENT_NAMES),
    type: 'events',
    ...(random.chance(0.25) ? { properties: [randomFilter(random)] } : {}),
  });
  const totalIntervals = random.between(2, 7);
  const day = new Date(Date.parse(now) - 2 * 86_400_000).toISOString().slice(0, 10);
  const mode = maybe(random, 0.2, () => '24_hour_windows');
  const range =
    period === 'Hour'
      ? { date_from: random.pick(['-6h', '-40h']) }
      : random.pick([undefined, { date_from: '-10d' }, { date_to: day }, { date_from: 'mStart' }]);
  return compact({
    kind: 'RetentionQuery',
    dateRange: range,
    properties: maybe(random, 0.3, () => randomFilters(random)),
    filterTestAccounts: maybe(random, 0.15, () => true),
    aggregation_group_type_index: maybe(random, 0.15, () => 0),
    retentionFilter: compact({
      targetEntity: entity(),
      returningEntity: entity(),
      period,
      totalIntervals,
      retentionType: maybe(random, 0.6, () =>
        random.pick(['retention_recurring', 'retention_first_time', 'retention_first_ever_occurrence']),
      ),
      minimumOccurrences: maybe(random, 0.2, () => 2),
      cumulative: mode === undefined ? maybe(random, 0.2, () => true) : undefined,
      retentionCustomBrackets: maybe(random, 0.15, () =>
        random.pick([
          [1, 3],
          [2, 2, 1],
        ]),
      ),
      timeWindowMode: mode,
      ...maybe(random, 0.2, () => ({
        aggregationType: random.pick(['sum', 'avg']),
        aggregationProperty: 'amount',
      })),
    }),
    breakdownFilter: maybe(random, 0.25, () =>
      random.pick([{ breakdown: 'os' }, { breakdown: 'plan', breakdown_type: 'person' }]),
    ),
  });
}

export function randomFunnel(random: SeededRandom, now: string): Query {
  const interval = random.pick(['day', 'day', 'week', 'hour', 'quarter', 'year', 'second'] as const);
  return compact({
    kind: 'FunnelsQuery',
    ...shared(random, interval, now),
    interval,
    aggregation_group_type_index: maybe(random, 0.1, () => 0),
    ...funnelMembers(random),
  });
}

/** Left out: expressions, funnel paths. */
export function randomPaths(random: SeededRandom, now: string): Query {
  const types = maybe(random, 0.6, () =>
    ['$pageview', '$screen', 'custom_event'].filter(() => random.chance(0.7)),
  );
  return compact({
    kind: 'PathsQuery',
    ...shared(random, 'day', now),
    pathsFilter: compact({
      includeEventTypes: types !== undefined && types.length > 0 ? types : undefined,
      startPoint: maybe(random, 0.25, () => random.pick(['view', 'https://a.example/pricing', 'Home'])),
      endPoint: maybe(random, 0.2, () => random.pick(['buy', 'signup', 'https://a.example'])),
      pathGroupings: maybe(random, 0.2, () => random.pick([['https://a.example/p*'], ['*docs*', 'b*']])),
      excludeEvents: maybe(random, 0.2, () => [random.pick(['view', 'Home', 'https://a.example'])]),
      stepLimit: maybe(random, 0.4, () => random.between(2, 8)),
      edgeLimit: maybe(random, 0.2, () => random.between(1, 5)),
      minEdgeWeight: maybe(random, 0.2, () => 2),
      localPathCleaningFilters: maybe(random, 0.2, () => [{ regex: '\\?.*$', alias: '' }]),
    }),
  });
}

export interface InsightKind {
  readonly kind: string;
  /** Keeps the seeds of kinds apart. */
  readonly place: number;
  readonly draw: (random: SeededRandom, now: string) => Query;
  /** Whether people of its worlds do several things at one instant. */
  readonly hasTies?: boolean;
}

/** Every kind with its generator. */
export const INSIGHT_KINDS: readonly InsightKind[] = [
  { kind: 'TrendsQuery', place: 1, draw: randomTrends },
  { kind: 'LifecycleQuery', place: 2, draw: randomLifecycle },
  { kind: 'StickinessQuery', place: 3, draw: randomStickiness },
  { kind: 'RetentionQuery', place: 4, draw: randomRetention },
  { kind: 'FunnelsQuery', place: 5, draw: randomFunnel, hasTies: true },
  { kind: 'PathsQuery', place: 6, draw: randomPaths },
];
