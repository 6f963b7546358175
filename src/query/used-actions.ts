import type { StoredQuery } from './stored-query.ts';

/**
 * Ids of the actions that a stored query names: in nodes `{kind: "ActionsNode", id}`, also without their kind, and in
 * entities `{type: "actions", id}`, wherever the kind of insight has them. Reads the form only, so that it has an
 * answer for every stored query, also for one that no longer compiles.
 */
export function usedActions(query: StoredQuery): ReadonlySet<number> {
  const ids = new Set<number>();
  if (query.kind !== 'HogQLQuery') collect(query, ids);
  return ids;
}

/** Members that hold nodes, which may leave out their kind ([N-6]). */
const LISTS_OF_NODES = ['series', 'nodes', 'exclusions'];

function collect(value: unknown, ids: Set<number>, isNode = false): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, ids, isNode);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (namesAction(value, isNode)) ids.add(Number(value.id));
  for (const [name, member] of Object.entries(value)) collect(member, ids, LISTS_OF_NODES.includes(name));
}

function namesAction(node: object, isNode: boolean): node is { readonly id: unknown } {
  const kind = 'kind' in node ? (node.kind ?? undefined) : undefined;
  const isActionsNode = kind === 'ActionsNode' || (isNode && kind === undefined);
  const isActionsEntity = 'type' in node && node.type === 'actions';
  return (isActionsNode || isActionsEntity) && 'id' in node;
}
