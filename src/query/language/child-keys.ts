import { invariant } from '../../base/invariant.ts';
import type { AstNode, NodeKind } from './ast.ts';

type NodeOf<Kind extends NodeKind> = Extract<AstNode, { readonly kind: Kind }>;

/**
 * The fields of each kind of node that hold nodes, in the order of the text. The only place that lists them: `visit` and
 * `mapTree` walk by it.
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

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** The nodes directly below `node`, in the order of the text. */
export function childrenOf(node: AstNode): readonly AstNode[] {
  const children: AstNode[] = [];
  forEachChild(node, (child) => children.push(child));
  return children;
}

/** Calls `meet` with them, in that order. */
export function forEachChild(node: AstNode, meet: (child: AstNode) => void): void {
  for (const key of CHILD_KEYS[node.kind]) meetNodes(Reflect.get(node, key), meet);
}

function meetNodes(value: unknown, meet: (child: AstNode) => void): void {
  if (value === undefined) return;
  if (Array.isArray(value)) for (const item of value) meetNodes(item, meet);
  else if (isNode(value)) meet(value);
}

/**
 * Returns `node` with each node directly below it replaced by `change`; the same object when nothing changed.
 * `change` must return a node that may stand where the old one stood.
 */
export function mapChildren<Node extends AstNode>(node: Node, change: (child: AstNode) => AstNode): Node {
  const changed: Record<string, unknown> = {};
  for (const key of CHILD_KEYS[node.kind]) {
    const before: unknown = Reflect.get(node, key);
    const after = mapValue(before, change);
    if (after !== before) changed[key] = after;
  }
  return Object.keys(changed).length === 0 ? node : { ...node, ...changed };
}

function mapValue(value: unknown, change: (child: AstNode) => AstNode): unknown {
  if (!Array.isArray(value)) return isNode(value) ? change(value) : value;
  const mapped = value.map((item: unknown) => mapValue(item, change));
  return mapped.some((item, index) => item !== value[index]) ? mapped : value;
}

/** The fields of a node that hold a node for which `holds` is true. */
export function keysOf(node: AstNode, holds: (child: AstNode) => boolean): readonly string[] {
  return CHILD_KEYS[node.kind].filter((key) => {
    let isHeld = false;
    meetNodes(Reflect.get(node, key), (child) => {
      isHeld ||= holds(child);
    });
    return isHeld;
  });
}

/**
 * Returns `node` with each node in the fields `keys` replaced by the nodes of `change`. A list takes any number of them. A
 * place for one node takes one; several are made into one by `unite`. A clause of a statement for which nothing is left is
 * absent.
 */
export function spliceChildren<Node extends AstNode>(
  node: Node,
  keys: readonly string[],
  change: (child: AstNode) => readonly AstNode[],
  unite: (several: readonly AstNode[]) => AstNode,
): Node {
  const changed: Record<string, unknown> = { ...node };
  for (const key of keys) {
    const value: unknown = Reflect.get(node, key);
    const after = Array.isArray(value) ? spliced(value, change) : oneOf(change(value as AstNode), unite);
    if (isAbsent(node, after)) delete changed[key];
    else changed[key] = after;
  }
  return changed as unknown as Node;
}

function spliced(list: readonly unknown[], change: (child: AstNode) => readonly AstNode[]): unknown[] {
  const after: unknown[] = [];
  for (const item of list) {
    if (Array.isArray(item)) after.push(spliced(item, change));
    else if (isNode(item)) after.push(...change(item));
    else after.push(item);
  }
  return after;
}

function oneOf(nodes: readonly AstNode[], unite: (several: readonly AstNode[]) => AstNode) {
  return nodes.length > 1 ? unite(nodes) : nodes[0];
}

function isAbsent(node: AstNode, after: unknown): boolean {
  const isNothing = after === undefined || (Array.isArray(after) && after.length === 0);
  if (node.kind === 'SelectQuery' || node.kind === 'SelectSetQuery') return isNothing;
  invariant(after !== undefined, `a ${node.kind} lacks a part`);
  return false;
}
