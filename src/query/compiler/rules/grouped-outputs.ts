import type { AstNode, Expr } from '../../language/ast.ts';
import { addError, type CompileContext, compileError } from '../compile-context.ts';
import type { IrExpr, IrSelect } from '../ir.ts';
import { exprChildren, holdsAggregate, someExpr } from '../ir-visit.ts';

/**
 * Refuses a column of a grouping SELECT that is neither a key of the groups nor inside an aggregate: such a column has
 * no single value per group.
 */
export function checkGroupedOutputs(select: IrSelect, nodes: GroupedNodes, context: CompileContext): void {
  if (context.errors.length > 0 || !groups(select) || select.groupBy?.mode === 'all') return;
  const keys = keyTexts(select);
  const items = new Set(select.arrayJoin?.items.map((item) => item.name));
  const isOnePerGroup = (expr: IrExpr): boolean => isGrouped(expr, keys, items);
  select.outputs.forEach((output, at) => {
    if (keys.has(output.name) || isOnePerGroup(output.expr)) return;
    addError(context, ungrouped(context, nodes.items[at]?.node));
  });
  for (const clause of ['having', 'qualify'] as const) {
    const condition = select[clause];
    if (condition && !isOnePerGroup(condition)) addError(context, ungrouped(context, nodes[clause]));
  }
  select.orderBy?.forEach((order, at) => {
    if (!isOnePerGroup(order.expr)) addError(context, ungrouped(context, nodes.orderBy?.[at]));
  });
  select.limitBy?.exprs.forEach((expr, at) => {
    if (!isOnePerGroup(expr)) addError(context, ungrouped(context, nodes.limitBy?.[at]));
  });
}

/** Where the parts of a SELECT stand in the text, for errors. */
interface GroupedNodes {
  readonly items: readonly { readonly node: Expr }[];
  readonly having: Expr | undefined;
  readonly qualify: Expr | undefined;
  readonly orderBy: readonly AstNode[] | undefined;
  readonly limitBy: readonly Expr[] | undefined;
}

function groups(select: IrSelect): boolean {
  if (select.groupBy) return true;
  return (
    select.outputs.some((output) => holdsAggregate(output.expr)) ||
    (select.having !== undefined && holdsAggregate(select.having))
  );
}

/** Texts of the keys. A key that is an alias is there by its name and by the text of what it stands for. */
function keyTexts(select: IrSelect): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const key of select.groupBy?.sets.flat() ?? []) {
    addKey(key, keys);
    if (key.kind !== 'name') continue;
    keys.add(key.name);
    for (const output of select.outputs) if (output.name === key.name) addKey(output.expr, keys);
  }
  return keys;
}

/**
 * Adds a key. A property without a type of its own is also added as its stored text, which is what functions and
 * comparisons of the property read.
 */
function addKey(key: IrExpr, keys: Set<string>): void {
  keys.add(exprText(key));
  if (key.kind === 'property' && key.definition === undefined) addKey(key.text, keys);
}

/**
 * True when an expression has one value per group. Its parts are asked first, since the text of the whole expression is
 * long.
 * @param items generated names of the array items, which have one value per row like columns
 */
function isGrouped(expr: IrExpr, keys: ReadonlySet<string>, items: ReadonlySet<string>): boolean {
  switch (expr.kind) {
    case 'column':
      return keys.has(exprText(expr));
    // Aliases are judged where they are defined; lambda arguments belong to their call.
    case 'name':
      return !items.has(expr.name) || keys.has(exprText(expr));
    case 'subquery':
      return true;
    default:
      if ('role' in expr && expr.role === 'aggregate') return true;
      return exprChildren(expr).every((child) => isGrouped(child, keys, items)) || keys.has(exprText(expr));
  }
}

/**
 * A text that is equal for equal expressions; empty for an expression with a sub-query, which counts as equal to none.
 */
function exprText(expr: IrExpr): string {
  // Most keys are columns, for which a short text is enough.
  if (expr.kind === 'column') return `column ${expr.table}.${expr.column}`;
  if (expr.kind === 'name') return `name ${expr.name}`;
  const isLarge = someExpr(expr, (node) => node.kind === 'subquery');
  if (isLarge) return '';
  return JSON.stringify(expr, (key, value: unknown) => {
    if (key === 'type' || key === 'contains') return undefined;
    return typeof value === 'bigint' ? String(value) : value;
  });
}

function ungrouped(context: CompileContext, node: AstNode | undefined) {
  return compileError(
    context,
    'missing_group_by',
    'A column here has no one value per group. Add it to GROUP BY or put it into an aggregate such as any().',
    node,
  );
}
