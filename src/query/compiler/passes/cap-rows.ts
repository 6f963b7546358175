import { INT64 } from '../../catalog/build-type.ts';
import type { NameSource } from '../compile-context.ts';
import type { IrExpr, IrLiteral, IrSelect, IrStatement, IrVariable } from '../ir.ts';
import type { ResultColumn } from '../resolve/scope.ts';

/** The LIMIT and OFFSET that the query itself sets: what a caller asks for never reaches past them. */
export interface OwnLimits {
  readonly limit?: IrLiteral | IrVariable;
  readonly offset?: IrLiteral | IrVariable;
}

export interface CappedStatement {
  readonly statement: IrStatement & { readonly query: IrSelect };
  readonly own: OwnLimits;
}

/** Gives the statement one LIMIT and OFFSET at its top, bound per run. */
export function capRows(
  statement: IrStatement,
  columns: readonly ResultColumn[],
  names: NameSource,
): CappedStatement {
  const { query } = statement;
  const limit: IrExpr = { kind: 'system', name: 'limit', type: INT64 };
  const offset: IrExpr = { kind: 'system', name: 'offset', type: INT64 };
  if (query.kind === 'select' && !query.withTies) {
    const own = { ...asLimit('limit', query.limit), ...asLimit('offset', query.offset) };
    return { statement: { ...statement, query: { ...query, limit, offset } }, own };
  }
  const alias = names.next('t');
  const outputs = columns.map((column) => ({
    name: names.next('c'),
    label: column.label,
    expr: { kind: 'column', table: alias, column: column.name, type: column.type } as const,
  }));
  const outer: IrSelect = {
    kind: 'select',
    outputs,
    from: { source: { kind: 'query', alias, query }, joins: [] },
    limit,
    offset,
  };
  return { statement: { ...statement, query: outer }, own: {} };
}

function asLimit(name: 'limit' | 'offset', expr: IrExpr | undefined): OwnLimits {
  return expr?.kind === 'literal' || expr?.kind === 'variable' ? { [name]: expr } : {};
}
