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
import type { FunnelFrame } from './funnel-frame.ts';
import { timeOfBest } from './time-of-best.ts';

const SECOND = 1_000_000;
const MAX_BINS = 90;
const MAX_AUTOMATIC_BINS = 60;
/** Seconds of a bin when all times are equal. */
const LEAST_WIDTH = 60;

/**
 * One row per bin with actors: (bin, actors, lowest, width, bins, mean). `lowest` and `width` are seconds; `bins`
 * is the number of bins without the last, which holds the longest time; `mean` is in microseconds.
 */
export function timeToConvertTable(frame: FunnelFrame, best: SelectQuery): SelectQuery {
  const bin = call(
    'intDiv',
    arithmetic(field('wait'), '-', arithmetic(field('lowest'), '*', constant(SECOND))),
    arithmetic(field('width'), '*', constant(SECOND)),
  );
  const shared = ['lowest', 'width', 'bins', 'mean'].map((name) => field(name));
  return select({
    select: [alias('bin', bin), alias('actors', call('count')), ...shared],
    select_from: from(withWidth(withBins(frame, waitsOf(frame, best)))),
    group_by: [field('bin'), ...shared],
  });
}

/** (wait, converted, least, most, mean): one row per actor that went from the first to the last of the two steps. */
function waitsOf({ fromStep, toStep }: FunnelFrame, best: SelectQuery): SelectQuery {
  const wait = arithmetic(timeOfBest(toStep), '-', timeOfBest(fromStep));
  const waits = select({
    select: [alias('wait', wait)],
    select_from: from(best),
    where: compare(timeOfBest(toStep), '!=', constant(0)),
  });
  return select({
    select: [
      field('wait'),
      alias('converted', overAll('count')),
      alias('least', overAll('min', field('wait'))),
      alias('most', overAll('max', field('wait'))),
      alias('mean', overAll('avg', field('wait'))),
    ],
    select_from: from(waits),
  });
}

function overAll(name: string, ...args: readonly Expr[]): Expr {
  return { kind: 'WindowFunction', name, args, over_expr: { kind: 'WindowExpr' } };
}

/** Adds the number of bins and the bounds in whole seconds. */
function withBins({ query }: FunnelFrame, waits: SelectQuery): SelectQuery {
  const given = query.funnelsFilter?.binCount;
  const bins =
    given === undefined
      ? cubeRootUp(field('converted'), MAX_AUTOMATIC_BINS)
      : constant(Math.min(Math.max(given, 1), MAX_BINS));
  const highest = call('intDiv', arithmetic(field('most'), '+', constant(SECOND - 1)), constant(SECOND));
  return select({
    select: [
      field('wait'),
      field('mean'),
      alias('bins', bins),
      alias('lowest', call('intDiv', field('least'), constant(SECOND))),
      alias('highest', highest),
    ],
    select_from: from(waits),
  });
}

/** The smallest whole number whose cube is at least `value`, held to 1..most. Exact, unlike a root of floats. */
function cubeRootUp(value: Expr, most: number): Expr {
  const i = field('i');
  const isSmaller = compare(arithmetic(arithmetic(i, '*', i), '*', i), '<', value);
  const smaller = call('arrayCount', lambda(['i'], isSmaller), call('range', constant(1), constant(most)));
  return arithmetic(smaller, '+', constant(1));
}

function withWidth(bins: SelectQuery): SelectQuery {
  const span = arithmetic(field('highest'), '-', field('lowest'));
  const roundedUp = call(
    'intDiv',
    arithmetic(arithmetic(span, '+', field('bins')), '-', constant(1)),
    field('bins'),
  );
  const width = call('if', compare(span, '==', constant(0)), constant(LEAST_WIDTH), roundedUp);
  return select({
    select: [field('wait'), field('mean'), field('bins'), field('lowest'), alias('width', width)],
    select_from: from(bins),
  });
}
