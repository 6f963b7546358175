import type { Expr } from '../../language/ast.ts';
import { arithmetic, call, constant, field, lambda, typedConstant } from '../../language/build.ts';
import { dataLength, type Period, type TrendsFrame } from './trends-frame.ts';

/** Longest list that a breakdown value always has in one piece. */
const LONGEST_WHOLE = 128;

/** Buckets of a page of a longer one. */
const PAGE_LENGTH = 32;

/**
 * The pieces that the list of numbers of a breakdown value is kept in until the values are ranked. A value has only the
 * pages that it has points in, so that 100,000 values which occur once cost 100,000 pages and not as many long lists.
 */
export interface ListPages {
  /** Number of buckets of a page. */
  readonly length: number;
  readonly count: number;
}

export function pagesOf(frame: TrendsFrame, period: Period): ListPages {
  // A period that ends before it starts has no buckets; the engine wants room for one number.
  const length = Math.max(1, dataLength(frame, period));
  if (!frame.breakdown || length <= LONGEST_WHOLE || needsWholeLists(frame)) return { length, count: 1 };
  return { length: PAGE_LENGTH, count: Math.ceil(length / PAGE_LENGTH) };
}

/**
 * True when what becomes of a number depends on those before it in a way that does not add up: a running sum is rounded
 * for each value when it is smoothed, or scaled for a sample, as that of rolling actors is.
 */
function needsWholeLists({ query, smoothing, isCumulative }: TrendsFrame): boolean {
  const isRolling = query.series.some(({ math }) => math === 'weekly_active' || math === 'monthly_active');
  if (smoothing > 1 && (isCumulative || isRolling)) return true;
  // The window of smoothing may reach into the next page, and no further.
  return smoothing > PAGE_LENGTH || (isRolling && (query.samplingFactor ?? 1) < 1);
}

export function pageOf(bucket: Expr, { length }: ListPages): Expr {
  return call('intDiv', bucket, constant(length));
}

export function placeInPage(bucket: Expr, { length, count }: ListPages): Expr {
  return count === 1 ? bucket : arithmetic(bucket, '%', constant(length));
}

/**
 * The sum of a list after `sums` running sums, from the page (`page`, `data`) of it: a number counts once for each bucket
 * from its own to the last, and with two sums as often as these buckets have such sums.
 */
export function pageTotal(frame: TrendsFrame, period: Period, { length }: ListPages, sums: number): Expr {
  const data = field('data');
  if (sums === 0) return call('arraySum', data);
  const ended = arithmetic(arithmetic(field('page'), '*', constant(length)), '+', field('place'));
  const left = arithmetic(constant(dataLength(frame, period) + 1), '-', ended);
  const twice = arithmetic(arithmetic(left, '*', arithmetic(left, '+', constant(1))), '/', constant(2));
  const counted = lambda(['x', 'place'], arithmetic(field('x'), '*', sums === 1 ? left : twice));
  return call('arraySum', call('arrayMap', counted, data, call('arrayEnumerate', data)));
}

/** The whole list of a group of rows (page, numbers), 0 in the pages that are not there. */
export function joinedPages(frame: TrendsFrame, period: Period, { length }: ListPages): Expr {
  const zero = typedConstant(0, 'Float64');
  const pages: Expr = {
    kind: 'Call',
    name: '_inPlaces',
    args: [field('numbers'), field('page')],
    internal: true,
  };
  const padded = call(
    'arrayMap',
    lambda(['x'], call('arrayResize', field('x'), constant(length), zero)),
    pages,
  );
  return call('arrayResize', call('arrayFlatten', padded), constant(dataLength(frame, period)), zero);
}
