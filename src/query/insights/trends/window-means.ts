import type { Expr } from '../../language/ast.ts';
import { typedConstant } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';

/** For each number the sum of itself and up to `count - 1` numbers before it. */
export function windowSums(values: Expr, count: number): Expr {
  // The running sum up to a place minus the running sum `count` places before it.
  const sums = expression`arrayCumSum(${values})`;
  return expression`
    arrayMap(
      (upto, before) -> upto - before,
      ${sums},
      arraySlice(
        arrayConcat(arrayWithConstant(${count}, ${typedConstant(0, 'Float64')}), ${sums}), 1, length(${sums})
      )
    )`;
}

/**
 * Means, rounded down, from the sums of windows of `count` numbers.
 * @param before how many numbers of the series stand before the list; the first windows are shorter
 */
export function meanOfWindow(sums: Expr, count: number, before: Expr | number): Expr {
  // Nine decimals: the difference of two running sums may miss a whole number by the last bit.
  return expression`
    arrayMap(
      (sum, place) -> floor(round(sum / least(${before} + place, ${count}), 9)),
      ${sums},
      arrayEnumerate(${sums})
    )`;
}
