import type { SelectStatement } from '../../language/ast.ts';
import { alias, call, constant, unionAll } from '../../language/build.ts';
import { statement } from '../../language/dialect.ts';
import type { ResultTable } from '../../run-plan.ts';
import { breakdownNumber } from '../breakdown-text.ts';
import type { InsightPlan } from '../insight-plan.ts';
import type { Period } from '../periods.ts';
import { between } from '../row-conditions.ts';
import type { BinEdges } from './bin-text.ts';
import { seriesSource } from './series-source.ts';
import type { TrendsFrame } from './trends-frame.ts';

/** Edges of the histogram of each breakdown part, for one series in one period. */
export type HistogramBins = (period: Period, series: number) => readonly (BinEdges | undefined)[];

/** The bins of queries without a histogram. */
export const NO_BINS: HistogramBins = () => [];

export function hasHistogram({ breakdown }: TrendsFrame): boolean {
  return breakdown?.parts.some(({ binCount }) => binCount !== undefined) === true;
}

/**
 * Finds the smallest and largest number of every histogram part over the rows of each series and period, then goes on.
 * With formulas all series of a period share their edges, so that their values can be combined.
 */
export function probeBins(frame: TrendsFrame, next: (bins: HistogramBins) => InsightPlan): InsightPlan {
  const places = frame.periods.flatMap((period) =>
    frame.query.series.map((_, series) => ({ period, series })),
  );
  return {
    kind: 'probe',
    statement: unionAll(
      places.map(({ period, series }, place) => edgesStatement(frame, period, series, place)),
    ),
    next: (table) => {
      const found = new Map(table.rows.map((row) => [Number(row[0]), edgesOf(row)]));
      return next((period, series) => {
        const own = places.flatMap((place, index) =>
          place.period === period && (frame.formulas.length > 0 || place.series === series)
            ? [found.get(index) ?? []]
            : [],
        );
        return (frame.breakdown?.parts ?? []).map((_, part) => joined(own.map((edges) => edges[part])));
      });
    },
  };
}

/** One row: place, then smallest and largest number of each part; parts without bins have NULL. */
function edgesStatement(frame: TrendsFrame, period: Period, series: number, place: number): SelectStatement {
  const { matched } = seriesSource(frame, period, series, []);
  const { rowsFrom, to } = period.buckets.bounds;
  const edges = (frame.breakdown?.parts ?? []).flatMap((part, index) => {
    const number = part.binCount === undefined ? undefined : breakdownNumber(part);
    return (['min', 'max'] as const).map((name) =>
      alias(`${name}_${index + 1}`, number ? call(name, number) : constant(null)),
    );
  });
  return statement`
    SELECT ${place} AS place, ${edges} FROM events WHERE ${matched} AND ${between(rowsFrom, to)}`;
}

function edgesOf(row: ResultTable['rows'][number]): readonly (BinEdges | undefined)[] {
  const numbers = row.slice(1);
  return Array.from({ length: numbers.length / 2 }, (_, part) => {
    const [low, high] = [numbers[2 * part], numbers[2 * part + 1]];
    return typeof low === 'number' && typeof high === 'number' ? { low, high } : undefined;
  });
}

function joined(edges: readonly (BinEdges | undefined)[]): BinEdges | undefined {
  const known = edges.filter((one) => one !== undefined);
  if (known.length === 0) return undefined;
  return {
    low: Math.min(...known.map(({ low }) => low)),
    high: Math.max(...known.map(({ high }) => high)),
  };
}
