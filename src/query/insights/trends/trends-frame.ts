import type { Temporal } from 'temporal-polyfill';
import {
  TOTAL_VALUE_DISPLAYS,
  type TrendsDisplay,
  type TrendsQuery,
} from '../../../schema/insights/trends-query.ts';
import { bucketsOf } from '../../filters/buckets.ts';
import type { Interval } from '../../filters/interval.ts';
import { type Breakdown, breakdownOf } from '../breakdown.ts';
import { checkNumbers } from '../check-numbers.ts';
import type { InsightContext } from '../insight-context.ts';
import { isComparing, type Period, periodsOf } from '../periods.ts';
import { type Formula, parseFormula } from './formula.ts';

/** Values that a breakdown keeps when the query does not say. */
const DEFAULT_LIMIT = 25;
const WORLD_MAP_LIMIT = 250;

export interface TrendsFormula {
  readonly label: string;
  readonly formula: Formula;
}

/** A trends query with every default filled in and every date resolved. */
export interface TrendsFrame {
  readonly query: TrendsQuery;
  readonly context: InsightContext;
  /** One number per series over the whole range, instead of one per bucket. */
  readonly isTotal: boolean;
  readonly isCumulative: boolean;
  readonly isComparing: boolean;
  readonly interval: Interval;
  readonly smoothing: number;
  readonly breakdown?: Breakdown;
  /** Values that each series (with formulas: all series together) keeps. */
  readonly limit: number;
  readonly formulas: readonly TrendsFormula[];
  readonly periods: readonly Period[];
}

/**
 * Fills in the defaults of a trends query and resolves its dates.
 * @param earliest what `date_from: "all"` stands for
 * @throws invalid_date, invalid_value, query_too_large
 */
export function trendsFrame(
  query: TrendsQuery,
  context: InsightContext,
  earliest?: Temporal.ZonedDateTime,
): TrendsFrame {
  const display = query.trendsFilter?.display ?? 'ActionsLineGraph';
  const isTotal = isTotalValue(display);
  const interval = isTotal ? 'day' : (query.interval ?? 'day');
  const breakdown = breakdownOf(query.breakdownFilter, query.trendsFilter?.breakdown_histogram_bin_count);
  const options = { interval, exact: display === 'BoldNumber', attr: 'dateRange', earliest };
  const frame: TrendsFrame = {
    query,
    context,
    isTotal,
    isCumulative: display === 'ActionsLineGraphCumulative',
    isComparing: isComparing(query),
    interval,
    smoothing: query.trendsFilter?.smoothingIntervals ?? 1,
    ...(breakdown && { breakdown }),
    limit: display === 'WorldMap' ? WORLD_MAP_LIMIT : (breakdown?.limit ?? DEFAULT_LIMIT),
    formulas: formulasOf(query),
    periods: periodsOf(query, context, options, (bounds) =>
      // One number over the whole range needs no buckets, so a long range is no problem.
      bucketsOf(bounds, isTotal ? 'month' : interval, context),
    ),
  };
  checkSize(frame);
  return frame;
}

/** Number of values in the data of one series. */
export function dataLength({ isTotal }: TrendsFrame, { buckets }: Period): number {
  return isTotal ? 1 : buckets.count;
}

function isTotalValue(display: TrendsDisplay): boolean {
  return (TOTAL_VALUE_DISPLAYS as readonly TrendsDisplay[]).includes(display);
}

function formulasOf({ trendsFilter, series }: TrendsQuery): readonly TrendsFormula[] {
  const { formulaNodes = [], formulas = [], formula } = trendsFilter ?? {};
  const legacy = formulas.length > 0 ? formulas : formula ? [formula] : [];
  const nodes =
    formulaNodes.length > 0
      ? formulaNodes
      : legacy.map((text) => ({ formula: text, custom_name: undefined }));
  const member = formulaNodes.length > 0 ? 'formulaNodes' : formulas.length > 0 ? 'formulas' : 'formula';
  return nodes.map((node, index) => ({
    label: node.custom_name || `Formula (${node.formula})`,
    formula: parseFormula(node.formula, series.length, formulaAttr(member, index)),
  }));
}

function formulaAttr(member: string, index: number): string {
  if (member === 'formula') return 'trendsFilter.formula';
  return `trendsFilter.${member}.${index}${member === 'formulaNodes' ? '.formula' : ''}`;
}

function checkSize(frame: TrendsFrame): void {
  const values = frame.breakdown ? frame.limit + 1 : (frame.context.copies ?? 1);
  const buckets = frame.periods.reduce((sum, one) => sum + dataLength(frame, one), 0);
  const series = Math.max(frame.query.series.length, frame.formulas.length);
  checkNumbers({ series, values, buckets }, frame.breakdown ? 'breakdownFilter' : 'dateRange');
}
