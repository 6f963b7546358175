import { AppError } from '../../base/errors.ts';
import type { CarrierTable } from '../filters/filter-carriers.ts';
import { cleanPath } from '../filters/operators/cleaned-path.ts';
import { readSubject } from '../filters/read-subject.ts';
import type { Expr } from '../language/ast.ts';
import { field, isNotNull } from '../language/build.ts';
import { expression } from '../language/dialect.ts';
import type { BreakdownPart } from './breakdown.ts';
import type { InsightContext } from './insight-context.ts';
import { rowExpression } from './row-expression.ts';

/**
 * The text by which a row of `table` is split. The empty text, which a property that is not set gives too, is the none
 * bucket.
 */
export function breakdownText(
  part: BreakdownPart,
  context: InsightContext,
  table: CarrierTable = 'events',
): Expr {
  const text = expression`ifNull(${rawText(part, table)}, '')`;
  const cleaned = part.cleanPath ? cleanPath(text, context.project) : text;
  return part.normalizeUrl ? normalizedUrl(cleaned) : cleaned;
}

/** True when a row has the property at all, even with an empty text. */
export function hasBreakdownText(part: BreakdownPart): Expr {
  return isNotNull(rawText(part, 'events'));
}

/** The number that puts a row into a bin; NULL for a value that is no number. */
export function breakdownNumber(part: BreakdownPart): Expr {
  if (part.type === 'hogql') return expression`toFloat(${rowExpression(part.property, part.attr)})`;
  return subjectOf(part, 'events').number;
}

function rawText(part: BreakdownPart, table: CarrierTable): Expr {
  if (part.type === 'hogql') return expression`toString(${rowExpression(part.property, part.attr)})`;
  return subjectOf(part, table).text;
}

function subjectOf(part: BreakdownPart, table: CarrierTable) {
  if (part.type === 'event') {
    const text = expression`_propertyText(${field('properties', part.property)})`;
    return { text, number: expression`_toNumber(${text})` };
  }
  if (part.type === 'hogql' || part.property === '$urls') {
    throw new AppError('invalid_value', `Cannot split by ${part.property}.`, { attr: part.attr });
  }
  const reference = { type: part.type, key: part.property, groupTypeIndex: part.groupTypeIndex };
  return readSubject(reference, table, part.attr);
}

/** A URL without trailing `/`, `?` and `#`; `/` when nothing remains of a text that was not empty. */
function normalizedUrl(text: Expr): Expr {
  const cut = expression`replaceRegexpOne(${text}, '[/?#]+$', '')`;
  return expression`if(${cut} = '', if(${text} = '', '', '/'), ${cut})`;
}
