import type { Expr, SelectStatement } from '../../language/ast.ts';
import { field, typedConstant } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import type { Period } from '../periods.ts';
import { partFields } from './series-source.ts';
import { dataLength, type TrendsFrame } from './trends-frame.ts';
import { meanOfWindow, windowSums } from './window-means.ts';

/** Longest list that is never cut into pages. */
const LONGEST_WHOLE = 128;

/** Buckets of a page of a list that is cut. */
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
 * True when a list cannot be made page by page, because a number depends on those before it in a way that does not add
 * up. A running sum is such a case when it is rounded for each value by smoothing, and the one of rolling actors when
 * it is scaled for a sample.
 */
function needsWholeLists({ query, smoothing, isCumulative }: TrendsFrame): boolean {
  const isRolling = query.series.some(({ math }) => math === 'weekly_active' || math === 'monthly_active');
  if (smoothing > 1 && (isCumulative || isRolling)) return true;
  // The window of smoothing may reach into the next page, and no further.
  return smoothing > PAGE_LENGTH || (isRolling && (query.samplingFactor ?? 1) < 1);
}

export function pageOf(bucket: Expr, { length }: ListPages): Expr {
  return expression`intDiv(${bucket}, ${length})`;
}

export function placeInPage(bucket: Expr, { length, count }: ListPages): Expr {
  return count === 1 ? bucket : expression`${bucket} % ${length}`;
}

/**
 * The sum of a list after `sums` running sums, from one page (`page`, `data`) of the list. With one running sum a
 * number counts once for each bucket from its own to the last; with two it counts as often as those buckets have
 * running sums.
 */
export function pageTotal(frame: TrendsFrame, period: Period, { length }: ListPages, sums: number): Expr {
  if (sums === 0) return expression`arraySum(data)`;
  const left = expression`${dataLength(frame, period) + 1} - (page * ${length} + place)`;
  const times = sums === 1 ? left : expression`${left} * (${left} + 1) / 2`;
  return expression`arraySum(arrayMap((x, place) -> x * ${times}, data, arrayEnumerate(data)))`;
}

/** The whole list of a group of rows (page, numbers), 0 in the pages that are not there. */
export function joinedPages(frame: TrendsFrame, period: Period, { length }: ListPages): Expr {
  return expression`
    arrayResize(
      arrayFlatten(arrayMap(x -> arrayResize(x, ${length}, ${ZERO}), _inPlaces(numbers, page))),
      ${dataLength(frame, period)}, ${ZERO}
    )`;
}

/**
 * The rows (series, part_1, .., page, data) of `lists` smoothed, for windows that reach at most from one page into the
 * next. The sum of a window is the sum of its shares in two pages, so every page gives sums to itself and to the next
 * page.
 */
export function smoothedPages(
  frame: TrendsFrame,
  lists: SelectStatement,
  { length, count }: ListPages,
): SelectStatement {
  const parts = partFields(frame);
  const reaching = expression`arrayResize(data, ${2 * length}, ${ZERO})`;
  const before = expression`page * ${length}`;
  return statement`
    SELECT series, ${parts}, page, ${meanOfWindow(field('window_sums'), frame.smoothing, before)} AS data
    FROM (
      SELECT series, ${parts}, share.1 AS page, _sumForEach(share.2) AS window_sums
      FROM (
        SELECT
          series, ${parts},
          arrayJoin([
            (page, arraySlice(sums, 1, ${length})),
            (page + 1, arraySlice(sums, ${length + 1}, ${length}))
          ]) AS share
        FROM (SELECT series, ${parts}, page, ${windowSums(reaching, frame.smoothing)} AS sums FROM ${lists})
      )
      WHERE share.1 < ${count}
      GROUP BY series, ${parts}, page
    )`;
}

const ZERO = typedConstant(0, 'Float64');
