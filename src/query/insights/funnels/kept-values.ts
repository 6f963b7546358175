import type { Expr, SelectStatement } from '../../language/ast.ts';
import { constant, field } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import type { FunnelFrame } from './funnel-frame.ts';

/**
 * Adds two columns to rows (value, ...): `is_other`, which is 1 for values beyond the limit, and `kept`, which is the
 * value, or the value of nothing for values beyond the limit.
 * @param ranks values with larger numbers are kept; the first number decides before the second, and equal ones go by
 *   value
 * @param columns names of the other columns
 */
export function keptValues(
  frame: FunnelFrame,
  values: SelectStatement,
  ranks: readonly Expr[],
  columns: readonly string[],
): SelectStatement {
  const others = columns.map((name) => field(name));
  if (!frame.breakdown) return statement`SELECT 0 AS is_other, value AS kept, ${others} FROM ${values}`;
  return statement`
    SELECT
      if(place > ${frame.limit}, 1, 0) AS is_other,
      if(place > ${frame.limit}, ${noValue(frame)}, value) AS kept,
      ${others}
    FROM (SELECT value, ${others}, row_number() OVER (ORDER BY ${ranks} DESC, value) AS place FROM ${values})`;
}

/** The value of an actor without value: a text, or one text per property. */
export function noValue({ breakdown }: FunnelFrame): Expr {
  const parts = breakdown?.parts ?? [];
  return parts.length > 1 ? expression`[${parts.map(() => '')}]` : constant('');
}
