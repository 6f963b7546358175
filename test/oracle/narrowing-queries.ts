import type { SeededRandom } from '../../src/services/demo/random.ts';
import { type InsightKind, randomFunnel, randomRetention, randomTrends } from './generate-query.ts';
import type { OracleFilter, Query } from './model.ts';

// Queries whose numbers a filter can only lower. Others may rise: an average without its low values, a first-time event
// whose predecessor is gone, a breakdown value that takes the place of another.

/** More values than any world has. */
const NO_LIMIT = 1000;
const NEVER_RISING = new Set([
  'total',
  'dau',
  'unique_session',
  'unique_group',
  'weekly_active',
  'monthly_active',
]);
type Members = Readonly<Record<string, unknown>>;

/** Counts, unique counts and sums of numbers from 0, without formula, smoothing and comparison. */
function narrowingTrends(random: SeededRandom, now: string): Query {
  const { compareFilter: _, trendsFilter, breakdownFilter, ...query } = randomTrends(random, now);
  const { display } = (trendsFilter ?? {}) as Members;
  const series = (query['series'] as readonly Members[]).map(
    ({ math, math_property, math_property_type, math_multiplier, math_group_type_index, ...node }) => {
      if (math === 'sum' && math_property !== '$session_duration') {
        return {
          ...node,
          math,
          math_property,
          ...(math_property_type !== undefined && { math_property_type }),
        };
      }
      if (!NEVER_RISING.has(String(math))) return node;
      return { ...node, math, ...(math_group_type_index !== undefined && { math_group_type_index }) };
    },
  );
  return {
    ...query,
    series,
    ...(display !== undefined && { trendsFilter: { display } }),
    ...(breakdownFilter !== undefined && { breakdownFilter: unlimited(breakdownFilter as Members) }),
  };
}

/** Recurring, on calendar periods: a clock of the actor's own starts elsewhere when its first event is gone. */
function narrowingRetention(random: SeededRandom, now: string): Query {
  const { breakdownFilter: _, retentionFilter, ...query } = randomRetention(random, now);
  const { timeWindowMode: _mode, retentionType: _type, ...filter } = retentionFilter as Members;
  return { ...query, retentionFilter: filter };
}

/** Counts of ordered steps without exclusions. */
function narrowingFunnel(random: SeededRandom, now: string): Query {
  const { breakdownFilter: _, funnelsFilter, ...query } = randomFunnel(random, now);
  const { funnelWindowInterval, funnelWindowIntervalUnit } = funnelsFilter as Members;
  return {
    ...query,
    funnelsFilter: {
      ...(funnelWindowInterval !== undefined && { funnelWindowInterval }),
      ...(funnelWindowIntervalUnit !== undefined && { funnelWindowIntervalUnit }),
    },
  };
}

/** Totals over a complete breakdown. */
export function brokenDownTotals(random: SeededRandom, now: string): Query {
  for (;;) {
    const query = narrowingTrends(random, now);
    if (query['breakdownFilter'] === undefined) continue;
    const series = (query['series'] as readonly Members[]).map(
      ({
        math: _math,
        math_property: _property,
        math_property_type: _type,
        math_group_type_index: _group,
        ...node
      }) => node,
    );
    return { ...query, series };
  }
}

/** The query with more filters, all of which must pass. */
export function narrowed(query: Query, filters: readonly OracleFilter[]): Query {
  const own = (query['properties'] ?? []) as OracleFilter | readonly OracleFilter[];
  const stored = Array.isArray(own) ? { type: 'AND', values: own } : own;
  return { ...query, properties: { type: 'AND', values: [stored, { type: 'AND', values: filters }] } };
}

function unlimited({ breakdown_hide_other_aggregation: _, ...breakdown }: Members): Members {
  return { ...breakdown, breakdown_limit: NO_LIMIT };
}

/** The kinds with their generators. */
export const NARROWING_KINDS: readonly InsightKind[] = [
  { kind: 'TrendsQuery', place: 1, draw: narrowingTrends },
  { kind: 'RetentionQuery', place: 2, draw: narrowingRetention },
  { kind: 'FunnelsQuery', place: 3, draw: narrowingFunnel },
];
