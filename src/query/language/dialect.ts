import { invariant } from '../../base/invariant.ts';
import type { AstNode, ConstantValue, Expr, JoinExpr, OrderExpr, SelectStatement } from './ast.ts';
import { and, constant, or, tuple } from './build.ts';
import { childrenOf, keysOf, mapChildren, spliceChildren } from './child-keys.ts';
import { parseExpression, parseSelect } from './parse.ts';

/**
 * What may stand in a hole of a query: a node, a constant, or a list of them. A text is always a constant, never a part
 * of the query. `undefined` stands for nothing: a clause, or a member of a list, that is left out.
 */
export type Hole = HoleItem | readonly HoleItem[] | undefined;
type HoleItem = Expr | SelectStatement | JoinExpr | OrderExpr | ConstantValue;

/**
 * A statement of the dialect with its holes filled. The text of each call site is parsed once.
 * - Where a list stands (columns, arguments, `GROUP BY`, members of AND), a hole may hold a list, which is spliced in.
 * - `WHERE ${conditions}` with a list means all of them, `x IN (${values})` any of them.
 * - `FROM ${statement} AS name`: a sub-query in a hole needs no brackets.
 * - Functions whose name starts with `_` are those that users cannot call.
 * @example statement`SELECT ${columns}, count() AS amount FROM events WHERE timestamp >= ${first} GROUP BY ${keys}`
 */
export function statement(texts: TemplateStringsArray, ...holes: readonly Hole[]): SelectStatement {
  return fill(templateOf(texts, parseSelect), holes);
}

/** An expression of the dialect with its holes filled, by the rules of `statement`. */
export function expression(texts: TemplateStringsArray, ...holes: readonly Hole[]): Expr {
  return fill(templateOf(texts, parseExpression), holes);
}

/** A parsed text with the nodes at or above a hole; all others are shared by every filling. */
interface Template<Root extends AstNode> {
  readonly root: Root;
  readonly open: ReadonlyMap<AstNode, OpenNode>;
}

/** Which hole a node is, or in which of its fields there is one. */
interface OpenNode {
  readonly hole?: number;
  readonly keys: readonly string[];
}

/** One entry per call site: a tag function gets the same array of texts each time. */
const templates = new WeakMap<TemplateStringsArray, Template<AstNode>>();

function templateOf<Root extends AstNode>(
  texts: TemplateStringsArray,
  parse: (text: string) => Root,
): Template<Root> {
  const known = templates.get(texts);
  // The parser belongs to the tag, and the tag to the call site, so the root is of the kind that was stored.
  if (known !== undefined) return known as Template<Root>;
  const made = makeTemplate(parse(textWithHoles(texts.raw)), texts.length - 1);
  templates.set(texts, made);
  return made;
}

const HOLE = 'hole_';

function textWithHoles(texts: readonly string[]): string {
  return texts.reduce((text, next, index) => `${text}{${HOLE}${index - 1}}${next}`);
}

function makeTemplate<Root extends AstNode>(parsed: Root, holeCount: number): Template<Root> {
  const root = ownNode(parsed);
  const open = new Map<AstNode, OpenNode>();
  const found = markOpen(root, open);
  invariant(found === holeCount, 'every hole stands where an expression, a table or a list item can stand');
  return { root, open };
}

/** The node as if the program had made it: no places of a user's text, and internal functions may be called. */
function ownNode<Node extends AstNode>(node: Node): Node {
  const { span: _, ...own } = mapChildren(node, ownNode);
  const isInternal = node.kind === 'Call' && node.name.startsWith('_');
  // Without its span it is still a node of the same kind.
  return Object.freeze(isInternal ? { ...own, internal: true } : own) as unknown as Node;
}

/** Collects the nodes at or above a hole; returns the number of holes. */
function markOpen(node: AstNode, open: Map<AstNode, OpenNode>): number {
  const hole = holeNumber(node);
  if (hole !== undefined) {
    open.set(node, { hole, keys: [] });
    return 1;
  }
  invariant(node.kind !== 'Placeholder', 'a query of ours has no placeholders of users');
  const found = childrenOf(node).reduce((count, child) => count + markOpen(child, open), 0);
  if (found > 0) open.set(node, { keys: keysOf(node, (child) => open.has(child)) });
  return found;
}

