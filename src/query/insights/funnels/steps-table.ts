import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  internalCall,
  select,
} from '../../language/build.ts';
import { type FunnelFrame, isOptional } from './funnel-frame.ts';
import { keptValues } from './kept-values.ts';
import { item } from './tuple-item.ts';

/**
 * One row per breakdown value, those beyond the limit together: (is_other, kept, counts, means, medians). `counts` has
 * one number per step; means and medians one per step after the first, of the microseconds since the step before,
 * without zeros (F-17).
 */
export function stepsTable(frame: FunnelFrame, best: SelectQuery): SelectQuery {
  const later = Array.from({ length: frame.length - 1 }, (_, index) => index + 1);
  const waits = later.map((step) => `waits_${step}`);
  const ranks = Array.from({ length: frame.length }, (_, index) =>
    call('arrayElement', field('counts'), constant(frame.length - index)),
  );
  return select({
    select: [
      field('is_other'),
      field('kept'),
      alias('totals', internalCall('_sumForEach', field('counts'))),
      alias('means', { kind: 'Array', exprs: waits.map((name) => call('avgArray', field(name))) }),
      alias('medians', { kind: 'Array', exprs: waits.map((name) => medianOf(field(name))) }),
    ],
    select_from: from(keptValues(frame, valuesOf(frame, best, later), ranks, ['counts', ...waits])),
    group_by: [field('is_other'), field('kept')],
  });
}

/** (value, counts, waits_1, ..): how many actors took each step, and how long each took from the step before. */
function valuesOf(frame: FunnelFrame, best: SelectQuery, later: readonly number[]): SelectQuery {
  const took = Array.from({ length: frame.length }, (_, step) =>
    call('countIf', compare(item('best', step + 1), '!=', constant(0))),
  );
  const waits = later.map((step) => {
    const wait = arithmetic(item('best', step + 1), '-', stepBefore(frame, step));
    const isLong = compare(wait, '>', constant(0));
    return alias(`waits_${step}`, call('groupArrayIf', call('toFloat', wait), isLong));
  });
  return select({
    select: [field('value'), alias('counts', { kind: 'Array', exprs: took }), ...waits],
    select_from: from(best),
    group_by: [field('value')],
  });
}

/** The time of the last step that the attempt took before a step: optional ones may have been skipped. */
function stepBefore(frame: FunnelFrame, step: number): Expr {
  const time = item('best', step);
  if (!isOptional(frame, step - 1)) return time;
  return call('if', compare(time, '!=', constant(0)), time, stepBefore(frame, step - 1));
}

function medianOf(list: Expr): Expr {
  return { kind: 'Call', name: '_quantileOfLists', params: [constant(0.5)], args: [list], internal: true };
}
