import type { Temporal } from 'temporal-polyfill';
import { AppError } from '../../../base/errors.ts';
import type { RetentionEntity, RetentionQuery } from '../../../schema/insights/retention-query.ts';
import type { SeriesNode } from '../../../schema/insights/series-node.ts';
import { type Buckets, bucketsOf } from '../../filters/buckets.ts';
import { addIntervals, type Interval, startOfInterval } from '../../filters/interval.ts';
import { type ParsedDate, resolveDate } from '../../filters/relative-date.ts';
import { parsedEnd, parsedStart, withRowsFrom } from '../../filters/resolve-date-range.ts';
import { type Breakdown, breakdownOf } from '../breakdown.ts';
import { checkNumbers } from '../check-numbers.ts';
import type { InsightContext } from '../insight-context.ts';

const DEFAULT_LIMIT = 25;
/** Last offset of a column: brackets join several offsets. */
export interface Column {
  readonly firstOffset: number;
  readonly lastOffset: number;
}

/** A retention query with every default filled in and every date resolved. */
export interface RetentionFrame {
  readonly query: RetentionQuery;
  readonly context: InsightContext;
  readonly period: 'Hour' | 'Day' | 'Week' | 'Month';
  readonly interval: Interval;
  /** Rows of the answer; `bounds` are [start of the first period, end of the last). */
  readonly buckets: Buckets;
  /** Columns of the answer, the first for offset 0. */
  readonly columns: readonly Column[];
  readonly target: SeriesNode;
  readonly returning: SeriesNode;
  /** Has one part only. */
  readonly breakdown?: Breakdown;
  readonly limit: number;
}

const INTERVALS = { Hour: 'hour', Day: 'day', Week: 'week', Month: 'month' } as const;

/** @throws invalid_date, combination_not_allowed, query_too_large */
export function retentionFrame(
  query: RetentionQuery,
  context: InsightContext,
  earliest?: Temporal.ZonedDateTime,
): RetentionFrame {
  const filter = query.retentionFilter;
  const period = filter.period ?? 'Day';
  const interval = INTERVALS[period];
  const breakdown = breakdownOf(query.breakdownFilter);
  checkCombinations(query, breakdown);
  const [first] = breakdown?.parts ?? [];
  const frame: RetentionFrame = {
    query,
    context,
    period,
    interval,
    buckets: periodsOf(query, context, interval, earliest),
    columns: columnsOf(filter.totalIntervals ?? 8, filter.retentionCustomBrackets),
    target: entityNode(filter.targetEntity, 'targetEntity'),
    returning: entityNode(filter.returningEntity, 'returningEntity'),
    ...(breakdown && first && { breakdown: { ...breakdown, parts: [first] } }),
    limit: breakdown?.limit ?? DEFAULT_LIMIT,
  };
  const values = frame.breakdown ? frame.limit + 1 : (frame.context.copies ?? 1);
  checkNumbers({ values, periods: frame.buckets.count, columns: frame.columns.length }, 'dateRange');
  return frame;
}

function checkCombinations(query: RetentionQuery, breakdown: Breakdown | undefined): void {
  const { cumulative, timeWindowMode, aggregationType, aggregationProperty } = query.retentionFilter;
  if (cumulative && timeWindowMode === '24_hour_windows') {
    throw new AppError('combination_not_allowed', 'cumulative does not go with 24_hour_windows.', {
      attr: 'retentionFilter.cumulative',
    });
  }
  if (aggregationType && aggregationType !== 'count' && aggregationProperty === undefined) {
    throw new AppError('invalid_value', `aggregationType ${aggregationType} needs aggregationProperty.`, {
      attr: 'retentionFilter.aggregationProperty',
    });
  }
  if (breakdown?.parts.some(({ binCount }) => binCount !== undefined)) {
    throw new AppError('combination_not_allowed', 'Retention does not cut breakdown values into bins.', {
      attr: 'breakdownFilter',
    });
  }
}

/** The periods from that of `date_from` (or from as many periods back as there are columns) to that of `date_to`. */
function periodsOf(
  query: RetentionQuery,
  context: InsightContext,
  interval: Interval,
  earliest: Temporal.ZonedDateTime | undefined,
): Buckets {
  const startOf = (at: Temporal.ZonedDateTime) => startOfInterval(at, interval, context);
  const { dateRange } = query;
  const last = startOf(boundOf(parsedEnd(dateRange, 'dateRange'), context, 'date_to') ?? context.now);
  const end = addIntervals(last, 1, interval);
  const given = earliest ?? boundOf(parsedStart(dateRange, 'dateRange'), context, 'date_from');
  const total = query.retentionFilter.totalIntervals ?? 8;
  const from = given ? startOf(given) : addIntervals(end, -total, interval);
  const bounds = withRowsFrom({ from, to: end.subtract({ microseconds: 1 }) }, 'instant');
  return bucketsOf(bounds, interval, context);
}

function boundOf(
  date: ParsedDate | undefined,
  context: InsightContext,
  member: 'date_from' | 'date_to',
): Temporal.ZonedDateTime | undefined {
  return date && date.kind !== 'all' ? resolveDate(date, context, `dateRange.${member}`) : undefined;
}

function columnsOf(total: number, brackets: readonly number[] | undefined): readonly Column[] {
  if (!brackets) {
    return Array.from({ length: total }, (_, offset) => ({ firstOffset: offset, lastOffset: offset }));
  }
  const columns: Column[] = [{ firstOffset: 0, lastOffset: 0 }];
  for (const size of brackets) {
    const firstOffset = (columns.at(-1)?.lastOffset ?? 0) + 1;
    columns.push({ firstOffset, lastOffset: firstOffset + size - 1 });
  }
  return columns;
}

/** An entity as the node that insights read. @throws invalid_value when an action has no number as id */
function entityNode(entity: RetentionEntity | undefined, member: string): SeriesNode {
  if (!entity) return { kind: 'EventsNode', event: '$pageview' };
  const { id, type = 'events', properties } = entity;
  const filters = properties === undefined ? {} : { properties };
  if (type === 'events') {
    return { kind: 'EventsNode', ...(id !== undefined && { event: String(id) }), ...filters };
  }
  const action = Number(id);
  if (id !== undefined && Number.isSafeInteger(action))
    return { kind: 'ActionsNode', id: action, ...filters };
  throw new AppError(
    'invalid_value',
    `An entity of type actions needs the id of an action, found ${JSON.stringify(id) ?? 'none'}.`,
    { attr: `retentionFilter.${member}.id` },
  );
}
