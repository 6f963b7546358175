import { AppError } from '../../base/errors.ts';
import { refusedOfCallers } from './expression-filter.ts';
import type { MemberExpression } from './member-expressions.ts';
import { parsePart } from './parse-part.ts';

/**
 * Checks the expressions in the overrides of a call. An expression that the stored query has for the same purpose
 * passes unchecked. Every other one needs the scope `query:read` and may read only the rows that the query reads.
 * @returns true when the call holds an expression of its own
 * @throws permission_denied; invalid_filter or override_not_allowed for what such an expression may not hold; the codes
 *   of the SQL dialect
 */
export function checkCallerExpressions(
  given: readonly MemberExpression[],
  stored: readonly MemberExpression[],
  mayQuery: boolean,
): boolean {
  const known = new Set(stored.map(({ role, text }) => `${role} ${text}`));
  const own = given.filter(({ role, text }) => !known.has(`${role} ${text}`));
  const [first] = own;
  if (first === undefined) return false;
  if (!mayQuery) {
    throw new AppError(
      'permission_denied',
      'The key lacks the scope "query:read", which expressions in a call need; those of the stored query pass as they are.',
      { attr: first.attr },
    );
  }
  for (const expression of own) checkExpression(expression);
  return true;
}

function checkExpression({ attr, text, role }: MemberExpression): void {
  const refused = refusedOfCallers(parsePart(text, attr));
  if (refused === undefined) return;
  throw new AppError(
    role === 'filter' ? 'invalid_filter' : 'override_not_allowed',
    `No ${refused} are allowed in an expression of a call.`,
    { attr },
  );
}
