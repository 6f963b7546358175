import type { TrendsQuery } from '../../../schema/insights/trends-query.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import type { Period } from '../periods.ts';
import { planFromEarliest } from '../plan-from-earliest.ts';
import { type HistogramBins, hasHistogram, NO_BINS, probeBins } from './probe-bins.ts';
import { seriesPoints } from './series-points.ts';
import { seriesSource } from './series-source.ts';
import { shapeTrends } from './shape-trends.ts';
import { type TrendsFrame, trendsFrame } from './trends-frame.ts';
import { trendsStatement } from './trends-statement.ts';

/**
 * Compiles a trends query to one statement per series and period. A query with formulas and a breakdown has one
 * statement per period, because its values are ranked over all series.
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileTrends(query: TrendsQuery, context: InsightContext): InsightPlan {
  return planFromEarliest(query, context, (earliest) => {
    const frame = trendsFrame(query, context, earliest);
    return hasHistogram(frame)
      ? probeBins(frame, (bins) => trendsPlan(frame, bins))
      : trendsPlan(frame, NO_BINS);
  });
}

function trendsPlan(frame: TrendsFrame, bins: HistogramBins): InsightPlan {
  const batches = batchesOf(frame);
  return {
    kind: 'rows',
    statements: batches.map(({ period, series }) => {
      const points = series.map((index) =>
        seriesPoints(seriesSource(frame, period, index, bins(period, index))),
      );
      return trendsStatement(frame, period, points);
    }),
    shape: (tables) =>
      shapeTrends(
        frame,
        batches.map(({ period }, index) => ({ period, table: tables[index] })),
      ),
  };
}

/** Series whose values are read by one statement. */
interface Batch {
  readonly period: Period;
  readonly series: readonly number[];
}

function batchesOf(frame: TrendsFrame): readonly Batch[] {
  const all = frame.query.series.map((_, index) => index);
  const together = frame.breakdown !== undefined && frame.formulas.length > 0;
  const groups = together ? [all] : all.map((index) => [index]);
  return frame.periods.flatMap((period) => groups.map((series) => ({ period, series })));
}
