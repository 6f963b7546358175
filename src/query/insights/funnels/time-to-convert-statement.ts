import type { Expr, SelectStatement } from '../../language/ast.ts';
import { constant } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import type { FunnelFrame } from './funnel-frame.ts';

const MAX_BINS = 90;
const MAX_AUTOMATIC_BINS = 60;

/**
 * One row per bin with actors: (bin, actors, lowest, width, bins, mean). `lowest` and `width` are seconds, a minute
 * when all times are equal; `bins` is the number of bins without the last, which holds the longest time; `mean` is in
 * microseconds.
 * @param best `bestOfActors`
 */
export function timeToConvertStatement(frame: FunnelFrame, best: SelectStatement): SelectStatement {
  const [start, end] = [frame.fromStep + 1, frame.toStep + 1];
  return statement`
    SELECT
      intDiv(wait - lowest * 1000000, width * 1000000) AS bin,
      count() AS actors,
      lowest, width, bins, mean
    FROM (
      SELECT
        wait, mean, bins, lowest,
        if(highest - lowest = 0, 60, intDiv(highest - lowest + bins - 1, bins)) AS width
      FROM (
        SELECT
          wait, mean,
          ${binsOf(frame)} AS bins,
          intDiv(least, 1000000) AS lowest,
          intDiv(most + 999999, 1000000) AS highest
        FROM (
          SELECT
            wait,
            count() OVER () AS converted,
            min(wait) OVER () AS least, max(wait) OVER () AS most, avg(wait) OVER () AS mean
          FROM (
            SELECT arrayElement(best, ${end}) - arrayElement(best, ${start}) AS wait
            FROM ${best}
            WHERE arrayElement(best, ${end}) != 0
          )
        )
      )
    )
    GROUP BY bin, lowest, width, bins, mean`;
}

/**
 * The number of bins: as asked for, else the cube root of the number of actors, rounded up. The cube root is exact,
 * unlike a root of floats.
 */
function binsOf({ query }: FunnelFrame): Expr {
  const given = query.funnelsFilter?.binCount;
  if (given !== undefined) return constant(Math.min(Math.max(given, 1), MAX_BINS));
  return expression`arrayCount(i -> i * i * i < converted, range(1, ${MAX_AUTOMATIC_BINS})) + 1`;
}
