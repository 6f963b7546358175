import type { Expr } from '../../language/ast.ts';
import { constant } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import type { RetentionFrame } from './retention-frame.ts';

/**
 * Number of the column that holds an offset above 0; 0 when no column does. In a cumulative query, the last column that
 * starts at or before the offset.
 */
export function columnOf(frame: RetentionFrame, offset: Expr): Expr {
  const columns = frame.columns.slice(1);
  if (columns.length === 0) return constant(0);
  return frame.query.retentionFilter.cumulative === true
    ? expression`arrayLastIndex(f -> f <= ${offset}, [${columns.map(({ firstOffset }) => firstOffset)}])`
    : expression`arrayFirstIndex(l -> l >= ${offset}, [${columns.map(({ lastOffset }) => lastOffset)}])`;
}
