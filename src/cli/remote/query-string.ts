/** `?limit=5`, of the members that are given; empty without any. */
export function queryString(members: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.append(name, value);
  return query.size === 0 ? '' : `?${query}`;
}
