import { addedCounts, classDurationMs, type UsageCounts } from '../../adapters/store/usage-store.ts';
import type { Served, Usage } from '../../schema/usage.ts';

/** Sums of runs whose answers came from one place. */
interface SourceSums extends Pick<UsageCounts, 'runs'> {
  readonly servedFrom: string;
}

/** How many answers came from where. */
export function describeServed(list: readonly SourceSums[]): Served {
  const served = { cache: 0, materialized: 0, direct: 0 };
  for (const { servedFrom, runs } of list)
    if (servedFrom === 'cache' || servedFrom === 'materialized' || servedFrom === 'direct')
      served[servedFrom] += runs;
  return served;
}

/** Sums of all of them, in the names of answers. */
export function describeSums(list: readonly UsageCounts[]) {
  const sums = addedCounts((name) => list.reduce((total, each) => total + each[name], 0));
  const answered = sums.runs - sums.errors;
  return {
    runs: sums.runs,
    errors: sums.errors,
    cache_hits: sums.hits,
    hit_rate: answered === 0 ? null : sums.hits / answered,
    rows: sums.rows,
    rows_read: sums.rowsRead,
    bytes_read: sums.bytesRead,
  };
}

interface ClassRuns extends Pick<UsageCounts, 'runs'> {
  readonly durationClass: number;
}

/** @param classes in the order of durations */
export function percentiles(classes: readonly ClassRuns[]): Pick<Usage, 'p50_ms' | 'p95_ms'> {
  const runs = classes.reduce((total, each) => total + each.runs, 0);
  return { p50_ms: percentile(classes, runs * 0.5), p95_ms: percentile(classes, runs * 0.95) };
}

/** The duration of the run at a given place in the order of durations; null without runs. */
function percentile(classes: readonly ClassRuns[], place: number): number | null {
  let passed = 0;
  for (const { durationClass, runs } of classes) {
    passed += runs;
    if (passed >= place) return Math.round(classDurationMs(durationClass) * 1000) / 1000;
  }
  return null;
}
