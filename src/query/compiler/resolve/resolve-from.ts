import { didYouMean } from '../../../base/nearest-name.ts';
import { UINT64, UNKNOWN } from '../../catalog/build-type.ts';
import type { TableDefinition, TableName } from '../../catalog/table.ts';
import { findSystemTable, SYSTEM_TABLE_NAMES } from '../../catalog/tables/system-tables.ts';
import { findTable, INTERNAL_TABLES, TABLES } from '../../catalog/tables/tables.ts';
import type { Expr, Field, JoinExpr } from '../../language/ast.ts';
import { and, NOTHING } from '../build-ir.ts';
import { collectErrors, compileError } from '../compile-context.ts';
import type { IrExpr, IrFrom, IrJoin, IrSource } from '../ir.ts';
import { JOIN_OPERATORS, type JoinOperator } from '../join-operators.ts';
import { compare } from './compare.ts';
import { condition } from './convert.ts';
import type { FieldProvider } from './fields.ts';
import { openSystemTable } from './open-system-table.ts';
import { openTable } from './open-table.ts';
import { queryFields } from './query-fields.ts';
import { findCte, isRowCte, openCte } from './resolve-cte.ts';
import { resolveNumbers } from './resolve-numbers.ts';
import { inClause, type Scope } from './scope.ts';

/** Resolves a FROM list: every table of it becomes visible in `scope` by its alias or name. */
export function resolveFrom(node: JoinExpr, scope: Scope): IrFrom {
  const source = recovered(node, scope, () => resolveSource(node, scope));
  const joins: IrJoin[] = [];
  for (let join = node.next_join; join; join = join.next_join) {
    const next = join;
    collectErrors(scope.context, undefined, () => joins.push(resolveJoin(next, scope)));
  }
  return { source, joins };
}

/**
 * The source, or a stand-in with every field after an error, so that one bad table does not hide errors of the others.
 */
function recovered(node: JoinExpr, scope: Scope, work: () => IrSource): IrSource {
  const before = scope.tables.length;
  return collectErrors(scope.context, NO_ROWS, work, () => {
    if (scope.tables.length > before) return;
    const { table } = node;
    const name = node.alias ?? (table.kind === 'Field' ? table.chain.at(-1) : undefined);
    scope.tables.push({ name, fields: ANY_FIELD });
  });
}

const NO_ROWS: IrSource = { kind: 'cte', alias: 't0', name: 'q0' };

const ANY_FIELD: FieldProvider = {
  field: () => ({ kind: 'value', type: UNKNOWN, read: () => NOTHING }),
  starFields: ['*'],
  fieldNames: [],
  hasAll: true,
};

function resolveJoin(node: JoinExpr, scope: Scope): IrJoin {
  const operator = joinOperator(node, scope);
  const before = [...scope.tables];
  const source = recovered(node, scope, () => resolveSource(node, scope));
  const on = node.constraint && resolveConstraint(node, before, operator, scope);
  if (!on && operator !== 'CROSS JOIN') {
    throw compileError(scope.context, 'unsupported_syntax', `${operator} needs ON or USING.`, node);
  }
  return { operator, source, ...(on && { on }) };
}

/** Other spellings of the joins on offer. */
const JOIN_WORDS: Readonly<Record<string, JoinOperator>> = {
  JOIN: 'INNER JOIN',
  'LEFT OUTER JOIN': 'LEFT JOIN',
  'RIGHT OUTER JOIN': 'RIGHT JOIN',
  'FULL OUTER JOIN': 'FULL JOIN',
  'ANY JOIN': 'INNER ANY JOIN',
  'ANY INNER JOIN': 'INNER ANY JOIN',
  'ANY LEFT JOIN': 'LEFT ANY JOIN',
  'LEFT OUTER ANY JOIN': 'LEFT ANY JOIN',
  'SEMI JOIN': 'LEFT SEMI JOIN',
  'SEMI LEFT JOIN': 'LEFT SEMI JOIN',
  'ANTI JOIN': 'LEFT ANTI JOIN',
  'ANTI LEFT JOIN': 'LEFT ANTI JOIN',
  'ASOF INNER JOIN': 'ASOF JOIN',
  'INNER ASOF JOIN': 'ASOF JOIN',
  'ASOF LEFT JOIN': 'LEFT ASOF JOIN',
};

