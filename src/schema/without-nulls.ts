/**
 * A JSON value in which no object has a member that is null: in insight queries null means absent. Elements of arrays
 * stay as they are. What has no such member is given back itself, since copying many names takes long.
 */
export function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(withoutNulls);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const members = Object.entries(value);
  const kept = members
    .filter(([, member]) => member !== null && member !== undefined)
    .map(([name, member]): readonly [string, unknown] => [name, withoutNulls(member)]);
  const isSame =
    kept.length === members.length && kept.every(([, member], at) => member === members[at]?.[1]);
  return isSame ? value : Object.fromEntries(kept);
}
