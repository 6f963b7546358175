import { commonType } from '../../catalog/common-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { CTE, SelectQuery, SelectSetQuery, SelectStatement, SetOperator } from '../../language/ast.ts';
import { isWholeSet } from '../../language/build.ts';
import { collectErrors, compileError } from '../compile-context.ts';
import type { IrQuery, IrSet, IrSetOperator } from '../ir.ts';
import { describeType } from '../types.ts';
import { asCommon } from './as-common.ts';
import { resolveSelect, type ZoneOfOutputs } from './resolve-select.ts';
import { addCtes, type ResolvedQuery, type ResultColumn, type Scope, selectScope } from './scope.ts';

/** Resolves a SELECT or a set of them. */
export function resolveQuery(
  node: SelectStatement,
  parent: Scope,
  zone: ZoneOfOutputs = 'stored',
): ResolvedQuery {
  if (node.kind === 'SelectQuery') return resolveSelect(node, parent, zone);
  if (isWholeSet(node)) return resolveSelect(wrapped(node), parent, zone);
  return resolveSet(node, parent);
}

/** A SELECT around a set, for ORDER BY and LIMIT, which act on the rows of the set as a whole. */
function wrapped(node: SelectSetQuery): SelectQuery {
  const { order_by, limit, offset, ...set } = node;
  return {
    kind: 'SelectQuery',
    select: [{ kind: 'Field', chain: ['*'] }],
    select_from: { kind: 'JoinExpr', table: set },
    ...(order_by && { order_by }),
    ...(limit && { limit }),
    ...(offset && { offset }),
  };
}

function resolveSet(node: SelectSetQuery, parent: Scope): ResolvedQuery {
  const scope = selectScope(parent);
  const [ctes, initial] = takeCtes(node.initial_select_query);
  addCtes(ctes, scope, parent);
  const first = resolveQuery(initial, scope, 'project');
  let { columns } = first;
  const rest = node.subsequent_select_queries.map((branch) => {
    const { query, columns: own } = resolveQuery(branch.select_query, scope, 'project');
    columns = collectErrors(scope.context, columns, () =>
      commonColumns(columns, own, branch.select_query, scope),
    );
    return { operator: setOperator(branch.set_operator, node, scope), query };
  });
  const types = columns.map(({ type }) => type);
  const query: IrSet = {
    kind: 'set',
    first: withTypes(first.query, types),
    rest: rest.map((branch) => ({ ...branch, query: withTypes(branch.query, types) })),
  };
  return { query, columns };
}

/** A branch whose values have the types of the columns of its set. */
function withTypes(branch: IrQuery, types: readonly DataType[]): IrQuery {
  if (branch.kind === 'set') {
    const rest = branch.rest.map((part) => ({ ...part, query: withTypes(part.query, types) }));
    return { ...branch, first: withTypes(branch.first, types), rest };
  }
  const outputs = branch.outputs.map((output, at) => {
    const type = types[at];
    return type === undefined ? output : { ...output, expr: asCommon(output.expr, type) };
  });
  return { ...branch, outputs };
}

/**
 * Takes the CTEs of the first branch, which all branches see. A set with its own ORDER BY or LIMIT keeps its CTEs
 * inside.
 */
function takeCtes(node: SelectStatement): readonly [readonly CTE[], SelectStatement] {
  if (node.kind === 'SelectSetQuery') {
    if (isWholeSet(node)) return [[], node];
    const [ctes, initial_select_query] = takeCtes(node.initial_select_query);
    return [ctes, { ...node, initial_select_query }];
  }
  const { ctes = [], ...rest } = node;
  return [ctes, rest];
}

const OPERATORS: Readonly<Record<SetOperator, IrSetOperator | undefined>> = {
  'UNION ALL': 'UNION ALL',
  'UNION DISTINCT': 'UNION DISTINCT',
  INTERSECT: 'INTERSECT',
  'INTERSECT DISTINCT': 'INTERSECT DISTINCT',
  EXCEPT: 'EXCEPT',
  'EXCEPT ALL': 'EXCEPT',
  'UNION ALL BY NAME': undefined,
};

function setOperator(operator: SetOperator, node: SelectSetQuery, scope: Scope): IrSetOperator {
  const known = OPERATORS[operator];
  if (known) return known;
  throw compileError(
    scope.context,
    'unsupported_syntax',
    `${operator} is not offered. List the columns of each branch in the same order.`,
    node,
  );
}

/** Columns of a set have the names of the first branch and a type that holds the values of all. */
function commonColumns(
  columns: readonly ResultColumn[],
  branch: readonly ResultColumn[],
  node: SelectStatement,
  scope: Scope,
): readonly ResultColumn[] {
  if (columns.length !== branch.length) {
    throw compileError(
      scope.context,
      'type_mismatch',
      `The branches of a set have different numbers of columns: ${columns.length} and ${branch.length}.`,
      node,
    );
  }
  return columns.map((column, at) => {
    const other = branch[at]?.type ?? column.type;
    const type = commonType([column.type, other]);
    if (type.kind === 'unknown' && column.type.kind !== 'unknown' && other.kind !== 'unknown') {
      throw compileError(
        scope.context,
        'type_mismatch',
        `Column ${at + 1} is ${describeType(column.type)} in one branch of the set and ${describeType(other)} in another.`,
        node,
      );
    }
    return { ...column, type };
  });
}
