import type { StoredQuery } from './stored-query.ts';

/**
 * Ids of the actions that a stored query names: in nodes `{kind: "ActionsNode", id}` and in entities
 * `{type: "actions", id}`, wherever the kind of insight has them. Reads the form only, so that it has an answer for
 * every stored query, also for one that no longer compiles.
 */
export function usedActions(query: StoredQuery): ReadonlySet<number> {
  const ids = new Set<number>();
  if (query.kind !== 'HogQLQuery') collect(query, ids);
  return ids;
}

function collect(value: unknown, ids: Set<number>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, ids);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (namesAction(value)) ids.add(Number(value.id));
  for (const member of Object.values(value)) collect(member, ids);
}

function namesAction(node: object): node is { readonly id: unknown } {
  const isActionsNode = 'kind' in node && node.kind === 'ActionsNode';
  const isActionsEntity = 'type' in node && node.type === 'actions';
  return (isActionsNode || isActionsEntity) && 'id' in node;
}
