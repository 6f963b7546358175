import type { AstNode, Expr, NodeKind, SelectStatement } from './ast.ts';

type NodeOf<Kind extends NodeKind> = Extract<AstNode, { readonly kind: Kind }>;

/**
 * The fields of each kind of node that hold nodes, in the order of the text. No other place lists them: visiting,
 * rewriting and filling use this list.
 */
const CHILD_KEYS = {
  SelectQuery: [
    'ctes',
    'select',
    'select_from',
    'array_join_list',
    'prewhere',
    'where',
    'group_by',
    'having',
    'qualify',
    'window_exprs',
    'order_by',
    'interpolate',
    'limit_by',
    'limit',
    'offset',
  ],
  SelectSetQuery: ['initial_select_query', 'subsequent_select_queries', 'order_by', 'limit', 'offset'],
  SelectSetNode: ['select_query'],
  CTE: ['expr'],
  NamedWindow: ['window'],
  JoinExpr: ['table', 'table_args', 'sample', 'constraint', 'scan_filter', 'next_join'],
  JoinConstraint: ['expr'],
  SampleExpr: ['sample_value', 'offset_value'],
  RatioExpr: ['left', 'right'],
  LimitByExpr: ['n', 'offset_value', 'exprs'],
  OrderExpr: ['expr', 'with_fill'],
  WithFillExpr: ['from_value', 'to_value', 'step_value'],
  InterpolateExpr: ['expr', 'value'],
  GroupingSet: ['exprs'],
  ValuesQuery: ['rows'],
  Constant: [],
  Field: [],
  Placeholder: ['expr'],
  Alias: ['expr'],
  Tuple: ['exprs'],
  Array: ['exprs'],
  Dict: ['items'],
  Lambda: ['expr'],
  And: ['exprs'],
  Or: ['exprs'],
  Not: ['expr'],
  ArithmeticOperation: ['left', 'right'],
  CompareOperation: ['left', 'right'],
  BetweenExpr: ['expr', 'low', 'high'],
  IsDistinctFrom: ['left', 'right'],
  Call: ['params', 'args', 'order_by', 'within_group', 'filter_expr'],
  ExprCall: ['expr', 'args'],
  WindowFunction: ['params', 'args', 'over_expr'],
  WindowExpr: ['partition_by', 'order_by', 'frame_start', 'frame_end'],
  WindowFrameExpr: ['frame_value'],
  ArrayAccess: ['array', 'property'],
  TupleAccess: ['tuple'],
  ArraySlice: ['array', 'start_expr', 'end_expr'],
  TypeCast: ['expr'],
  TryCast: ['expr'],
  ColumnsExpr: ['columns', 'replace'],
} as const satisfies { readonly [Kind in NodeKind]: readonly (keyof NodeOf<Kind>)[] };

/** What a field of `CHILD_KEYS` holds: a node, a list of nodes, or a list of rows of nodes. */
export type Children = AstNode | readonly Children[] | undefined;

/** The fields of `node` that may hold nodes, with what they hold. */
export function childFields(node: AstNode): readonly (readonly [key: string, children: Children])[] {
  return CHILD_KEYS[node.kind].map((key) => [key, childrenIn(node, key)]);
}

function childrenIn(node: AstNode, key: string): Children {
  // CHILD_KEYS names only fields that hold nodes, but the type of a key of any node cannot express this.
  return (node as unknown as Readonly<Record<string, Children>>)[key];
}

/** True for a list; `Array.isArray` does not narrow the types of readonly lists. */
export function isList<Item>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}

/** Calls `meet` with the nodes directly below `node`, in the order of the text. */
export function forEachChild(node: AstNode, meet: (child: AstNode) => void): void {
  for (const key of CHILD_KEYS[node.kind]) meetAll(childrenIn(node, key), meet);
}

function meetAll(children: Children, meet: (child: AstNode) => void): void {
  if (children === undefined) return;
  if (isList(children)) for (const child of children) meetAll(child, meet);
  else meet(children);
}

/** The nodes directly below `node`, in the order of the text. */
export function childrenOf(node: AstNode): readonly AstNode[] {
  const children: AstNode[] = [];
  forEachChild(node, (child) => children.push(child));
  return children;
}

/**
 * Returns `node` with each node directly below it replaced by `change`; the same object when nothing changed.
 * `change` must return a node that may stand where the old one stood.
 */
export function mapChildren<Node extends AstNode>(node: Node, change: (child: AstNode) => AstNode): Node {
  let changed: Record<string, unknown> | undefined;
  for (const key of CHILD_KEYS[node.kind]) {
    const before = childrenIn(node, key);
    const after = mapAll(before, change);
    if (after === before) continue;
    changed ??= { ...node };
    changed[key] = after;
  }
  return changed === undefined ? node : (changed as unknown as Node);
}

function mapAll(children: Children, change: (child: AstNode) => AstNode): Children {
  if (children === undefined) return children;
  if (!isList(children)) return change(children);
  const mapped = children.map((child) => mapAll(child, change));
  return mapped.some((child, index) => child !== children[index]) ? mapped : children;
}

/** What `visit` calls; `parents` are the nodes above, the nearest last. */
export interface Visitor {
  /** Called before the children of a node; `false` leaves them out. */
  readonly enter?: (node: AstNode, parents: readonly AstNode[]) => unknown;
  /** Called after the children of a node, also when they were left out. */
  readonly leave?: (node: AstNode, parents: readonly AstNode[]) => void;
}

/** Walks a tree in the order of the text. */
export function visit(root: AstNode, visitor: Visitor): void {
  const parents: AstNode[] = [];
  const walk = (node: AstNode): void => {
    if (visitor.enter?.(node, parents) !== false) {
      parents.push(node);
      forEachChild(node, walk);
      parents.pop();
    }
    visitor.leave?.(node, parents);
  };
  walk(root);
}

/** Returns the first node, in the order of the text, for which `matches` holds. */
export function findNode(root: AstNode, matches: (node: AstNode) => boolean): AstNode | undefined {
  if (matches(root)) return root;
  for (const child of childrenOf(root)) {
    const found = findNode(child, matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Rewrites a tree from the leaves up: `change` sees each node with its children already changed and returns the node
 * that takes its place. Parts that do not change keep their identity; a tree that does not change is returned itself.
 * `change` must return a node that may stand where the old one stood: an expression for an expression.
 */
export function mapTree(root: SelectStatement, change: (node: AstNode) => AstNode): SelectStatement;
export function mapTree(root: Expr, change: (node: AstNode) => AstNode): Expr;
export function mapTree(root: AstNode, change: (node: AstNode) => AstNode): AstNode;
export function mapTree(root: AstNode, change: (node: AstNode) => AstNode): AstNode {
  return change(mapChildren(root, (child) => mapTree(child, change)));
}
