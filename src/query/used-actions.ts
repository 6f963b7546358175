import { isObject } from '../base/is-object.ts';
import { findExpanded } from './catalog/functions/expanded-functions.ts';
import { memberExpressions } from './filters/member-expressions.ts';
import { givenText } from './given-text.ts';
import { lex, type Token } from './language/lex.ts';

/** Actions that something stored names, by their ids and by their names. */
export interface UsedActions {
  readonly ids: ReadonlySet<number>;
  readonly names: ReadonlySet<string>;
}

interface Found {
  readonly ids: Set<number>;
  readonly names: Set<string>;
}

/**
 * The actions that a query, a list of filters or a cohort names: in nodes `{kind: "ActionsNode", id}`, also without
 * their kind, in entities `{type: "actions", id}`, wherever the kind of insight has them, in conditions of cohorts, and
 * in `matchesAction(...)` of texts and expressions. Reads the form only, so that it has an answer for everything that
 * is stored, also for what no longer compiles.
 */
export function usedActions(value: unknown): UsedActions {
  const found = { ids: new Set<number>(), names: new Set<string>() };
  const sql = isObject(value) ? givenText(value) : undefined;
  if (sql === undefined) collect(value, found.ids);
  else collectCalls(sql, found);
  for (const { text } of memberExpressions(value, '')) collectCalls(text, found);
  return found;
}

/** True when an expression asks what an action matches. */
export function callsAction(text: string): boolean {
  const found = { ids: new Set<number>(), names: new Set<string>() };
  collectCalls(text, found);
  return found.ids.size + found.names.size > 0;
}

/** Members that hold nodes, which may leave out their kind ([N-6]). */
const LISTS_OF_NODES = ['series', 'nodes', 'exclusions'];

function collect(value: unknown, ids: Set<number>, isNode = false): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, ids, isNode);
    return;
  }
  if (!isObject(value)) return;
  if (namesAction(value, isNode)) ids.add(Number(value.id));
  if (asksForAction(value)) ids.add(Number(value.key));
  for (const [name, member] of Object.entries(value)) collect(member, ids, LISTS_OF_NODES.includes(name));
}

/** True for a condition of a cohort on who performed an action. */
function asksForAction(value: object): value is { readonly key: unknown } {
  const isBehavior = 'type' in value && value.type === 'behavioral';
  return isBehavior && 'event_type' in value && value.event_type === 'actions' && 'key' in value;
}

function namesAction(node: object, isNode: boolean): node is { readonly id: unknown } {
  const kind = 'kind' in node ? (node.kind ?? undefined) : undefined;
  const isActionsNode = kind === 'ActionsNode' || (isNode && kind === undefined);
  const isActionsEntity = 'type' in node && node.type === 'actions';
  return (isActionsNode || isActionsEntity) && 'id' in node;
}

/** Adds the actions of the calls `matchesAction('name')` and `matchesAction(id)` in a text. */
function collectCalls(text: string, { ids, names }: Found): void {
  const tokens = tokensOf(text);
  for (const [at, { kind, text: name }] of tokens.entries()) {
    if (kind !== 'word' || tokens[at + 1]?.key !== '(' || findExpanded(name)?.name !== 'matchesAction')
      continue;
    const argument = tokens[at + 2];
    if (argument?.kind === 'string') names.add(argument.text);
    if (argument?.kind === 'number') ids.add(Number(argument.text));
  }
}

/** The tokens of a text; none of a text that an older release could read and this one cannot. */
function tokensOf(text: string): readonly Token[] {
  try {
    return lex(text);
  } catch {
    return [];
  }
}
