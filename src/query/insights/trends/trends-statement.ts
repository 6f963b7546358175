import type { Expr, OrderExpr, SelectStatement } from '../../language/ast.ts';
import {
  alias,
  ascending,
  compare,
  constant,
  field,
  or,
  typedConstant,
  unionAll,
} from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import type { Period } from '../periods.ts';
import {
  joinedPages,
  type ListPages,
  pageOf,
  pagesOf,
  pageTotal,
  placeInPage,
  smoothedPages,
} from './list-pages.ts';
import type { SeriesPoints } from './series-points.ts';
import { partFields } from './series-source.ts';
import type { TrendsFrame } from './trends-frame.ts';
import { meanOfWindow, windowSums } from './window-means.ts';

/**
 * (series, is_other, kept_1, .., kept_n, list): one row per series and breakdown value with its finished list of
 * numbers, in the order of rank. Values beyond the limit are one row with `is_other` 1, which adds up their lists.
 * @param series series that are ranked together: one, or all of a query with formulas
 */
export function trendsStatement(
  frame: TrendsFrame,
  period: Period,
  series: readonly SeriesPoints[],
): SelectStatement {
  const pages = pagesOf(frame, period);
  if (!frame.breakdown) {
    return unionAll(
      series.map((points) => {
        const list = finishedList(frame, points, denseList(pages));
        return statement`SELECT ${points.series} AS series, 0 AS is_other, ${list} AS data FROM ${points.rows}`;
      }),
    );
  }
  const folded = foldBeyondLimit(
    frame,
    unionAll(series.map((points) => valueLists(frame, period, points))),
    pages,
  );
  if (pages.count === 1) return folded;
  const kept = keptFields(frame);
  return statement`
    SELECT series, is_other, ${kept}, ${summedUp(frame, series, joinedPages(frame, period, pages))} AS list
    FROM ${folded}
    GROUP BY series, is_other, ${kept}
    ORDER BY series, min(first_place)`;
}

/**
 * (series, part_1, .., [page,] data, total): the list of each breakdown value. A whole list is finished; the pages of a
 * list have no running sums yet.
 */
function valueLists(frame: TrendsFrame, period: Period, points: SeriesPoints): SelectStatement {
  const pages = pagesOf(frame, period);
  const parts = partFields(frame);
  const page = pageField(pages);
  const dense = points.areDense ? field('dense') : denseList(pages);
  const lists = statement`
    SELECT
      ${points.series} AS series,
      ${parts},
      ${page && (points.areDense ? page : alias('page', pageOf(field('bucket'), pages)))},
      ${page ? scaledBack(frame, points, dense) : finishedList(frame, points, dense)} AS data
    FROM ${points.rows}
    GROUP BY ${points.areDense ? undefined : [...parts, ...(page ? [page] : [])]}`;
  const runningSums = (points.areChanges ? 1 : 0) + (frame.isCumulative ? 1 : 0);
  // A list of only zeros is left out for the none bucket, and for actors whose activity ended before the range.
  return statement`
    SELECT
      series, ${parts}, ${page}, data,
      ${page ? pageTotal(frame, period, pages, runningSums) : expression`arraySum(data)`} AS total
    FROM ${page && frame.smoothing > 1 ? smoothedPages(frame, lists, pages) : lists}
    WHERE arrayExists(x -> x != 0, data) OR ${points.areChanges ? undefined : isRegular(frame)}`;
}

/**
 * (series, is_other, kept_1, .., [page,] numbers [, first_place]): values are ranked by their totals, and those beyond
 * the limit are added up. Each series is ranked by itself, except where formulas combine the series: then values are
 * ranked once, by the sum over all series.
 */
