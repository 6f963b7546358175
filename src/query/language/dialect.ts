import { invariant } from '../../base/invariant.ts';
import type { AstNode, ConstantValue, Expr, JoinExpr, OrderExpr, SelectStatement } from './ast.ts';
import { and, constant, or, tuple } from './build.ts';
import { parseExpression, parseSelect } from './parse.ts';
import { type Children, childFields, childrenOf, isList, mapChildren } from './visit.ts';

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
  // What is parsed as a statement is filled to one, and an expression to an expression.
  return templateOf(texts, parseSelect)(holes) as SelectStatement;
}

/** An expression of the dialect with its holes filled, by the rules of `statement`. */
export function expression(texts: TemplateStringsArray, ...holes: readonly Hole[]): Expr {
  return templateOf(texts, parseExpression)(holes) as Expr;
}

/**
 * Makes what stands in one place of a text from the values of the holes: a node, several nodes for a list, or nothing.
 */
type Fill = (holes: readonly Hole[]) => Filled;
type Filled = AstNode | readonly AstNode[] | undefined;

/** One entry per call site: a tag function gets the same array of texts each time. */
const templates = new WeakMap<TemplateStringsArray, Fill>();

function templateOf(texts: TemplateStringsArray, parse: (text: string) => AstNode): Fill {
  const known = templates.get(texts);
  if (known !== undefined) return known;
  const made = makeTemplate(parse(textWithHoles(texts.raw)), texts.length - 1);
  templates.set(texts, made);
  return made;
}

const HOLE = 'hole_';

function textWithHoles(texts: readonly string[]): string {
  return texts.reduce((text, next, index) => `${text}{${HOLE}${index - 1}}${next}`);
}

/**
 * Makes the filling of a text. What does not depend on the holes is decided here, once, so that filling only makes the
 * nodes that are holes or hold one.
 */
function makeTemplate(parsed: AstNode, holeCount: number): Fill {
  const root = ownNode(parsed);
  const found = countHoles(root);
  invariant(found === holeCount, 'every hole stands where an expression, a table or a list item can stand');
  const fill = fillOf(root) ?? (() => root);
  return (holes) => {
    const [whole, ...more] = listOf(fill(holes));
    invariant(whole !== undefined && more.length === 0, 'a hole that is the whole text holds one node');
    return whole;
  };
}

/** The node as if the program had made it: it has no place in a user's text, and it may call internal functions. */
function ownNode<Node extends AstNode>(node: Node): Node {
  const { span: _, ...own } = mapChildren(node, ownNode);
  const isInternal = node.kind === 'Call' && node.name.startsWith('_');
  // Without its span it is still a node of the same kind. It is shared but not frozen, because filling and the compiler
  // copy frozen objects much more slowly. `unchanged-trees.test.ts` tests that nobody changes a node.
  return (isInternal ? { ...own, internal: true } : own) as unknown as Node;
}

function countHoles(node: AstNode): number {
  if (holeNumber(node) !== undefined) return 1;
  invariant(node.kind !== 'Placeholder', 'a query of ours has no placeholders of users');
  return childrenOf(node).reduce((count, child) => count + countHoles(child), 0);
}

/** The number of the hole that a node stands for; undefined for every other node. */
function holeNumber(node: AstNode): number | undefined {
  if (node.kind !== 'Placeholder' || node.expr.kind !== 'Field') return undefined;
  const [name = ''] = node.expr.chain;
  return name.startsWith(HOLE) ? Number(name.slice(HOLE.length)) : undefined;
}

/** How a node is filled; undefined when the node holds no hole, so that all fillings share the node. */
function fillOf(node: AstNode): Fill | undefined {
  const hole = holeNumber(node);
  if (hole !== undefined) return (holes) => nodesOf(holes[hole]);
  const fields = openFields(node);
  const [first] = fields;
  if (first === undefined) return undefined;
  switch (node.kind) {
    case 'And':
      return (holes) => and(...listOf(first.fill(holes)).map(asExpr));
    case 'Or':
      return (holes) => or(...listOf(first.fill(holes)).map(asExpr));
    // `${column} AS name` and an item of ORDER BY are repeated for each node of their hole.
    case 'Alias':
      return (holes) => listOf(first.fill(holes)).map((expr) => ({ ...node, expr: asExpr(expr) }));
    case 'OrderExpr':
      return (holes) =>
        listOf(first.fill(holes)).map((expr) =>
          expr.kind === 'OrderExpr' ? expr : { ...node, expr: asExpr(expr) },
        );
    case 'JoinExpr':
      return fillTable(node, fields);
    default:
      return fillFields(node, fields);
  }
}

