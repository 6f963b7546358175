/**
 * JSON text that does not depend on the caller's member order: keys sorted by UTF-16 units, no white space,
 * `undefined` members left out, numbers spelled as JavaScript does (so `1.0` and `1` are one text).
 * bigint prints as a bare integer. Not for cyclic values.
 */
export function stableJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${stableJson(member)}`);
  return `{${members.join(',')}}`;
}
