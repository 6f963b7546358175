import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  lambda,
  select,
} from '../../language/build.ts';
import { hasAmounts, hasClock, windowMicroseconds } from './actor-cohorts.ts';
import { columnOf } from './column-of.ts';
import type { RetentionFrame } from './retention-frame.ts';

/** An actor is busy when its cohorts times its returns are more. Below, it is quicker to compare each with each. */
const MOST_PAIRS = 1_000_000;

/** So few periods make few pairs, whatever an actor does. */
const FEW_PERIODS = 64;

/**
 * Whether an actor with many events can have more pairs of a cohort and a return than fit into memory: not where it is
 * in one cohort at most, and not where its returns are few periods of the calendar.
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
export function withWindows(frame: RetentionFrame, actors: SelectQuery): SelectQuery {
  const lists = hasAmounts(frame) ? ['returned', 'amounts'] : ['returned'];
  const marked = select({
    select: [...['cohorts', ...lists].map((name) => field(name)), alias('is_busy', isBusy(lists))],
    select_from: from(actors),
  });
  const many = (name: string) => keptWhen(field('is_busy'), name);
  const few = (name: string) => keptWhen(compare(field('is_busy'), '==', constant(0)), name);
  const parted = select({
    select: [
      field('cohorts'),
      ...lists.flatMap((name) => [alias(`few_${name}`, few(name)), alias(`many_${name}`, many(name))]),
      alias('edges', edgesOf(frame, many('cohorts'))),
    ],
    select_from: from(marked),
  });
  const returned = field('many_returned');
  const one = call('arrayWithConstant', call('length', returned), constant(1));
  const none: Expr = { kind: 'Constant', value: 0, type: 'Float64' };
  return select({
    select: [
      field('cohorts'),
      ...lists.map((name) => alias(name, field(`few_${name}`))),
      alias('return_windows', windowsOf(frame, totalsAtEdges(returned, one, constant(0)))),
      ...(hasAmounts(frame)
        ? [alias('amount_windows', windowsOf(frame, totalsAtEdges(parts(1), parts(2), none)))]
        : []),
    ],
    select_from: from(parted),
  });
}

function isBusy(lists: readonly string[]): Expr {
  const lengths = lists.map((name) => call('length', field(name)));
  const [first = constant(0), ...rest] = lengths;
  const most = rest.reduce((one, other) => call('greatest', one, other), first);
  return compare(arithmetic(call('length', field('cohorts')), '*', most), '>', constant(MOST_PAIRS));
}

/** The list of that name, empty unless a condition holds. */
function keptWhen(condition: Expr, name: string): Expr {
  const list = field(name);
  return call('arraySlice', list, constant(1), call('if', condition, call('length', list), constant(0)));
}

/** Times or periods, or numbers, of the amounts of a busy actor. */
function parts(index: number): Expr {
  const part: Expr = { kind: 'TupleAccess', tuple: field('a'), index };
  return call('arrayMap', lambda(['a'], part), field('many_amounts'));
}

/** Where windows begin and end: all edges of the first cohort, then those of the second, ... */
function edgesOf(frame: RetentionFrame, cohorts: Expr): Expr {
  const start: Expr = { kind: 'TupleAccess', tuple: field('c'), index: hasClock(frame) ? 3 : 2 };
  const length = hasClock(frame) ? windowMicroseconds(frame) : 1;
  const offsets: Expr = {
    kind: 'Array',
    exprs: edgeOffsets(frame).map((offset) => constant(offset * length)),
  };
  const ofCohort = call('arrayMap', lambda(['o'], arithmetic(start, '+', field('o'))), offsets);
  return call('arrayFlatten', call('arrayMap', lambda(['c'], ofCohort), cohorts));
}

/**
 * The sum of the weights before each edge. Edges are sorted in between the positions, running sums are read off at them
 * and brought back into the order of the edges: no lambda captures a list, and no list is longer than both together.
 */
function totalsAtEdges(positions: Expr, weights: Expr, none: Expr): Expr {
  const edges = field('edges');
  // Odd for positions, even for edges: what happens on the edge itself belongs to the window behind it.
  const odd = arithmetic(arithmetic(field('t'), '*', constant(2)), '+', constant(1));
  const even = arithmetic(field('e'), '*', constant(2));
  const keys = call(
    'arrayConcat',
    call('arrayMap', lambda(['t'], odd), positions),
    call('arrayMap', lambda(['e'], even), edges),
  );
  const inOrder = (list: Expr, by: Expr) => call('arraySort', lambda(['x', 'k'], field('k')), list, by);
  const repeated = (value: Expr, list: Expr) => call('arrayWithConstant', call('length', list), value);
  const numbers = call('arrayConcat', repeated(constant(0), positions), call('arrayEnumerate', edges));
  const sums = call('arrayCumSum', inOrder(call('arrayConcat', weights, repeated(none, edges)), keys));
  const byEdge = inOrder(sums, inOrder(numbers, keys));
  return call('arraySlice', byEdge, arithmetic(call('length', positions), '+', constant(1)));
}

/** From the sums at all edges to a list of windows per cohort. */
function windowsOf(frame: RetentionFrame, totals: Expr): Expr {
  const between = call('arrayDifference', totals);
  const place = arithmetic(field('n'), '-', constant(1));
  const isFirst = compare(arithmetic(place, '%', constant(edgeOffsets(frame).length)), '==', constant(0));
  const perCohort = call('arraySplit', lambda(['d', 'n'], isFirst), between, call('arrayEnumerate', between));
  const windows = call('arrayMap', lambda(['l'], call('arrayPopFront', field('l'))), perCohort);
  return call('arrayResize', windows, call('length', field('cohorts')));
}

/** Column of the answer that holds a window, counted from 1. */
export function columnOfWindow(frame: RetentionFrame, window: Expr): Expr {
  return isPerOffset(frame) ? columnOf(frame, window) : window;
}

/** Offsets at which a window begins; the last one ends a window only. Ascending. */
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

/** A bracket needs one of its periods to have returns enough; only clocks have not counted them yet. */
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
