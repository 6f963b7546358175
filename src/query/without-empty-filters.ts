type Members = Readonly<Record<string, unknown>>;

/** Members of queries that hold property filters, wherever they stand. */
const FILTER_MEMBERS: ReadonlySet<string> = new Set(['properties', 'fixedProperties']);

/** A query without its empty property filters, and what was removed from it; paths are those of the request. */
export interface CleanedQuery {
  /** The same when nothing had to go. */
  readonly query: Members;
  /** The empty filters. */
  readonly removed: readonly string[];
  /** Groups that held nothing else. */
  readonly emptied: readonly string[];
}

/**
 * A query without its empty property filters, `{}` and `{"type": "empty"}`, which clients leave behind where somebody
 * has not filled in a filter yet. An empty filter would always hold. A group of nothing but empty filters is removed
 * too: such a group would hold for every row, and so would an OR around it.
 * @param query as a caller sent it, unchecked
 */
export function withoutEmptyFilters(query: Members): CleanedQuery {
  const gone: Gone = { removed: [], emptied: [] };
  const cleaned = cleanMembers(query, 'query', gone);
  return { query: gone.removed.length === 0 ? query : cleaned, ...gone };
}

interface Gone {
  readonly removed: string[];
  readonly emptied: string[];
}

function cleanMembers(members: Members, path: string, gone: Gone): Members {
  const entries = Object.entries(members).map(([name, value]): [string, unknown] => {
    const at = `${path}.${name}`;
    return [name, FILTER_MEMBERS.has(name) ? cleanFilters(value, at, gone) : cleanValue(value, at, gone)];
  });
  return Object.fromEntries(entries);
}

function cleanValue(value: unknown, path: string, gone: Gone): unknown {
  if (Array.isArray(value)) return value.map((item, index) => cleanValue(item, `${path}.${index}`, gone));
  return isMembers(value) ? cleanMembers(value, path, gone) : value;
}

/** A list of filters, or one group. */
function cleanFilters(filters: unknown, path: string, gone: Gone): unknown {
  if (Array.isArray(filters)) return cleanList(filters, path, gone);
  return isGroup(filters) ? cleanGroup(filters, path, gone) : filters;
}

function cleanGroup(group: Group, path: string, gone: Gone): Group {
  return { ...group, values: cleanList(group.values, `${path}.values`, gone) };
}

function cleanList(filters: readonly unknown[], path: string, gone: Gone): readonly unknown[] {
  return filters.flatMap((filter, index) => {
    const at = `${path}.${index}`;
    if (isEmpty(filter)) {
      gone.removed.push(at);
      return [];
    }
    if (!isGroup(filter)) return [filter];
    const group = cleanGroup(filter, at, gone);
    if (group.values.length > 0 || filter.values.length === 0) return [group];
    gone.emptied.push(at);
    return [];
  });
}

interface Group extends Members {
  readonly values: readonly unknown[];
}

function isGroup(value: unknown): value is Group {
  return isMembers(value) && Array.isArray(value['values']);
}

/** True for a filter that holds nothing, or the type `empty` alone. A null member counts as absent. */
function isEmpty(filter: unknown): boolean {
  if (!isMembers(filter)) return false;
  const given = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined);
  return given.every(([name, value]) => name === 'type' && value === 'empty');
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
