import { didYouMean } from '../../../base/nearest-name.ts';
import type { Call, ColumnsExpr, Expr, Field, SelectQuery } from '../../language/ast.ts';
import { compileError } from '../compile-context.ts';
import { countStarColumns, MAX_COLUMNS, tooManyColumns } from '../rules/few-columns.ts';
import { describeType } from '../types.ts';
import { columnPattern } from './column-pattern.ts';
import type { Scope, TableBinding } from './scope.ts';

/** One item of a SELECT list, with the name that its column gets. */
export interface SelectItem {
  readonly node: Expr;
  readonly label: string | undefined;
}

/** Expands `*`, `t.*`, `COLUMNS(...)`, `* EXCLUDE (...)` and `* REPLACE (...)` into the columns they stand for. */
export function expandColumns(select: SelectQuery, scope: Scope): readonly SelectItem[] {
  const items: SelectItem[] = [];
  for (const node of select.select) {
    items.push(...itemsOf(node, scope));
    if (items.length > MAX_COLUMNS) throw tooManyColumns(node, scope.context);
  }
  return items;
}

function itemsOf(node: Expr, scope: Scope): readonly SelectItem[] {
  if (node.kind === 'ColumnsExpr') return columnsOf(node, scope);
  if (node.kind === 'Call' && node.name.toLowerCase() === UNTUPLE) return untupled(node, scope);
  if (node.kind !== 'Field' || node.chain.at(-1) !== '*') return [{ node, label: undefined }];
  return starOf(node.chain.slice(0, -1), node, scope);
}

/** Looks like a function but makes columns, so it is in no table of functions. */
const UNTUPLE = 'untuple';

/** `untuple(pair)` is `pair.1, pair.2`. */
function untupled(node: Call, scope: Scope): readonly SelectItem[] {
  const [tuple] = node.args;
  if (!tuple || node.args.length !== 1) {
    throw compileError(scope.context, 'wrong_arity', 'untuple takes 1 argument.', node);
  }
  const { type } = scope.resolver.expr(tuple, scope);
  if (type.kind !== 'tuple') {
    throw compileError(
      scope.context,
      'type_mismatch',
      `untuple takes a tuple, found ${describeType(type)}.`,
      node,
    );
  }
  return type.elements.map((_, at) => ({
    node: { kind: 'TupleAccess', tuple, index: at + 1, ...(node.span && { span: node.span }) },
    label: type.names?.[at] ?? String(at + 1),
  }));
}

function starOf(table: readonly string[], node: Field | ColumnsExpr, scope: Scope): readonly SelectItem[] {
  const { binding, path } = starTable(table, node, scope);
  const fields = table.length === 0 ? (binding.unqualified ?? binding.fields) : binding.fields;
  countStarColumns(fields.starFields.length, node, scope.context);
  return fields.starFields.map((name) => ({
    node: { kind: 'Field', chain: [...path, name], ...(node.span && { span: node.span }) },
    label: name,
  }));
}

/** The table of a star; `*` without a table takes the only table there is. */
function starTable(
  table: readonly string[],
  node: Field | ColumnsExpr,
  scope: Scope,
): { readonly binding: TableBinding; readonly path: readonly string[] } {
  const [name] = table;
  const [first] = scope.tables;
  if (name === undefined) {
    if (!first) throw compileError(scope.context, 'unknown_field', '`*` needs a FROM clause.', node);
    if (scope.tables.length > 1) {
      const names = scope.tables.flatMap((binding) =>
        binding.name === undefined ? [] : [`${binding.name}.*`],
      );
      throw compileError(
        scope.context,
        'unsupported_syntax',
        `\`*\` needs exactly one table. Write ${names.join(' or ')}.`,
        node,
      );
    }
    return { binding: first, path: first.name === undefined ? [] : [first.name] };
  }
  const binding = scope.tables.find((candidate) => candidate.name === name);
  if (binding && table.length === 1) return { binding, path: [name] };
  const names = scope.tables.flatMap((candidate) => candidate.name ?? []);
  throw compileError(
    scope.context,
    'unknown_table',
    `There is no table "${table.join('.')}" here.${didYouMean(name, names)}`,
    node,
  );
}

function columnsOf(node: ColumnsExpr, scope: Scope): readonly SelectItem[] {
  if (node.columns) return node.columns.map((column) => ({ node: column, label: undefined }));
  const all =
    scope.tables.length === 1 || node.table ? starOf(node.table ?? [], node, scope) : everyTable(node, scope);
  const labels = all.flatMap((item) => item.label ?? []);
  const { regex } = node;
  const isTaken = regex === undefined ? () => true : columnPattern(node, regex, labels, scope);
  const matching = all.filter((item) => isTaken(item.label ?? ''));
  const excluded = new Set((node.exclude ?? []).map((name) => knownColumn(name, labels, node, scope)));
  const replaced = new Map(
    (node.replace ?? []).map((item) => [knownColumn(item.alias, labels, node, scope), item.expr]),
  );
  const items = matching
    .filter((item) => !excluded.has(item.label ?? ''))
    .map((item) => ({ ...item, node: replaced.get(item.label ?? '') ?? item.node }));
  if (items.length > 0) return items;
  throw compileError(scope.context, 'unknown_field', 'No column is left in this list.', node);
}

function everyTable(node: ColumnsExpr, scope: Scope): readonly SelectItem[] {
  return scope.tables.flatMap((binding) =>
    binding.name === undefined ? [] : starOf([binding.name], node, scope),
  );
}

function knownColumn(name: string, labels: readonly string[], node: ColumnsExpr, scope: Scope): string {
  const last = name.split('.').at(-1) ?? name;
  if (labels.includes(last)) return last;
  throw compileError(
    scope.context,
    'unknown_field',
    `There is no column "${name}".${didYouMean(last, labels)}`,
    node,
  );
}
