import type { Temporal } from 'temporal-polyfill';
import type { Constant } from '../language/ast.ts';
import { typedConstant } from '../language/build.ts';

/** A moment as a bound value, microsecond precision. */
export function instantConstant(at: Temporal.ZonedDateTime): Constant {
  const text = at.toInstant().toString({ fractionalSecondDigits: 6 }).replace('T', ' ').replace('Z', '');
  return typedConstant(text, "DateTime64(6, 'UTC')");
}
