/**
 * Brings trees of both parsers to one comparable form. What is changed here is the whole list of differences:
 *
 * | construct | reference parser | ours | here |
 * |---|---|---|---|
 * | positions | `start`, `end` | `span` | dropped |
 * | absent fields | null or false | absent | dropped |
 * | numbers | JSON numbers, or text with `value_type` | bigint or number, and their text | as 64-bit float |
 * | `IS NULL` | compare with a mark of its spelling | compare with null | mark dropped |
 * | window function | arguments in `exprs`, or in `args` behind parameters | `args` and `params` | as ours |
 * | frame bound | plain number | Constant | as ours |
 * | named windows | object by name | list in order of the text | list by name |
 * | SAMPLE | RatioExpr or placeholder | RatioExpr | a ratio without divisor is its number |
 * | `x::t(n)` | call of the cast | cast to `t(n)` | as ours |
 * | `t.* EXCLUDE (…)` | table lost | `table` | dropped |
 * | `()` after IN | refused, `tuple()` stands for it | empty Tuple | as a call |
 * | ORDER BY of a set query | lost | `order_by` | dropped |
 * | `not (…)` | call of `not` | Not | as ours |
 * | `WITH RECURSIVE` | marks `expr AS name` too | marks `name AS (SELECT …)` | as ours |
 */
export function comparableTree(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparableTree);
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key, member]) => !DROPPED.has(key) && isPresent(member));
  const node = Object.fromEntries(members.map(([key, member]) => [key, comparableTree(member)]));
  const kind = node['node'] ?? node['kind'];
  delete node['node'];
  const rewrite = typeof kind === 'string' ? REWRITES[kind] : undefined;
  const tree = kind === undefined ? node : { kind, ...node };
  return rewrite ? rewrite(tree, value) : tree;
}

type Tree = Readonly<Record<string, unknown>>;

const DROPPED: ReadonlySet<string> = new Set(['start', 'end', 'span', 'is_null_comparison_style', 'text']);

function isPresent(member: unknown): boolean {
  return member !== null && member !== false && member !== undefined;
}

const REWRITES: Readonly<Record<string, (tree: Tree, original: object) => unknown>> = {
  Constant: (_, original) => ({ kind: 'Constant', value: constantValue(original) }),
  WindowFunction: ({ exprs, args, ...rest }) => {
    if (exprs === undefined) return { ...rest, args };
    const hasParams = Array.isArray(args) && args.length > 0;
    return hasParams ? { ...rest, params: exprs, args } : { ...rest, args: exprs };
  },
  WindowFrameExpr: ({ frame_value, ...rest }) => ({
    ...rest,
    ...(frame_value !== undefined && { frame_value: frameValue(frame_value) }),
  }),
  SelectQuery: ({ window_exprs, ...rest }, original) => ({
    ...rest,
    ...(window_exprs !== undefined && { window_exprs: windowsByName(Reflect.get(original, 'window_exprs')) }),
  }),
  SelectSetQuery: ({ order_by: _, ...rest }) => rest,
  RatioExpr: (tree) => (tree['right'] === undefined ? tree['left'] : tree),
  ExprCall: (tree) => {
    const { expr, args } = tree;
    if (!isTree(expr) || expr['kind'] !== 'TypeCast' || !Array.isArray(args)) return tree;
    return { ...expr, type_name: `${String(expr['type_name'])}(${args.map(typeParameter).join(', ')})` };
  },
  CTE: ({ recursive, ...rest }) =>
    recursive && rest['cte_type'] !== 'column' ? { ...rest, recursive } : rest,
  Call: (tree) => {
    const [only, ...more] = Array.isArray(tree['args']) ? tree['args'] : [];
    return tree['name'] === 'not' && more.length === 0 ? { kind: 'Not', expr: only } : tree;
  },
  ColumnsExpr: ({ table: _, ...rest }) => rest,
  Tuple: (tree) => (Array.isArray(tree['exprs']) && tree['exprs'].length === 0 ? EMPTY_TUPLE : tree),
};

const EMPTY_TUPLE = { kind: 'Call', name: 'tuple', args: [] };

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

function constantValue(original: object): unknown {
  const value: unknown = Reflect.get(original, 'value') ?? null;
  const isNumber = Reflect.get(original, 'value_type') === 'number' || typeof value === 'bigint';
  // -0 and 0 are one number to the reference parser
  return isNumber || typeof value === 'number' ? String(Number(value)) : value;
}

function frameValue(value: unknown): unknown {
  return isTree(value)
    ? value
    : { kind: 'Constant', value: typeof value === 'number' ? String(value) : value };
}

/** A list of pairs: a window may be named like a field that is dropped. */
function windowsByName(windows: unknown): unknown {
  if (!isTree(windows)) return windows;
  const entries = Array.isArray(windows)
    ? windows.map((item: Tree) => [String(item['name']), item['window']] as const)
    : Object.entries(windows);
  const unique = Object.entries(Object.fromEntries(entries)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return unique.map(([name, window]) => [name, comparableTree(window)]);
}

function typeParameter(arg: unknown): string {
  if (!isTree(arg)) return '';
  const chain = arg['chain'];
  return Array.isArray(chain) ? String(chain[0]).toLowerCase() : String(arg['value']);
}