/** Which hole a node stands for. */
function holeNumber(node: AstNode): number | undefined {
  if (node.kind !== 'Placeholder' || node.expr.kind !== 'Field') return undefined;
  const [name = ''] = node.expr.chain;
  return name.startsWith(HOLE) ? Number(name.slice(HOLE.length)) : undefined;
}

function fill<Root extends AstNode>({ root, open }: Template<Root>, holes: readonly Hole[]): Root {
  const fillNode = (node: AstNode): readonly AstNode[] => {
    const place = open.get(node);
    if (place === undefined) return [node];
    return place.hole === undefined ? fillParts(node, place.keys, fillNode) : nodesOf(holes[place.hole]);
  };
  const [whole, ...more] = fillNode(root);
  invariant(whole !== undefined && more.length === 0, 'a hole that is the whole text holds one node');
  // An expression is filled to an expression, and a statement to a statement.
  return whole as Root;
}

type Fill = (node: AstNode) => readonly AstNode[];

/** What stands in the place of a node with holes below it: itself with these filled, nothing, or several. */
function fillParts(node: AstNode, keys: readonly string[], fillNode: Fill): readonly AstNode[] {
  switch (node.kind) {
    case 'And':
    case 'Or': {
      const exprs = node.exprs.flatMap(fillNode).map(asExpr);
      return [node.kind === 'And' ? and(...exprs) : or(...exprs)];
    }
    // `${column} AS name` and an item of ORDER BY are as many as the nodes of their hole.
    case 'Alias':
      return fillNode(node.expr).map((expr) => ({ ...node, expr: asExpr(expr) }));
    case 'OrderExpr':
      return fillNode(node.expr).map((expr) =>
        expr.kind === 'OrderExpr' ? expr : { ...node, expr: asExpr(expr) },
      );
    case 'JoinExpr':
      return [fillTable(node, keys, fillNode)];
    case 'CompareOperation':
      return [spliceChildren(node, keys, fillNode, node.op.endsWith('in') ? uniteMembers : uniteConditions)];
    default:
      return [spliceChildren(node, keys, fillNode, uniteConditions)];
  }
}

/** A hole behind FROM or JOIN holds a statement, the name of a table as a field, or a whole list of joined tables. */
function fillTable(node: JoinExpr, keys: readonly string[], fillNode: Fill): JoinExpr {
  const [table] = fillNode(node.table);
  if (table?.kind !== 'JoinExpr') {
    invariant(table && TABLES.has(table.kind), 'behind FROM and JOIN stands a table or a statement');
    return spliceChildren(
      node,
      keys,
      (child) => (child === node.table ? [table] : fillNode(child)),
      uniteConditions,
    );
  }
  const isAlone = node.alias === undefined && node.join_type === undefined && node.next_join === undefined;
  invariant(isAlone, 'a list of joined tables stands alone behind FROM');
  return table;
}

const TABLES: ReadonlySet<string> = new Set(['Field', 'SelectQuery', 'SelectSetQuery', 'ValuesQuery']);

function uniteConditions(several: readonly AstNode[]): Expr {
  return and(...several.map(asExpr));
}

/** `x IN (${list})`. */
function uniteMembers(several: readonly AstNode[]): Expr {
  return tuple(...several.map(asExpr));
}

/** Clauses, tables and the like have a place of their own; everything else is an expression. */
const NO_EXPRESSIONS: ReadonlySet<string> = new Set([
  'JoinExpr',
  'OrderExpr',
  'CTE',
  'WindowExpr',
  'NamedWindow',
]);

function asExpr(node: AstNode): Expr {
  invariant(!NO_EXPRESSIONS.has(node.kind), `no ${node.kind} stands for an expression`);
  return node as Expr;
}

function nodesOf(hole: Hole): readonly AstNode[] {
  if (hole === undefined) return [];
  return isList(hole) ? hole.map(nodeOf) : [nodeOf(hole)];
}

function isList(hole: HoleItem | readonly HoleItem[]): hole is readonly HoleItem[] {
  return Array.isArray(hole);
}

function nodeOf(item: HoleItem): AstNode {
  return typeof item === 'object' && item !== null ? item : constant(item);
}