/** The join as the engine spells it; undefined for a join that the dialect does not offer. */
function joinOperator(node: JoinExpr, scope: Scope): JoinOperator {
  const words = node.join_type ?? 'JOIN';
  const operator = JOIN_WORDS[words] ?? JOIN_OPERATORS.find((known) => known === words);
  if (operator) return operator;
  throw compileError(scope.context, 'unsupported_syntax', `${words} is not offered.`, node);
}

function resolveConstraint(
  node: JoinExpr,
  before: Scope['tables'],
  operator: JoinOperator,
  scope: Scope,
): IrExpr | undefined {
  const { constraint } = node;
  if (!constraint) return undefined;
  const inside = inClause(scope, 'join');
  if (constraint.constraint_type === 'ON') return condition(constraint.expr, inside);
  if (operator === 'FULL JOIN' || operator === 'RIGHT JOIN') {
    throw compileError(scope.context, 'unsupported_syntax', `${operator} takes ON, not USING.`, node);
  }
  const exprs = constraint.expr.kind === 'Tuple' ? constraint.expr.exprs : [constraint.expr];
  const right = scope.tables.at(-1);
  const equalities = exprs.map((expr) => {
    if (expr.kind !== 'Field' || expr.chain.length !== 1) {
      throw compileError(scope.context, 'unsupported_syntax', 'USING takes names of columns.', expr);
    }
    const left = scope.resolver.expr(expr, { ...inside, tables: before });
    const other = scope.resolver.expr(expr, { ...inside, tables: right ? [right] : [] });
    return compare('==', left, other, expr, inside);
  });
  hideJoinedNames(exprs, right);
  return and(equalities);
}

/** Hides the right one of two columns that USING joins, so that the name means the left one. */
function hideJoinedNames(exprs: readonly Expr[], right: Scope['tables'][number] | undefined): void {
  if (!right) return;
  const names = new Set(exprs.flatMap((expr) => (expr.kind === 'Field' ? expr.chain : [])));
  const { fields } = right;
  const visible = (all: readonly string[]) => all.filter((name) => !names.has(name));
  right.unqualified = {
    field: (name) => (names.has(name) ? undefined : fields.field(name)),
    starFields: visible(fields.starFields),
    fieldNames: visible(fields.fieldNames),
  };
}

function resolveSource(node: JoinExpr, scope: Scope): IrSource {
  const { table } = node;
  switch (table.kind) {
    case 'Field':
      return node.table_args ? numbersSource(table, node, scope) : namedSource(table, node, scope);
    case 'SelectQuery':
    case 'SelectSetQuery': {
      const { query, columns } = scope.resolver.query(table, scope);
      const alias = scope.context.names.next('t');
      bind(node.alias, queryFields(alias, columns), node, scope);
      return { kind: 'query', alias, query };
    }
    case 'Placeholder':
      throw compileError(scope.context, 'unsupported_syntax', 'A variable is a value, never a table.', table);
    case 'ValuesQuery':
      throw compileError(scope.context, 'unsupported_syntax', 'VALUES is not offered in FROM.', table);
  }
}

