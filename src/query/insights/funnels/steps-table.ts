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
  lambda,
  select,
} from '../../language/build.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { keptValues } from './kept-values.ts';

/**
 * One row per breakdown value, those beyond the limit together: (is_other, kept, counts, means, medians). `counts` has
 * one number per step; means and medians one per step after the first, of the microseconds since the step before,
 * without zeros ([F-17]). All steps are counted together, by aggregates of lists, so that the SQL does not grow with them.
 */
export function stepsTable(frame: FunnelFrame, best: SelectQuery): SelectQuery {
  const actors = waitsOfActors(frame, best);
  return frame.breakdown ? tableOfValues(frame, actors) : onlyTable(actors);
}

/** (value, took, waits): 1 for each step that was taken; the microseconds before each later one, or null. */
function waitsOfActors({ breakdown }: FunnelFrame, best: SelectQuery): SelectQuery {
  const took = call('if', compare(field('t'), '!=', constant(0)), constant(1), constant(0));
  // Optional steps may have been skipped: a wait begins with the last step that was taken.
  const filled = call('arrayFill', lambda(['t'], compare(field('t'), '!=', constant(0))), field('best'));
  const wait = arithmetic(field('t'), '-', field('p'));
  const isLong = compare(wait, '>', constant(0));
  const known = call('if', isLong, call('toFloat', wait), constant(null));
  return select({
    select: [
      ...(breakdown ? [field('value')] : []),
      alias('took', call('arrayMap', lambda(['t'], took), field('best'))),
      alias(
        'waits',
        call(
          'arrayMap',
          lambda(['t', 'p'], known),
          call('arrayPopFront', field('best')),
          call('arrayPopBack', filled),
        ),
      ),
    ],
    select_from: from(best),
  });
}

function onlyTable(actors: SelectQuery): SelectQuery {
  return select({
    select: [
      alias('is_other', constant(0)),
      alias('kept', constant('')),
      alias('totals', internalCall('_sumForEach', field('took'))),
      alias('means', internalCall('_meanForEach', field('waits'))),
      alias('medians', medians('_quantileForEach')),
    ],
    select_from: from(actors),
  });
}

function tableOfValues(frame: FunnelFrame, actors: SelectQuery): SelectQuery {
  const values = select({
    select: [
      field('value'),
      alias('counts', internalCall('_sumForEach', field('took'))),
      alias('waits', internalCall('_listForEach', field('waits'))),
    ],
    select_from: from(actors),
    group_by: [field('value')],
  });
  const ranks = Array.from({ length: frame.length }, (_, index) =>
    call('arrayElement', field('counts'), constant(frame.length - index)),
  );
  return select({
    select: [
      field('is_other'),
      field('kept'),
      alias('totals', internalCall('_sumForEach', field('counts'))),
      alias('means', internalCall('_meanOfListsForEach', field('waits'))),
      alias('medians', medians('_quantileOfListsForEach')),
    ],
    select_from: from(keptValues(frame, values, ranks, ['counts', 'waits'])),
    group_by: [field('is_other'), field('kept')],
  });
}

function medians(name: '_quantileForEach' | '_quantileOfListsForEach'): Expr {
  return { kind: 'Call', name, params: [constant(0.5)], args: [field('waits')], internal: true };
}
