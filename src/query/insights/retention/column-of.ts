import type { Expr } from '../../language/ast.ts';
import { call, compare, constant, field, lambda } from '../../language/build.ts';
import type { RetentionFrame } from './retention-frame.ts';

/**
 * Number of the column that holds an offset above 0; 0 when none does. Cumulative: the last column that starts at or
 * before it.
 */
export function columnOf(frame: RetentionFrame, offset: Expr): Expr {
  const columns = frame.columns.slice(1);
  const isCumulative = frame.query.retentionFilter.cumulative === true;
  const edges = columns.map(({ firstOffset, lastOffset }) => (isCumulative ? firstOffset : lastOffset));
  if (edges.length === 0) return constant(0);
  const list: Expr = { kind: 'Array', exprs: edges.map((edge) => constant(edge)) };
  return isCumulative
    ? call('arrayLastIndex', lambda(['f'], compare(field('f'), '<=', offset)), list)
    : call('arrayFirstIndex', lambda(['l'], compare(field('l'), '>=', offset)), list);
}