function namedSource(table: Field, node: JoinExpr, scope: Scope): IrSource {
  const [name = '', ...rest] = table.chain;
  const cte = rest.length === 0 && !node.ofProject ? findCte(name, scope) : undefined;
  if (cte && isRowCte(cte)) {
    const { name: generated, columns } = openCte(cte, scope);
    const alias = scope.context.names.next('t');
    bind(node.alias ?? name, queryFields(alias, columns), node, scope);
    return { kind: 'cte', alias, name: generated };
  }
  const wholeName = table.chain.join('.');
  const { constraint } = scope.context;
  const system = findSystemTable(wholeName);
  if (system) {
    constraint?.refuseTable(wholeName);
    const opened = openSystemTable(system, scope);
    scope.context.tables.add(wholeName);
    bind(node.alias ?? table.chain.at(-1), opened.fields, node, scope);
    return opened.source;
  }
  const definition = node.internal ? INTERNAL_TABLES[name] : rest.length === 0 ? findTable(name) : undefined;
  if (!definition) throw unknownTable(table, scope);
  if (!node.internal) scope.context.tables.add(definition.name);
  const opened = openTable(definition, scope);
  bind(node.alias ?? name, opened.fields, node, scope);
  const met = rowConditions(node, definition, opened.fields, scope);
  if (met.length > 0) opened.table.filter = and(met);
  if (constraint) opened.table.isConstrained = true;
  return { kind: 'table', table: opened.table };
}

/** What each row of a table in a FROM meets, else it does not exist for the query. */
function rowConditions(
  node: JoinExpr,
  definition: TableDefinition,
  fields: FieldProvider,
  scope: Scope,
): readonly IrExpr[] {
  const { constraint } = scope.context;
  const filterScope: Scope = {
    ...inClause(scope, 'where'),
    tables: [{ name: definition.name, fields }],
    aliases: new Map(),
    arrayItems: new Map(),
  };
  const own = node.scan_filter ? [condition(node.scan_filter, filterScope)] : [];
  if (constraint === undefined) return own;
  if (node.internal) constraint.refuseTable('cohorts');
  if (node.readAs !== undefined) {
    constraint.readThrough(node.readAs);
    return own;
  }
  // Border: a table that is not internal is one of the dialect.
  const name = definition.name as TableName;
  return [constraint.onScan(name, (given) => condition(given, filterScope)), ...own];
}

function unknownTable(table: Field, scope: Scope) {
  const name = table.chain.join('.');
  const ctes: string[] = [];
  for (let at: Scope | undefined = scope; at; at = at.parent) ctes.push(...at.ctes.keys());
  const hint = didYouMean(name, [...Object.keys(TABLES), ...SYSTEM_TABLE_NAMES, 'numbers', ...ctes]);
  const all = `Tables are ${Object.keys(TABLES).join(', ')} and numbers(n).`;
  return compileError(scope.context, 'unknown_table', `There is no table "${name}".${hint} ${all}`, table);
}

function numbersSource(table: Field, node: JoinExpr, scope: Scope): IrSource {
  const args = resolveNumbers(table, node.table_args ?? [], scope);
  const alias = scope.context.names.next('t');
  const column = scope.context.names.next('c');
  const fields = queryFields(alias, [{ label: 'number', name: column, type: UINT64 }]);
  bind(node.alias ?? 'numbers', fields, node, scope);
  return { kind: 'numbers', alias, column, args };
}

function bind(name: string | undefined, fields: FieldProvider, node: JoinExpr, scope: Scope): void {
  if (name !== undefined && scope.tables.some((table) => table.name === name)) {
    throw compileError(
      scope.context,
      'invalid_alias',
      `The table name "${name}" is used twice. Give one an alias.`,
      node,
    );
  }
  scope.tables.push({
    name,
    fields: node.column_aliases ? renamed(fields, node, scope) : fields,
    ...(node.scan_filter && { scanFilter: node.scan_filter }),
  });
}

/** `FROM (SELECT ...) AS t(a, b)`. */
function renamed(fields: FieldProvider, node: JoinExpr, scope: Scope): FieldProvider {
  const labels = node.column_aliases ?? [];
  if (labels.length !== fields.starFields.length) {
    throw compileError(
      scope.context,
      'wrong_arity',
      `The alias names ${labels.length} columns, the table has ${fields.starFields.length}.`,
      node,
    );
  }
  return {
    field: (name) => {
      const original = fields.starFields[labels.indexOf(name)];
      return original === undefined ? undefined : fields.field(original);
    },
    starFields: labels,
    fieldNames: labels,
  };
}
