import {
  evaluateFunnelSteps,
  evaluateFunnelTrends,
  evaluateTimeToConvert,
  type StepResult,
} from './funnels.ts';
import { evaluateLifecycle } from './lifecycle.ts';
import type { Query, World } from './model.ts';
import { evaluatePaths } from './paths.ts';
import { evaluateRetention } from './retention.ts';
import { evaluateStickiness } from './stickiness.ts';
import { evaluateTrends } from './trends.ts';

/** What the service answered, as parsed JSON. */
export interface Answer {
  readonly results: unknown;
  readonly hasMore?: boolean;
}

/**
 * Compares the service's answer to a query with the plain-loop evaluation.
 * @returns null when they agree, else a sentence with the path and both values
 */
export function judge(query: Query, world: World, answer: Answer): string | null {
  switch (query['kind']) {
    case 'TrendsQuery': {
      const expected = evaluateTrends(query, world);
      if (expected.hasMore !== (answer.hasMore ?? false))
        return `hasMore: expected ${expected.hasMore}, got ${answer.hasMore}`;
      return difference(expected.results, answer.results, 'results');
    }
    case 'LifecycleQuery':
      return difference(evaluateLifecycle(query, world), answer.results, 'results');
    case 'StickinessQuery':
      return difference(evaluateStickiness(query, world), answer.results, 'results');
    case 'RetentionQuery':
      return difference(evaluateRetention(query, world), answer.results, 'results');
    case 'PathsQuery':
      return difference(evaluatePaths(query, world), answer.results, 'results');
    default:
      return judgeFunnel(query, world, answer.results);
  }
}

function judgeFunnel(query: Query, world: World, results: unknown): string | null {
  const filter = (query['funnelsFilter'] ?? {}) as Record<string, unknown>;
  if (filter['funnelVizType'] === 'time_to_convert')
    return difference(evaluateTimeToConvert(query, world), results, 'results');
  if (filter['funnelVizType'] === 'trends')
    return difference([evaluateFunnelTrends(query, world)], results, 'results');
  const tables = evaluateFunnelSteps(query, world).map((table) => withoutUnclearTimes(table, filter));
  const hasBreakdown =
    typeof ((query['breakdownFilter'] ?? {}) as Record<string, unknown>)['breakdown'] === 'string';
  if (!hasBreakdown) return difference(tables[0], results, 'results');
  return (
    difference(byValue(tables), byValue(results as StepResult[][]), 'results') ??
    countsFall(results as StepResult[][])
  );
}

/** Which steps' times an unordered funnel reports is not specified; only the counts are judged. */
function withoutUnclearTimes(
  table: readonly StepResult[],
  filter: Readonly<Record<string, unknown>>,
): object[] {
  if (filter['funnelOrderType'] !== 'unordered') return [...table];
  return table.map(({ average_conversion_time: _average, median_conversion_time: _median, ...rest }) => rest);
}

/** Tables by value: equal counts may stand in either order. */
function byValue(tables: readonly (readonly object[])[]): Record<string, readonly object[]> {
  const keyOf = (table: readonly object[]) =>
    JSON.stringify((table[0] as { breakdown_value?: unknown } | undefined)?.breakdown_value);
  return Object.fromEntries(
    tables.map((table) => [keyOf(table), table]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
}

function countsFall(tables: readonly (readonly StepResult[])[]): string | null {
  const last = tables.map((table) => table.at(-1)?.count ?? 0);
  return last.every((count, at) => at === 0 || count <= (last[at - 1] ?? 0))
    ? null
    : `tables are not in order: ${last}`;
}

/**
 * First difference between two JSON values. Members that `expected` does not have are not looked at; numbers may
 * differ by 1e-9 of their size.
 */
function difference(expected: unknown, actual: unknown, path: string): string | null {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const near = Math.abs(expected - actual) <= 1e-9 * Math.max(1, Math.abs(expected));
    return near ? null : `${path}: expected ${expected}, got ${actual}`;
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return `${path}: expected ${expected.length} items, got ${actual.length}: ${brief(expected)} against ${brief(actual)}`;
    }
    for (const [at, item] of expected.entries()) {
      const found = difference(item, actual[at], `${path}.${at}`);
      if (found !== null) return found;
    }
    return null;
  }
  if (isRecord(expected) && isRecord(actual)) {
    for (const [key, value] of Object.entries(expected)) {
      const found = difference(value, actual[key], `${path}.${key}`);
      if (found !== null) return found;
    }
    return null;
  }
  return Object.is(expected, actual) ? null : `${path}: expected ${brief(expected)}, got ${brief(actual)}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
