import type { SelectStatement } from '../../language/ast.ts';
import { field } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { keptValues } from './kept-values.ts';

/**
 * One row per breakdown value, with one row for all values beyond the limit: (is_other, kept, counts, means, medians).
 * `counts` has one number per step. `means` and `medians` have one per step after the first, of the microseconds since
 * the step before, without zeros ([F-17]). Aggregates of lists count all steps together, so the SQL does not grow with
 * the steps.
 * @param best `bestOfActors`
 */
export function stepsStatement(frame: FunnelFrame, best: SelectStatement): SelectStatement {
  const actors = waitsOfActors(frame, best);
  if (!frame.breakdown) {
    return statement`
      SELECT
        0 AS is_other, '' AS kept,
        _sumForEach(took) AS totals, _meanForEach(waits) AS means, _quantileForEach(0.5)(waits) AS medians
      FROM ${actors}`;
  }
  const values = statement`
    SELECT value, _sumForEach(took) AS counts, _listForEach(waits) AS waits FROM ${actors} GROUP BY value`;
  const { length } = frame;
  const ranks = Array.from({ length }, (_, index) => expression`arrayElement(counts, ${length - index})`);
  return statement`
    SELECT
      is_other, kept,
      _sumForEach(counts) AS totals,
      _meanOfListsForEach(waits) AS means,
      _quantileOfListsForEach(0.5)(waits) AS medians
    FROM ${keptValues(frame, values, ranks, ['counts', 'waits'])}
    GROUP BY is_other, kept`;
}

/**
 * (value, took, waits): `took` has 1 for each step that was taken; `waits` has the microseconds before each later step,
 * or null. Optional steps may have been skipped, so a wait begins with the last step that was taken.
 */
function waitsOfActors({ breakdown }: FunnelFrame, best: SelectStatement): SelectStatement {
  return statement`
    SELECT
      ${breakdown && field('value')},
      arrayMap(t -> if(t != 0, 1, 0), best) AS took,
      arrayMap(
        (t, p) -> if(t - p > 0, toFloat(t - p), NULL),
        arrayPopFront(best), arrayPopBack(arrayFill(t -> t != 0, best))
      ) AS waits
    FROM ${best}`;
}
