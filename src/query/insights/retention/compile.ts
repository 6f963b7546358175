import type { Temporal } from 'temporal-polyfill';
import type { RetentionQuery } from '../../../schema/insights/retention-query.ts';
import { needsEarliest } from '../../filters/date-range.ts';
import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  arithmetic,
  ascending,
  call,
  compare,
  constant,
  descending,
  field,
  from,
  lambda,
  select,
} from '../../language/build.ts';
import { probeEarliest } from '../earliest-event.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { cellsOfActors, reachedOfActors } from './actor-cells.ts';
import { hasAmounts } from './actor-cohorts.ts';
import { type RetentionFrame, retentionFrame } from './retention-frame.ts';
import { shapeRetention } from './shape-result.ts';

/**
 * Compiles a retention query to one statement with one row per breakdown value and cohort:
 * (is_other, kept, cohort, counts, amounts).
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileRetention(query: RetentionQuery, context: InsightContext): InsightPlan {
  const plan = (earliest?: Temporal.ZonedDateTime): InsightPlan => {
    const frame = retentionFrame(query, context, earliest);
    return {
      kind: 'rows',
      statements: [cohortTable(frame)],
      shape: ([table]) => shapeRetention(frame, table),
    };
  };
  if (!needsEarliest(query.dateRange)) return plan();
  const { target } = retentionFrame({ ...query, dateRange: undefined }, context);
  return probeEarliest({ ...query, series: [target] }, context, plan);
}

/** Cells of all breakdown values, those beyond the limit added up as other, and one list of numbers per cohort. */
function cohortTable(frame: RetentionFrame): SelectQuery {
  const isBeyond = frame.breakdown ? compare(field('place'), '>', constant(frame.limit)) : constant(false);
  const width = Math.max(1, frame.columns.length);
  return select({
    select: [
      alias('is_other', call('if', isBeyond, constant(1), constant(0))),
      alias('kept', call('if', isBeyond, constant(''), field('value'))),
      field('cohort'),
      alias('counts', dense(width, field('actors'))),
      alias('amounts', dense(width, field('amount'))),
    ],
    select_from: from(mergedCells(frame, isBeyond)),
    group_by: [field('is_other'), field('kept'), field('cohort')],
    order_by: [ascending(call('min', field('place'))), ascending(field('cohort'))],
  });
}

function dense(width: number, value: Expr): Expr {
  return {
    kind: 'Call',
    name: '_dense',
    params: [constant(width)],
    args: [value, field('column')],
    internal: true,
  };
}

/** Adds up the cells of all values beyond the limit, so that each cell of "other" is one number. */
function mergedCells(frame: RetentionFrame, isBeyond: Expr): SelectQuery {
  const ranked = rankedCells(frame);
  if (!frame.breakdown) return ranked;
  const merged = call('if', isBeyond, constant(''), field('value'));
  const place = call('least', field('place'), constant(frame.limit + 1));
  const named = select({
    select: [
      alias('value', merged),
      alias('place', place),
      field('cohort'),
      field('column'),
      field('actors'),
      field('amount'),
    ],
    select_from: from(ranked),
  });
  return select({
    select: [
      field('value'),
      field('place'),
      field('cohort'),
      field('column'),
      alias('actors', call('sum', field('actors'))),
      alias('amount', call('sum', field('amount'))),
    ],
    select_from: from(named),
    group_by: [field('value'), field('place'), field('cohort'), field('column')],
  });
}

/** (value, cohort, column, actors, amount, place): values ranked by the size of their cohorts, then by value. */
function rankedCells(frame: RetentionFrame): SelectQuery {
  const cells = countedCells(frame);
  const columns = ['value', 'cohort', 'column', 'actors', 'amount'].map((name) => field(name));
  if (!frame.breakdown)
    return select({ select: [...columns, alias('place', constant(1))], select_from: from(cells) });
  const size = call('if', compare(field('column'), '==', constant(0)), field('actors'), constant(0));
  const sized = select({
    select: [
      ...columns,
      alias('size', {
        kind: 'WindowFunction',
        name: 'sum',
        args: [size],
        over_expr: { kind: 'WindowExpr', partition_by: [field('value')] },
      }),
    ],
    select_from: from(cells),
  });
  return select({
    select: [
      ...columns,
      alias('place', {
        kind: 'WindowFunction',
        name: 'dense_rank',
        args: [],
        over_expr: { kind: 'WindowExpr', order_by: [descending(field('size')), ascending(field('value'))] },
      }),
    ],
    select_from: from(sized),
  });
}

/** (value, cohort, column, actors, amount): every actor counts once per cell. */
function countedCells(frame: RetentionFrame): SelectQuery {
  return hasAmounts(frame) ? cellsWithAmounts(frame) : cellsOfCounts(frame);
}

/** Counts are kept as one list per value and cohort, which becomes rows when everybody is counted. */
function cellsOfCounts(frame: RetentionFrame): SelectQuery {
  const counts: Expr = {
    kind: 'Call',
    name: '_countListed',
    params: [constant(Math.max(1, frame.columns.length))],
    args: [field('reached')],
    internal: true,
  };
  // One value for all would be a key that every row pays for.
  const value = frame.breakdown ? [field('value')] : [];
  const lists = select({
    select: [...value, field('cohort'), alias('reached_counts', counts)],
    select_from: from(reachedOfActors(frame)),
    group_by: [...value, field('cohort')],
  });
  const list = field('reached_counts');
  const cells = call(
    'arrayFilter',
    lambda(['c'], compare(item(field('c'), 2), '>', constant(0))),
    call('arrayZip', call('arrayEnumerate', list), list),
  );
  const exploded = select({
    select: [...value, field('cohort'), alias('cell', call('arrayJoin', cells))],
    select_from: from(lists),
  });
  return select({
    select: [
      frame.breakdown ? field('value') : alias('value', constant('')),
      field('cohort'),
      alias('column', arithmetic(item(field('cell'), 1), '-', constant(1))),
      alias('actors', item(field('cell'), 2)),
      alias('amount', { kind: 'Constant', value: 0, type: 'Float64' }),
    ],
    select_from: from(exploded),
  });
}

function cellsWithAmounts(frame: RetentionFrame): SelectQuery {
  const cell = field('cell');
  const exploded = select({
    select: [field('value'), field('cohort'), alias('cell', call('arrayJoin', field('cells')))],
    select_from: from(cellsOfActors(frame)),
  });
  return select({
    select: [
      field('value'),
      field('cohort'),
      alias('column', item(cell, 1)),
      alias('actors', call('sum', item(cell, 2))),
      alias('amount', call('sum', item(cell, 3))),
    ],
    select_from: from(exploded),
    group_by: [field('value'), field('cohort'), field('column')],
  });
}

function item(pair: Expr, index: number): Expr {
  return { kind: 'TupleAccess', tuple: pair, index };
}