/** A field of a node with holes in it. */
interface OpenField {
  readonly key: string;
  readonly isList: boolean;
  readonly fill: Fill;
}

function openFields(node: AstNode): readonly OpenField[] {
  return childFields(node).flatMap(([key, children]) => {
    const fill = fillOfChildren(children);
    return fill === undefined ? [] : [{ key, isList: isList(children), fill }];
  });
}

function fillOfChildren(children: Children): Fill | undefined {
  if (children === undefined) return undefined;
  if (!isList(children)) return fillOf(children);
  const items = children.map((child) => ({ child, fill: fillOfChildren(child), isRow: isList(child) }));
  if (items.every(({ fill }) => fill === undefined)) return undefined;
  return (holes) => {
    const list: Children[] = [];
    for (const { child, fill, isRow } of items) {
      const filled = fill === undefined ? child : fill(holes);
      // A row of VALUES is a list in a list.
      if (isList(filled) && !isRow) list.push(...filled);
      else if (filled !== undefined) list.push(filled);
    }
    return list as readonly AstNode[];
  };
}

/** A node with these fields filled. A clause of a statement for which nothing is left is absent. */
function fillFields<Node extends AstNode>(
  node: Node,
  fields: readonly OpenField[],
): (holes: readonly Hole[]) => Node {
  const isStatement = node.kind === 'SelectQuery' || node.kind === 'SelectSetQuery';
  const isMembership = node.kind === 'CompareOperation' && node.op.endsWith('in');
  const unite = isMembership ? tuple : and;
  const open = new Set(fields.map(({ key }) => key));
  const closed = Object.fromEntries(Object.entries(node).filter(([key]) => !open.has(key)));
  return (holes) => {
    const made: Record<string, unknown> = { ...closed };
    for (const { key, isList: takesMany, fill } of fields) {
      const filled = takesMany ? fill(holes) : oneOf(fill(holes), unite);
      const isNothing = filled === undefined || (isStatement && isList(filled) && filled.length === 0);
      invariant(isStatement || !isNothing, `a ${node.kind} lacks a part`);
      if (!isNothing) made[key] = filled;
    }
    // All fields of the node are set again, so the object has the node's type.
    return made as unknown as Node;
  };
}

/** The one node for a place; several nodes are made into one by `unite`. */
function oneOf(filled: Filled, unite: (...several: readonly Expr[]) => Expr): AstNode | undefined {
  if (filled === undefined || !isList(filled)) return filled;
  return filled.length > 1 ? unite(...filled.map(asExpr)) : filled[0];
}

function listOf(filled: Filled): readonly AstNode[] {
  if (filled === undefined) return [];
  return isList(filled) ? filled : [filled];
}

/** A hole behind FROM or JOIN holds a statement, the name of a table as a field, or a whole list of joined tables. */
function fillTable(node: JoinExpr, fields: readonly OpenField[]): Fill {
  const fill = fillFields(node, fields);
  const isAlone = node.alias === undefined && node.join_type === undefined && node.next_join === undefined;
  return (holes) => {
    const made = fill(holes);
    // The table may come from a hole.
    const table = made.table as AstNode;
    if (table.kind !== 'JoinExpr') {
      invariant(TABLES.has(table.kind), 'behind FROM and JOIN stands a table or a statement');
      return made;
    }
    invariant(isAlone, 'a list of joined tables stands alone behind FROM');
    return table;
  };
}

const TABLES: ReadonlySet<string> = new Set(['Field', 'SelectQuery', 'SelectSetQuery', 'ValuesQuery']);

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

function nodesOf(hole: Hole): Filled {
  if (hole === undefined) return undefined;
  return isList(hole) ? hole.map(nodeOf) : nodeOf(hole);
}

function nodeOf(item: HoleItem): AstNode {
  return typeof item === 'object' && item !== null ? item : constant(item);
}
