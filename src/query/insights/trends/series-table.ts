import type { Expr, SelectQuery, SelectStatement } from '../../language/ast.ts';
import {
  alias,
  call,
  compare,
  constant,
  field,
  from,
  lambda,
  or,
  select,
  unionAll,
} from '../../language/build.ts';
import { finishedList, scaledBack } from './finished-list.ts';
import { foldBeyondLimit, isRegular, joinFolded, partFieldsOf } from './fold-beyond-limit.ts';
import { joinedPages, pageOf, pagesOf, pageTotal, placeInPage } from './list-pages.ts';
import type { SeriesPoints } from './series-points.ts';
import { smoothedPages } from './smoothed-pages.ts';
import type { Period, TrendsFrame } from './trends-frame.ts';

/** The points of one series, with its place in the query. */
export interface PlacedPoints {
  readonly index: number;
  readonly points: SeriesPoints;
}

/**
 * The statement that answers one row per series and kept breakdown value: (series, is_other, part_1, .., part_n, data).
 * `data` is the finished list of numbers. Values beyond the limit are folded into one row with `is_other` 1 by adding
 * their lists. Rows come in the order of rank, "other" last.
 * @param series series that are ranked together: one, or all of a query with formulas
 */
export function seriesTable(
  frame: TrendsFrame,
  period: Period,
  series: readonly [PlacedPoints, ...PlacedPoints[]],
): SelectStatement {
  if (!frame.breakdown) return unionAll(mapped(series, (one) => wholeRow(frame, period, one)));
  const pages = pagesOf(frame, period);
  if (pages.count === 1) {
    const lists = unionAll(mapped(series, (one) => wholeLists(frame, period, one)));
    return foldBeyondLimit(frame, lists, false);
  }
  const lists = unionAll(mapped(series, (one) => pagedLists(frame, period, one)));
  const list = joinedPages(frame, period, pages);
  return joinFolded(frame, foldBeyondLimit(frame, lists, true), summedUp(frame, series, list));
}

function mapped<T, R>([first, ...rest]: readonly [T, ...T[]], make: (one: T) => R): readonly [R, ...R[]] {
  return [make(first), ...rest.map(make)];
}

/** Without breakdown: one row (series, is_other, data). */
function wholeRow(frame: TrendsFrame, period: Period, { index, points }: PlacedPoints): SelectQuery {
  const data = finishedList(frame, points, denseList(frame, period));
  return select({
    select: [alias('series', constant(index)), alias('is_other', constant(0)), alias('data', data)],
    select_from: from(points.query),
  });
}

/** One row per breakdown value: (series, part_1, .., data, total) with its finished list. */
function wholeLists(frame: TrendsFrame, period: Period, { index, points }: PlacedPoints): SelectQuery {
  const parts = partFieldsOf(frame);
  const dense = points.isDense ? field('dense') : denseList(frame, period);
  const lists = select({
    select: [alias('series', constant(index)), ...parts, alias('data', finishedList(frame, points, dense))],
    select_from: from(points.query),
    ...(points.isDense ? {} : { group_by: [...parts] }),
  });
  return select({
    select: [field('series'), ...parts, field('data'), alias('total', call('arraySum', field('data')))],
    select_from: from(lists),
    where: mayBeShown(frame, points),
  });
}

/** One row per breakdown value and page of its list: (series, part_1, .., page, data, total), not yet summed up. */
function pagedLists(frame: TrendsFrame, period: Period, { index, points }: PlacedPoints): SelectQuery {
  const parts = partFieldsOf(frame);
  const dense = points.isDense ? field('dense') : denseList(frame, period);
  const pages = pagesOf(frame, period);
  const page = points.isDense ? field('page') : alias('page', pageOf(field('bucket'), pages));
  const lists = select({
    select: [
      alias('series', constant(index)),
      ...parts,
      page,
      alias('data', scaledBack(frame, points, dense)),
    ],
    select_from: from(points.query),
    ...(points.isDense ? {} : { group_by: [...parts, field('page')] }),
  });
  const sums = (points.areChanges ? 1 : 0) + (frame.isCumulative ? 1 : 0);
  return select({
    select: [
      field('series'),
      ...parts,
      field('page'),
      field('data'),
      alias('total', pageTotal(frame, period, pages, sums)),
    ],
    select_from: from(frame.smoothing > 1 ? smoothedPages(frame, lists, pages) : lists),
    where: mayBeShown(frame, points),
  });
}

/** The values of rows (bucket, value) as a list, or as a page of it. */
function denseList(frame: TrendsFrame, period: Period): Expr {
  const pages = pagesOf(frame, period);
  return {
    kind: 'Call',
    name: '_dense',
    params: [constant(pages.length)],
    args: [field('value'), placeInPage(field('bucket'), pages)],
    internal: true,
  };
}

/** The lists of kept values, whose running sums wait until all of their pages are together. */
function summedUp(frame: TrendsFrame, series: readonly PlacedPoints[], list: Expr): Expr {
  const changing = series.filter(({ points }) => points.areChanges);
  const isChanging = or(...changing.map(({ index }) => compare(field('series'), '==', constant(index))));
  const values = changing.length === 0 ? list : call('if', isChanging, call('arrayCumSum', list), list);
  return frame.isCumulative ? call('arrayCumSum', values) : values;
}

/** A list of zeros alone says nothing of the none bucket, nor of actors whose activity ended before the range. */
function mayBeShown(frame: TrendsFrame, { areChanges }: SeriesPoints): Expr {
  const isNumber = lambda(['x'], compare(field('x'), '!=', constant(0)));
  return or(call('arrayExists', isNumber, field('data')), ...(areChanges ? [] : [isRegular(frame)]));
}
