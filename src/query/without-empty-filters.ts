type Members = Readonly<Record<string, unknown>>;

/** Members of queries that hold property filters, wherever they stand. */
const FILTER_MEMBERS: ReadonlySet<string> = new Set(['properties', 'fixedProperties']);

/**
 * A query without its empty property filters, `{}` and `{"type": "empty"}`, which clients leave behind where somebody has
 * not filled in a filter yet. They would always hold. A group of nothing else goes too: it would hold for every row, and
 * so would an OR around it.
 * @param query as a caller sent it, unchecked
 * @returns the query, the same when it has none, and the path of each of its empty filters in the request
 */
export function withoutEmptyFilters(query: Members): {
  readonly query: Members;
  readonly removed: readonly string[];
} {
  const removed: string[] = [];
  const cleaned = cleanMembers(query, 'query', removed);
  return removed.length === 0 ? { query, removed } : { query: cleaned, removed };
}

function cleanMembers(members: Members, path: string, removed: string[]): Members {
  const entries = Object.entries(members).map(([name, value]): [string, unknown] => {
    const at = `${path}.${name}`;
    return [
      name,
      FILTER_MEMBERS.has(name) ? cleanFilters(value, at, removed) : cleanValue(value, at, removed),
    ];
  });
  return Object.fromEntries(entries);
}

function cleanValue(value: unknown, path: string, removed: string[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => cleanValue(item, `${path}.${index}`, removed));
  return isMembers(value) ? cleanMembers(value, path, removed) : value;
}

/** A list of filters, or one group. */
function cleanFilters(filters: unknown, path: string, removed: string[]): unknown {
  if (Array.isArray(filters)) return cleanList(filters, path, removed);
  return isGroup(filters) ? cleanGroup(filters, path, removed) : filters;
}

function cleanGroup(group: Group, path: string, removed: string[]): Group {
  return { ...group, values: cleanList(group.values, `${path}.values`, removed) };
}

function cleanList(filters: readonly unknown[], path: string, removed: string[]): readonly unknown[] {
  return filters.flatMap((filter, index) => {
    const at = `${path}.${index}`;
    if (isEmpty(filter)) {
      removed.push(at);
      return [];
    }
    if (!isGroup(filter)) return [filter];
    const group = cleanGroup(filter, at, removed);
    return group.values.length === 0 && filter.values.length > 0 ? [] : [group];
  });
}

interface Group extends Members {
  readonly values: readonly unknown[];
}

function isGroup(value: unknown): value is Group {
  return isMembers(value) && Array.isArray(value['values']);
}

/** Nothing but, perhaps, the type `empty`; a null member is an absent one. */
function isEmpty(filter: unknown): boolean {
  if (!isMembers(filter)) return false;
  const given = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined);
  return given.every(([name, value]) => name === 'type' && value === 'empty');
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