function foldBeyondLimit(frame: TrendsFrame, lists: SelectStatement, pages: ListPages): SelectStatement {
  const parts = partFields(frame);
  const page = pageField(pages);
  const isBeyond = expression`place > ${frame.limit}`;
  return statement`
    SELECT
      series,
      if(${isBeyond}, 1, 0) AS is_other,
      ${parts.map((part, index) => alias(keptName(index), expression`if(${isBeyond}, '', ${part})`))},
      ${page},
      _sumForEach(data) AS numbers,
      ${page && expression`min(place)`} AS first_place
    FROM (
      SELECT
        series, ${parts}, ${page}, data,
        dense_rank() OVER (
          PARTITION BY ${areCombined(frame) ? undefined : field('series')}
          ORDER BY ${noneLast(frame)}, ranked_total DESC, ${parts}
        ) AS place
      FROM (
        SELECT series, ${parts}, ${page}, data, ${rankedTotal(frame, page)} AS ranked_total FROM ${lists}
      )
    )
    GROUP BY series, is_other, ${keptFields(frame)}, ${page}
    ORDER BY ${page ? undefined : [field('series'), expression`min(place)`]}`;
}

/** The number that a value is ranked by: the sum over its pages, and over all series where formulas combine these. */
function rankedTotal(frame: TrendsFrame, page: Expr | undefined): Expr {
  const series = areCombined(frame) ? field('series') : undefined;
  if (!page && !series) return field('total');
  // The totals are added in a fixed order, so that totals of fractions, and with them the ranks, are equal in every
  // run.
  return expression`
    sum(total) OVER (
      PARTITION BY ${series ? undefined : field('series')}, ${partFields(frame)}
      ORDER BY ${series}, ${page}
      ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )`;
}

/** True when formulas combine the numbers that all series have for a value. */
function areCombined({ formulas }: TrendsFrame): boolean {
  return formulas.length > 0;
}

/** Puts the none bucket after all regular values in a time series; total values rank it like any other. */
function noneLast(frame: TrendsFrame): OrderExpr | undefined {
  return frame.isTotal ? undefined : ascending(expression`if(${isRegular(frame)}, 0, 1)`);
}

/** True unless the value is the none bucket: nothing set in any part. */
function isRegular(frame: TrendsFrame): Expr {
  return or(...partFields(frame).map((part) => expression`${part} != ''`));
}

/** Name of the column that holds the value of a part; the column is empty for a value beyond the limit. */
function keptName(index: number): string {
  return `kept_${index + 1}`;
}

function keptFields(frame: TrendsFrame): readonly Expr[] {
  return partFields(frame).map((_, index) => field(keptName(index)));
}

function pageField({ count }: ListPages): Expr | undefined {
  return count === 1 ? undefined : field('page');
}

/** The values of rows (bucket, value) as a list, or as a page of it. */
function denseList(pages: ListPages): Expr {
  return expression`_dense(${pages.length})(value, ${placeInPage(field('bucket'), pages)})`;
}

/** The finished list of numbers per bucket: scaled for a sample, summed up, smoothed. */
function finishedList(frame: TrendsFrame, points: SeriesPoints, dense: Expr): Expr {
  const { isCumulative, isTotal, smoothing } = frame;
  const values = points.areChanges ? expression`arrayCumSum(${dense})` : dense;
  const scaled = scaledBack(frame, points, values);
  const summed = isCumulative ? expression`arrayCumSum(${scaled})` : scaled;
  if (smoothing <= 1 || isTotal) return summed;
  return meanOfWindow(windowSums(summed, smoothing), smoothing, 0);
}

/** The numbers of all events from those of a sample. */
function scaledBack({ query }: TrendsFrame, { areScaled }: SeriesPoints, values: Expr): Expr {
  const sample = query.samplingFactor ?? 1;
  if (sample >= 1 || !areScaled) return values;
  return expression`arrayMap(x -> round(x / ${typedConstant(sample, 'Float64')}), ${values})`;
}

/** The lists of kept values with running sums, which can be made only when all pages of a list are together. */
function summedUp(frame: TrendsFrame, series: readonly SeriesPoints[], list: Expr): Expr {
  const changing = series.filter(({ areChanges }) => areChanges);
  const isChanging = or(...changing.map((one) => compare(field('series'), '==', constant(one.series))));
  const values = changing.length === 0 ? list : expression`if(${isChanging}, arrayCumSum(${list}), ${list})`;
  return frame.isCumulative ? expression`arrayCumSum(${values})` : values;
}
