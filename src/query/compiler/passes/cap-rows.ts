import { INT64 } from '../../catalog/build-type.ts';
import type { IrExpr, IrQuery, IrSelect } from '../ir.ts';
import type { OutermostPass, OwnLimits, PassContext } from './pass.ts';

/** Gives the statement one LIMIT and OFFSET at its top, bound per run. */
export const capRows: OutermostPass = {
  name: 'cap-rows',
  change: (statement, context) => ({ ...statement, query: capped(statement.query, context) }),
};

function capped(query: IrQuery, context: PassContext): IrSelect {
  const limit: IrExpr = { kind: 'system', name: 'limit', type: INT64 };
  const offset: IrExpr = { kind: 'system', name: 'offset', type: INT64 };
  if (query.kind === 'select' && !query.withTies) {
    context.own = { ...asLimit('limit', query.limit), ...asLimit('offset', query.offset) };
    return { ...query, limit, offset };
  }
  const { names, columns } = context;
  const alias = names.next('t');
  const outputs = columns.map((column) => ({
    name: names.next('c'),
    label: column.label,
    expr: { kind: 'column', table: alias, column: column.name, type: column.type } as const,
  }));
  return {
    kind: 'select',
    outputs,
    from: { source: { kind: 'query', alias, query }, joins: [] },
    limit,
    offset,
  };
}

function asLimit(name: 'limit' | 'offset', expr: IrExpr | undefined): OwnLimits {
  return expr?.kind === 'literal' || expr?.kind === 'variable' ? { [name]: expr } : {};
}
