import type { Expr } from '../../language/ast.ts';
import { constant, typedConstant } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import type { BreakdownPart } from '../breakdown.ts';
import { breakdownNumber } from '../breakdown-text.ts';

/** Smallest and largest number of a histogram. */
export interface BinEdges {
  readonly low: number;
  readonly high: number;
}

/** What is added to the largest number, so that it lies inside the last half-open bin. */
const LAST_BIN_MARGIN = 0.01;

/**
 * The text of the bin of a row, such as `[0,2.5]`; the empty text for a value that is no number.
 * @param edges undefined when no row has a number
 */
export function binText(part: BreakdownPart, edges: BinEdges | undefined): Expr {
  const count = part.binCount ?? 1;
  if (!edges) return constant('');
  const number = breakdownNumber(part);
  const width = (edges.high - edges.low) / count;
  const branches: Expr[] = [expression`isNull(${number})`, constant('')];
  for (let bin = 0; bin < count - 1 && width > 0; bin += 1) {
    const upper = edges.low + (bin + 1) * width;
    branches.push(expression`${number} < ${typedConstant(upper, 'Float64')}`);
    branches.push(constant(`[${edgeText(edges.low + bin * width)},${edgeText(upper)}]`));
  }
  const lastLow = edges.low + (count - 1) * width;
  const last = `[${edgeText(lastLow)},${edgeText(edges.high + LAST_BIN_MARGIN)}]`;
  return expression`multiIf(${branches}, ${last})`;
}

/** A bound without the noise of binary fractions: 10 decimals. */
function edgeText(value: number): string {
  return String(Number(value.toFixed(10)));
}
