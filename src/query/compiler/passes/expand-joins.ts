import { invariant } from '../../../base/invariant.ts';
import { jsonPath } from '../build-ir.ts';
import { expandTemplate } from '../expand-template.ts';
import type {
  IrDerivedBase,
  IrExpr,
  IrOutput,
  IrScan,
  IrSelect,
  IrSource,
  IrStoredBase,
  IrTable,
  ScanExport,
} from '../ir.ts';
import type { WalkingPass } from './pass.ts';

/**
 * Turns each table of the catalog into scans of base tables. Lazy joins become LEFT ANY JOINs inside a sub-query of the
 * table, a derived table becomes the aggregate that computes it, and the filter of the table becomes a WHERE around all
 * that. Only the columns that the query reads take part.
 */
export const expandJoins: WalkingPass = {
  name: 'expand-joins',
  rewrite: ({ isConstrained }) => ({
    table: (table) => {
      invariant(
        !isConstrained || table.isConstrained,
        'a constrained run judges each table before it is read',
      );
      return expandTable(table);
    },
  }),
};

function expandTable(table: IrTable): IrSource {
  const source = expandUnfiltered(table);
  if (!table.filter) return source;
  const outputs = [...table.outputs.values()].map((output): IrOutput => {
    const { type } = output.expr;
    return { ...output, expr: { kind: 'column', table: table.alias, column: output.name, type } };
  });
  return {
    kind: 'query',
    alias: table.alias,
    query: { kind: 'select', outputs, from: { source, joins: [] }, where: table.filter },
    isTable: true,
  };
}

function expandUnfiltered(table: IrTable): IrSource {
  if (isPlain(table)) return baseSource(table.base, table.alias);
  const query: IrSelect = {
    kind: 'select',
    outputs: [...table.outputs.values()],
    from: {
      source: baseSource(table.base, table.base.alias),
      joins: [...table.joins.values()].map((join) => ({
        // Keys on the right are unique. ANY tells this to the engine, which then joins a third faster.
        operator: 'LEFT ANY JOIN',
        source: { kind: 'table', table: join.table },
        on: join.on,
      })),
    },
  };
  return { kind: 'query', alias: table.alias, query, isTable: true };
}

/** True when the table is nothing but columns of its base. */
function isPlain(table: IrTable): boolean {
  return (
    table.joins.size === 0 && [...table.outputs.values()].every((output) => output.expr.kind === 'column')
  );
}

function baseSource(base: IrStoredBase | IrDerivedBase, alias: string): IrSource {
  return base.kind === 'stored' ? scan(base, alias) : derived(base, alias);
}

/** The rows of a table, or of a lookup that has them all. */
function scan(base: IrStoredBase, alias: string): IrSource {
  const whole = wholeScan(base, alias);
  const { lookup } = base;
  if (lookup === undefined) return whole;
  const found = { ...whole, lookup };
  const { variable } = lookup;
  if (variable === undefined) return found;
  return { kind: 'sourceSwitch', variable, whenOutside: whole, otherwise: found };
}

function wholeScan(base: IrStoredBase, alias: string): IrScan {
  // Inside the guard the base is named after its own alias, whatever alias it has outside.
  const innerAlias = `${base.alias}b`;
  const columns = [...base.exports.values()].map((item) => ({
    name: item.name,
    expr: exportExpr(item, innerAlias),
  }));
  return { kind: 'scan', alias, innerAlias, table: base.table, columns };
}

function exportExpr(item: ScanExport, innerAlias: string): IrExpr {
  const { column } = item;
  const physical: IrExpr = {
    kind: 'column',
    table: innerAlias,
    column: column.engineName,
    type: column.type,
  };
  if (item.kind === 'property') return jsonPath(physical, item.path);
  if (column.template === undefined) return physical;
  return expandTemplate(column.template, { args: [physical], type: column.type });
}

function derived(base: IrDerivedBase, alias: string): IrSource {
  const query: IrSelect = {
    kind: 'select',
    outputs: [...base.outputs.values()],
    from: { source: { kind: 'table', table: base.of }, joins: [] },
    where: base.where,
    groupBy: { mode: 'plain', sets: [[base.groupBy]] },
  };
  return { kind: 'query', alias, query };
}
