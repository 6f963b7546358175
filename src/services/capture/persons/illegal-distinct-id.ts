/** Ids that clients send by mistake. Merging on one of them would join strangers. */
const ILLEGAL_ANY_CASE: ReadonlySet<string> = new Set([
  'anonymous',
  'guest',
  'distinctid',
  'distinct_id',
  'id',
  'not_authenticated',
  'email',
  'undefined',
  'true',
  'false',
]);
const ILLEGAL: ReadonlySet<string> = new Set(['', '[object Object]', 'NaN', 'None', 'none', 'null', '0']);

/** True for ids that never take part in a merge, even when the id stands in quotes: `"null"`, `'Guest'`. */
export function isIllegalDistinctId(id: string): boolean {
  const trimmed = id.trim();
  const quoted = /^(["'])(.*)\1$/s.exec(trimmed);
  const bare = (quoted?.[2] ?? trimmed).trim();
  return ILLEGAL.has(bare) || ILLEGAL_ANY_CASE.has(bare.toLowerCase());
}
