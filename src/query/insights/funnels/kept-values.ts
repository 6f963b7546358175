import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  ascending,
  call,
  compare,
  constant,
  descending,
  field,
  from,
  select,
} from '../../language/build.ts';
import type { FunnelFrame } from './funnel-frame.ts';

/**
 * Adds to rows (value, ...) two columns: `is_other`, 1 for the values beyond the limit, and `kept`, the value or nothing
 * for those.
 * @param ranks values with larger numbers stay, the first number decides; equal ones by value
 * @param columns names of the other columns
 */
export function keptValues(
  frame: FunnelFrame,
  values: SelectQuery,
  ranks: readonly Expr[],
  columns: readonly string[],
): SelectQuery {
  const others = columns.map((name) => field(name));
  if (!frame.breakdown) {
    return select({
      select: [alias('is_other', constant(0)), alias('kept', field('value')), ...others],
      select_from: from(values),
    });
  }
  const placed = select({
    select: [
      field('value'),
      ...others,
      alias('place', {
        kind: 'WindowFunction',
        name: 'row_number',
        args: [],
        over_expr: {
          kind: 'WindowExpr',
          order_by: [...ranks.map(descending), ascending(field('value'))],
        },
      }),
    ],
    select_from: from(values),
  });
  const isBeyond = compare(field('place'), '>', constant(frame.limit));
  return select({
    select: [
      alias('is_other', call('if', isBeyond, constant(1), constant(0))),
      alias('kept', call('if', isBeyond, noValue(frame), field('value'))),
      ...others,
    ],
    select_from: from(placed),
  });
}

/** The value of an actor without value: a text, or one text per property. */
export function noValue({ breakdown }: FunnelFrame): Expr {
  const parts = breakdown?.parts ?? [];
  return parts.length > 1 ? { kind: 'Array', exprs: parts.map(() => constant('')) } : constant('');
}
