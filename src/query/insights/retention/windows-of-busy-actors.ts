import type { Expr, SelectStatement } from '../../language/ast.ts';
import { field, typedConstant } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { hasAmounts, hasClock, windowMicroseconds } from './actor-cohorts.ts';
import { columnOf } from './column-of.ts';
import type { RetentionFrame } from './retention-frame.ts';

/**
 * An actor is busy when its cohorts times its returns are more than this. Below, comparing each with each is quicker.
 */
const MOST_PAIRS = 1_000_000;

/** With at most this many periods there are few pairs, whatever an actor does. */
const FEW_PERIODS = 64;

/**
 * True when an actor with many events can have more pairs of a cohort and a return than fit into memory. This cannot
 * happen where an actor is in one cohort at most, nor where the returns of an actor are few periods of the calendar.
 */
export function canHaveBusyActors(frame: RetentionFrame): boolean {
  const { retentionType = 'retention_recurring' } = frame.query.retentionFilter;
  if (retentionType !== 'retention_recurring') return false;
  return hasClock(frame) || hasAmounts(frame) || frame.buckets.count > FEW_PERIODS;
}

/**
 * The rows of `actors` with what happened in each window after each cohort: `return_windows` (numbers of returns) and
 * `amount_windows` (sums) hold a list per cohort. Of a busy actor these lists are filled and `returned` and `amounts`
 * are empty; of all others it is the other way round.
 */
export function withWindows(frame: RetentionFrame, actors: SelectStatement): SelectStatement {
  const amounts = hasAmounts(frame) ? field('amounts') : undefined;
  const longest = amounts
    ? expression`greatest(length(returned), length(amounts))`
    : expression`length(returned)`;
  return statement`
    SELECT
      cohorts,
      few_returned AS returned,
      ${amounts && field('few_amounts')} AS amounts,
      ${windowsOf(frame, returnsAtEdges())} AS return_windows,
      ${amounts && windowsOf(frame, amountsAtEdges())} AS amount_windows
    FROM (
      SELECT
        cohorts,
        ${fewOf(field('returned'))} AS few_returned,
        ${manyOf(field('returned'))} AS many_returned,
        ${amounts && fewOf(amounts)} AS few_amounts,
        ${amounts && manyOf(amounts)} AS many_amounts,
        ${edgesOf(frame, manyOf(field('cohorts')))} AS edges
      FROM (
        SELECT cohorts, returned, ${amounts}, length(cohorts) * ${longest} > ${MOST_PAIRS} AS is_busy
        FROM ${actors}
      )
    )`;
}

/** The list where the actor is not busy, else an empty list. */
function fewOf(list: Expr): Expr {
  return expression`arraySlice(${list}, 1, if(is_busy = 0, length(${list}), 0))`;
}

/** The list where the actor is busy, else an empty list. */
function manyOf(list: Expr): Expr {
  return expression`arraySlice(${list}, 1, if(is_busy, length(${list}), 0))`;
}

/** Where windows begin and end: all edges of the first cohort, then those of the second, ... */
function edgesOf(frame: RetentionFrame, cohorts: Expr): Expr {
  const start = hasClock(frame) ? expression`c.3` : expression`c.2`;
  const length = hasClock(frame) ? windowMicroseconds(frame) : 1;
  const offsets = edgeOffsets(frame).map((offset) => offset * length);
  return expression`arrayFlatten(arrayMap(c -> arrayMap(o -> ${start} + o, [${offsets}]), ${cohorts}))`;
}

function returnsAtEdges(): Expr {
  const ones = expression`arrayWithConstant(length(many_returned), 1)`;
  return totalsAtEdges(field('many_returned'), ones, expression`0`);
}

function amountsAtEdges(): Expr {
  const [times, amounts] = [
    expression`arrayMap(a -> a.1, many_amounts)`,
    expression`arrayMap(a -> a.2, many_amounts)`,
  ];
  return totalsAtEdges(times, amounts, typedConstant(0, 'Float64'));
}

/**
 * The sum of the weights before each edge. The edges are sorted in between the positions, the running sums at the edges
 * are read, and they are brought back into the order of the edges. No lambda captures a list, and no list is longer
 * than both together.
 */
function totalsAtEdges(positions: Expr, weights: Expr, none: Expr): Expr {
  // Odd for positions, even for edges: a position exactly on an edge belongs to the window after the edge.
  const keys = expression`arrayConcat(arrayMap(t -> t * 2 + 1, ${positions}), arrayMap(e -> e * 2, edges))`;
  const inOrder = (list: Expr, by: Expr) => expression`arraySort((x, k) -> k, ${list}, ${by})`;
  const sums = expression`
    arrayCumSum(${inOrder(expression`arrayConcat(${weights}, arrayWithConstant(length(edges), ${none}))`, keys)})`;
  const numbers = expression`
    arrayConcat(arrayWithConstant(length(${positions}), 0), arrayEnumerate(edges))`;
  const byEdge = inOrder(sums, inOrder(numbers, keys));
  return expression`arraySlice(${byEdge}, length(${positions}) + 1)`;
}

/** From the sums at all edges to a list of windows per cohort. */
function windowsOf(frame: RetentionFrame, totals: Expr): Expr {
  const between = expression`arrayDifference(${totals})`;
  return expression`
    arrayResize(
      arrayMap(
        l -> arrayPopFront(l),
        arraySplit((d, n) -> (n - 1) % ${edgeOffsets(frame).length} = 0, ${between}, arrayEnumerate(${between}))
      ),
      length(cohorts)
    )`;
}

/** Column of the answer that holds a window, counted from 1. */
export function columnOfWindow(frame: RetentionFrame, window: Expr): Expr {
  return isPerOffset(frame) ? columnOf(frame, window) : window;
}

/** Offsets at which a window begins, ascending; the last one only ends a window. */
function edgeOffsets(frame: RetentionFrame): readonly number[] {
  const columns = frame.columns.slice(1);
  const end = lastOffset(frame) + 1;
  const isOpen = frame.query.retentionFilter.cumulative === true;
  const last = isOpen ? end : Math.min(end, (columns.at(-1)?.lastOffset ?? 0) + 1);
  const starts = isPerOffset(frame)
    ? Array.from({ length: last - 1 }, (_, index) => index + 1)
    : columns.map(({ firstOffset }) => firstOffset);
  return [...starts.filter((offset) => offset < last), last];
}

/**
 * True when returns must be counted per offset: one period of a bracket needs enough returns. By the calendar they are
 * counted already, so this is about clocks only.
 */
function isPerOffset(frame: RetentionFrame): boolean {
  const { minimumOccurrences = 1, retentionCustomBrackets } = frame.query.retentionFilter;
  return hasClock(frame) && minimumOccurrences > 1 && retentionCustomBrackets !== undefined;
}

/** The largest offset that two events of the range can have. */
function lastOffset(frame: RetentionFrame): number {
  const { from: start, to: end } = frame.buckets.bounds;
  if (!hasClock(frame)) return frame.buckets.count;
  const microseconds = (end.epochMilliseconds - start.epochMilliseconds + 1) * 1000;
  return Math.floor(microseconds / windowMicroseconds(frame));
}
