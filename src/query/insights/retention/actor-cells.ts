import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  lambda,
  select,
  tuple,
} from '../../language/build.ts';
import { actorCohorts, hasAmounts, hasClock, oftenEnough, windowMicroseconds } from './actor-cohorts.ts';
import { columnOf } from './column-of.ts';
import type { RetentionFrame } from './retention-frame.ts';
import { canHaveBusyActors, columnOfWindow, withWindows } from './windows-of-busy-actors.ts';

/** (value, cohort, reached): the columns that one actor reached in one cohort, each once; column 0 always. */
export function reachedOfActors(frame: RetentionFrame): SelectQuery {
  return select({
    select: [field('value'), field('cohort'), alias('reached', reachedWithStart(frame))],
    select_from: from(cohortsOfActors(frame)),
  });
}

/** (value, cohort, cells): the cells of one actor in one cohort, each (column, 1 for the actor, amount). */
export function cellsOfActors(frame: RetentionFrame): SelectQuery {
  const one = tuple(field('c'), constant(1), ZERO);
  const counted = call('arrayMap', lambda(['c'], one), reachedWithStart(frame));
  return select({
    select: [
      field('value'),
      field('cohort'),
      alias('cells', call('arrayConcat', counted, ...amountCells(frame))),
    ],
    select_from: from(cohortsOfActors(frame)),
  });
}

const ZERO: Expr = { kind: 'Constant', value: 0, type: 'Float64' };

function item(pair: Expr, index: number): Expr {
  return { kind: 'TupleAccess', tuple: pair, index };
}

/**
 * One row per actor and cohort: (value, cohort, clock, returned), `own_amount` and `amounts` where there are any, and
 * `window_returns` and `window_amounts` where there may be busy actors.
 */
function cohortsOfActors(frame: RetentionFrame): SelectQuery {
  const actors = actorCohorts(frame);
  const isWindowed = canHaveBusyActors(frame);
  const lists = [field('returned'), ...(hasAmounts(frame) ? [field('amounts')] : [])];
  const perCohort = [
    field('cohorts'),
    ...(isWindowed ? [field('return_windows')] : []),
    ...(isWindowed && hasAmounts(frame) ? [field('amount_windows')] : []),
  ];
  const [cohorts = field('cohorts')] = perCohort;
  const zipped = perCohort.length === 1 ? cohorts : call('arrayZip', ...perCohort);
  const joined = select({
    select: [alias('joined', call('arrayJoin', zipped)), ...lists],
    select_from: from(isWindowed ? withWindows(frame, actors) : actors),
  });
  const cohort = isWindowed ? item(field('joined'), 1) : field('joined');
  return select({
    select: [
      alias('value', item(cohort, 1)),
      alias('cohort', item(cohort, 2)),
      alias('clock', item(cohort, 3)),
      ...(hasAmounts(frame) ? [alias('own_amount', item(cohort, 4))] : []),
      ...(isWindowed ? [alias('window_returns', item(field('joined'), 2))] : []),
      ...(isWindowed && hasAmounts(frame) ? [alias('window_amounts', item(field('joined'), 3))] : []),
      ...lists,
    ],
    select_from: from(joined),
  });
}

/** Offset of a return (or of the event of an amount) from the cohort: periods of the calendar, or of the actor's clock. */
function offsetOf(frame: RetentionFrame, at: Expr): Expr {
  if (!hasClock(frame)) return arithmetic(at, '-', field('cohort'));
  return call('intDiv', arithmetic(at, '-', field('clock')), constant(windowMicroseconds(frame)));
}

/** The columns that the actor reached, with the first. Of a busy actor only the windows are filled, else only the list. */
function reachedWithStart(frame: RetentionFrame): Expr {
  const start: Expr = { kind: 'Array', exprs: [constant(0)] };
  const ofWindows = canHaveBusyActors(frame) ? [columnsOfWindows(frame)] : [];
  return call('arrayConcat', start, reachedColumns(frame), ...ofWindows);
}

/** Columns after the first that the actor reached. Cumulative: only the last one; the answer sums them up. */
function reachedColumns(frame: RetentionFrame): Expr {
  const { minimumOccurrences = 1, cumulative = false, retentionCustomBrackets } = frame.query.retentionFilter;
  const all = call('arrayMap', lambda(['r'], offsetOf(frame, field('r'))), field('returned'));
  if (!hasClock(frame) && !cumulative && !retentionCustomBrackets) {
    // Periods are there once each, and a column is an offset.
    const isColumn = and(
      compare(field('o'), '>', constant(0)),
      compare(field('o'), '<', constant(frame.columns.length)),
    );
    return call('arrayFilter', lambda(['o'], isColumn), all);
  }
  const offsets = call('arrayFilter', lambda(['o'], compare(field('o'), '>', constant(0))), all);
  const isCounted = hasClock(frame) && minimumOccurrences > 1;
  const enough = isCounted ? oftenEnough(offsets, minimumOccurrences) : offsets;
  const distinct = call('arrayDistinct', enough);
  const columns = call('arrayMap', lambda(['e'], columnOf(frame, field('e'))), distinct);
  const inTable = call('arrayFilter', lambda(['k'], compare(field('k'), '>', constant(0))), columns);
  return onceEach(frame, inTable);
}

/** The same from the number of returns in each window. */
function columnsOfWindows(frame: RetentionFrame): Expr {
  const { minimumOccurrences = 1 } = frame.query.retentionFilter;
  // By the calendar, periods with fewer events are not in the list of returns.
  const least = hasClock(frame) ? minimumOccurrences : 1;
  const windows = field('window_returns');
  const isEnough = compare(field('n'), '>=', constant(least));
  const enough = call('arrayFilter', lambda(['w', 'n'], isEnough), call('arrayEnumerate', windows), windows);
  return onceEach(frame, call('arrayMap', lambda(['w'], columnOfWindow(frame, field('w'))), enough));
}

function onceEach(frame: RetentionFrame, columns: Expr): Expr {
  if (!frame.query.retentionFilter.cumulative) return call('arrayDistinct', columns);
  return call('arraySlice', call('arrayReverseSort', columns), constant(1), constant(1));
}

/** (column, 0, amount) for the events of the cohort itself and for those of the cells that the actor reached. */
function amountCells(frame: RetentionFrame): readonly Expr[] {
  const ofCohort: Expr = { kind: 'Array', exprs: [tuple(constant(0), constant(0), field('own_amount'))] };
  const offset = offsetOf(frame, item(field('b'), 1));
  const isLater = and(compare(offset, '>', constant(0)), compare(columnOf(frame, offset), '>', constant(0)));
  const ofReturns = call(
    'arrayMap',
    lambda(['b'], tuple(columnOf(frame, offset), constant(0), item(field('b'), 2))),
    call('arrayFilter', lambda(['b'], isLater), field('amounts')),
  );
  if (!canHaveBusyActors(frame)) return [ofCohort, ofReturns];
  const windows = field('window_amounts');
  const ofWindows = call(
    'arrayMap',
    lambda(['w', 'a'], tuple(columnOfWindow(frame, field('w')), constant(0), field('a'))),
    call('arrayEnumerate', windows),
    windows,
  );
  return [ofCohort, ofReturns, ofWindows];
}
