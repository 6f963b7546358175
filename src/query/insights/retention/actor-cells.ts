import type { Expr, SelectStatement } from '../../language/ast.ts';
import { field, typedConstant } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { actorCohorts, hasAmounts, hasClock, oftenEnough, windowMicroseconds } from './actor-cohorts.ts';
import { columnOf } from './column-of.ts';
import type { RetentionFrame } from './retention-frame.ts';
import { canHaveBusyActors, columnOfWindow, withWindows } from './windows-of-busy-actors.ts';

/** (value, cohort, reached): the columns that one actor reached in one cohort, each once; column 0 always. */
export function reachedOfActors(frame: RetentionFrame): SelectStatement {
  return statement`
    SELECT value, cohort, ${reachedWithStart(frame)} AS reached FROM ${cohortsOfActors(frame)}`;
}

/** (value, cohort, cells): the cells of one actor in one cohort, each (column, 1 for the actor, amount). */
export function cellsOfActors(frame: RetentionFrame): SelectStatement {
  const counted = expression`arrayMap(c -> (c, 1, ${typedConstant(0, 'Float64')}), ${reachedWithStart(frame)})`;
  return statement`
    SELECT value, cohort, arrayConcat(${counted}, ${amountCells(frame)}) AS cells FROM ${cohortsOfActors(frame)}`;
}

/**
 * One row per actor and cohort: (value, cohort, clock, returned), `own_amount` and `amounts` where there are any, and
 * `window_returns` and `window_amounts` where there may be busy actors.
 */
function cohortsOfActors(frame: RetentionFrame): SelectStatement {
  const actors = actorCohorts(frame);
  const amounts = hasAmounts(frame) ? field('amounts') : undefined;
  if (!canHaveBusyActors(frame)) {
    return statement`
      SELECT
        joined.1 AS value, joined.2 AS cohort, joined.3 AS clock,
        ${amounts && expression`joined.4`} AS own_amount,
        returned, ${amounts}
      FROM (SELECT arrayJoin(cohorts) AS joined, returned, ${amounts} FROM ${actors})`;
  }
  return statement`
    SELECT
      joined.1.1 AS value, joined.1.2 AS cohort, joined.1.3 AS clock,
      ${amounts && expression`joined.1.4`} AS own_amount,
      joined.2 AS window_returns,
      ${amounts && expression`joined.3`} AS window_amounts,
      returned, ${amounts}
    FROM (
      SELECT
        arrayJoin(arrayZip(cohorts, return_windows, ${amounts && field('amount_windows')})) AS joined,
        returned, ${amounts}
      FROM ${withWindows(frame, actors)}
    )`;
}

/**
 * Offset of a return, or of an event with an amount, from the cohort: in periods of the calendar or of the actor's
 * clock.
 */
function offsetOf(frame: RetentionFrame, at: Expr): Expr {
  if (!hasClock(frame)) return expression`${at} - cohort`;
  return expression`intDiv(${at} - clock, ${windowMicroseconds(frame)})`;
}

/**
 * The columns that the actor reached, with the first one. A busy actor has only windows, every other actor only the
 * list.
 */
function reachedWithStart(frame: RetentionFrame): Expr {
  const ofWindows = canHaveBusyActors(frame) ? columnsOfWindows(frame) : undefined;
  return expression`arrayConcat([0], ${reachedColumns(frame)}, ${ofWindows})`;
}

/**
 * Columns after the first that the actor reached. In a cumulative query only the last one, as the answer sums the
 * columns up.
 */
function reachedColumns(frame: RetentionFrame): Expr {
  const { minimumOccurrences = 1, cumulative = false, retentionCustomBrackets } = frame.query.retentionFilter;
  const all = expression`arrayMap(r -> ${offsetOf(frame, field('r'))}, returned)`;
  if (!hasClock(frame) && !cumulative && !retentionCustomBrackets) {
    // Each period is in the list once, and its offset is its column.
    return expression`arrayFilter(o -> o > 0 AND o < ${frame.columns.length}, ${all})`;
  }
  const offsets = expression`arrayFilter(o -> o > 0, ${all})`;
  const isCounted = hasClock(frame) && minimumOccurrences > 1;
  const enough = isCounted ? oftenEnough(offsets, minimumOccurrences) : offsets;
  const columns = expression`arrayMap(e -> ${columnOf(frame, field('e'))}, arrayDistinct(${enough}))`;
  return onceEach(frame, expression`arrayFilter(k -> k > 0, ${columns})`);
}

/** The columns of `reachedColumns`, from the number of returns in each window. */
function columnsOfWindows(frame: RetentionFrame): Expr {
  const { minimumOccurrences = 1 } = frame.query.retentionFilter;
  // By the calendar, the list of returns already lacks periods with fewer events.
  const least = hasClock(frame) ? minimumOccurrences : 1;
  const enough = expression`
    arrayFilter((w, n) -> n >= ${least}, arrayEnumerate(window_returns), window_returns)`;
  return onceEach(frame, expression`arrayMap(w -> ${columnOfWindow(frame, field('w'))}, ${enough})`);
}

function onceEach(frame: RetentionFrame, columns: Expr): Expr {
  if (!frame.query.retentionFilter.cumulative) return expression`arrayDistinct(${columns})`;
  return expression`arraySlice(arrayReverseSort(${columns}), 1, 1)`;
}

/** (column, 0, amount) for the events of the cohort itself and for those of the cells that the actor reached. */
function amountCells(frame: RetentionFrame): readonly Expr[] {
  const offset = offsetOf(frame, expression`b.1`);
  const column = columnOf(frame, offset);
  const ofReturns = expression`
    arrayMap(b -> (${column}, 0, b.2), arrayFilter(b -> ${offset} > 0 AND ${column} > 0, amounts))`;
  const ofCohort = expression`[(0, 0, own_amount)]`;
  if (!canHaveBusyActors(frame)) return [ofCohort, ofReturns];
  const windowColumn = columnOfWindow(frame, field('w'));
  const ofWindows = expression`
    arrayMap((w, a) -> (${windowColumn}, 0, a), arrayEnumerate(window_amounts), window_amounts)`;
  return [ofCohort, ofReturns, ofWindows];
}
