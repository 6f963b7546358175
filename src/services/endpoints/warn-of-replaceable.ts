import type { Endpoint } from '../../schema/endpoint.ts';
import type { Warning } from '../../schema/warning.ts';

/**
 * A warning that callers may replace filters which the owner stored, by sending these members as `query_override`. No
 * warning when no member with a filter may be replaced. SQL endpoints take no such override.
 * @param allowed members that callers may replace; null = all
 */
export function warnOfReplaceable(
  query: Endpoint['query'],
  allowed: readonly string[] | null,
): readonly Warning[] {
  if (query['kind'] === 'HogQLQuery') return [];
  const members = Object.keys(query).filter(
    (name) => (allowed === null || allowed.includes(name)) && filters(name, query[name]),
  );
  if (members.length === 0) return [];
  const named = members.map((name) => `"${name}"`).join(', ');
  const detail = `Callers may replace the stored filters in ${named}; allowed_overrides can leave them out.`;
  return [{ code: 'replaceable_filter', detail, attr: 'allowed_overrides' }];
}

/** True when a member filters rows, or contains a member that does. */
function filters(name: string, value: unknown): boolean {
  if (name === 'filterTestAccounts') return value === true;
  if (typeof value !== 'object' || value === null) return false;
  if (name === 'properties' && Object.keys(value).length > 0) return true;
  return Object.entries(value).some(([inner, member]) => filters(inner, member));
}
