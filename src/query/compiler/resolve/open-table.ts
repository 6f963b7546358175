import { invariant } from '../../../base/invariant.ts';
import { BOOL, nullable, STRING } from '../../catalog/build-type.ts';
import type {
  ColumnDefinition,
  DerivedTable,
  LazyJoin,
  StoredTable,
  TableDefinition,
} from '../../catalog/table.ts';
import { personOverridesTable } from '../../catalog/tables/persons.ts';
import { TABLES } from '../../catalog/tables/tables.ts';
import { call, integerLiteral } from '../build-ir.ts';
import type { IrColumn, IrDerivedBase, IrExpr, IrStoredBase, IrTable } from '../ir.ts';
import { openDerivedBase } from './derived-base.ts';
import type { FieldHit, FieldProvider } from './fields.ts';
import type { Scope } from './scope.ts';

export interface OpenTable {
  readonly table: IrTable;
  readonly fields: FieldProvider;
}

/**
 * Puts a table of the catalog into a FROM list. Nothing is read yet: each field that is read later adds a column to
 * the scan, and each field behind a lazy join (`person`, `session`, `group_0` ...) adds that join. All of it stays
 * inside the table's own sub-query, so the joins that the user wrote are not touched.
 */
export function openTable(definition: TableDefinition, scope: Scope): OpenTable {
  return definition.kind === 'stored' ? openStored(definition, scope) : openDerived(definition, scope);
}

function openStored(definition: StoredTable, scope: Scope): OpenTable {
  const { names } = scope.context;
  const base: IrStoredBase = {
    kind: 'stored',
    alias: names.next('t'),
    table: definition,
    exports: new Map(),
  };
  const table = emptyTable(names.next('t'), base);
  const inner = (name: string): FieldHit | undefined => {
    const column = definition.columns.find((candidate) => candidate.name === name);
    if (!column) return undefined;
    const overridden = definition.name === 'events' && name === 'person_id';
    if (overridden && scope.context.project.hasPersonOverrides) return overriddenPerson(table, column, scope);
    const read = () => exportColumn(base, column, scope);
    if (column.type.kind !== 'json') return { kind: 'value', type: column.type, read };
    return {
      kind: 'json',
      type: column.type,
      scope: definition.propertyScope,
      read,
      property: (path) => exportProperty(base, column, path, scope),
    };
  };
  const columnNames = definition.columns.map((column) => column.name);
  const fields = outerFields(table, definition.joins, inner, scope, {
    starFields: definition.columns.filter((column) => !column.hidden).map((column) => column.name),
    columnNames,
  });
  return { table, fields: definition.name === 'events' ? { ...fields, of: definition.name } : fields };
}

function openDerived(definition: DerivedTable, scope: Scope): OpenTable {
  const of = openTable(TABLES[definition.of], scope);
  const derived = openDerivedBase(definition, of.table, of.fields, scope);
  const table = emptyTable(scope.context.names.next('t'), derived.base);
  const columnNames = definition.columns.map((column) => column.name);
  return {
    table,
    fields: outerFields(table, definition.joins, derived.field, scope, {
      starFields: definition.columns.filter((column) => !column.hidden).map((column) => column.name),
      columnNames,
    }),
  };
}

function emptyTable(alias: string, base: IrStoredBase | IrDerivedBase): IrTable {
  return { alias, base, joins: new Map(), outputs: new Map() };
}

function outerFields(
  table: IrTable,
  joins: readonly LazyJoin[],
  inner: (name: string) => FieldHit | undefined,
  scope: Scope,
  names: { readonly starFields: readonly string[]; readonly columnNames: readonly string[] },
): FieldProvider {
  const opened = new Map<string, FieldProvider>();
  const groupTypes = table.base.kind === 'stored' && table.base.table.name === 'events';
  const joinName = (name: string): string => {
    const index = groupTypes ? scope.context.project.groupTypes.indexOf(name) : -1;
    return index === -1 ? name : `group_${index}`;
  };
  const field = (name: string): FieldHit | undefined => {
    const hit = inner(name);
    if (hit) return wrapReads(hit, name, (key, read) => output(table, key, read, scope));
    const join = joins.find((candidate) => candidate.name === joinName(name));
    if (!join) return undefined;
    const known = opened.get(join.name);
    if (known) return { kind: 'table', fields: known };
    const joined = openTable(TABLES[join.table], scope);
    const fields = lazyFields(table, join, joined, inner, scope);
    opened.set(join.name, fields);
    return { kind: 'table', fields };
  };
  return {
    field,
    starFields: names.starFields,
    fieldNames: [...names.columnNames, ...joins.map((join) => join.name)],
  };
}

/** The fields of a lazily joined table, seen through the table that joins it. */
function lazyFields(
  table: IrTable,
  join: LazyJoin,
  joined: OpenTable,
  inner: (name: string) => FieldHit | undefined,
  scope: Scope,
): FieldProvider {
  const addJoin = () => {
    if (table.joins.has(join.name)) return;
    const left = readValue(inner(join.from));
    const right = readValue(joined.fields.field(join.to));
    if (join.where) {
      const column = readValue(joined.fields.field(join.where.column));
      joined.table.filter = call('equals', [column, integerLiteral(BigInt(join.where.equals))], BOOL);
    }
    joined.table.isConstrained = true;
    table.joins.set(join.name, { table: joined.table, on: call('equals', [left, right], BOOL) });
  };
  const readThroughJoin = (key: string, read: () => IrExpr) =>
    output(
      table,
      key,
      () => {
        addJoin();
        return read();
      },
      scope,
    );
  return {
    field: (name) => {
      scope.context.constraint?.readThrough(join.name);
      const hit = joined.fields.field(name);
      return hit && wrapReads(hit, `${join.name}.${name}`, readThroughJoin);
    },
    starFields: joined.fields.starFields,
    fieldNames: joined.fields.fieldNames,
  };
}

/** The hit with each read passed through `wrap`, together with a key that names what is read. */
function wrapReads(hit: FieldHit, key: string, wrap: (key: string, read: () => IrExpr) => IrExpr): FieldHit {
  switch (hit.kind) {
    case 'value':
      return { ...hit, read: () => wrap(key, hit.read) };
    case 'json':
      return {
        ...hit,
        read: () => wrap(key, hit.read),
        property: (path) => wrap(`${key} ${pathKey(path)}`, () => hit.property(path)),
      };
    case 'table': {
      const { fields } = hit;
      const field = (name: string) => {
        const next = fields.field(name);
        return next && wrapReads(next, `${key}.${name}`, wrap);
      };
      return { kind: 'table', fields: { ...fields, field } };
    }
  }
}

/** Makes what is read an output of `table`, once for each key. */
function output(table: IrTable, key: string, read: () => IrExpr, scope: Scope): IrColumn {
  const known = table.outputs.get(key);
  if (known) return { kind: 'column', table: table.alias, column: known.name, type: known.expr.type };
  const expr = read();
  const name = expr.kind === 'column' ? expr.column : scope.context.names.next('c');
  table.outputs.set(key, { name, label: key, expr });
  return { kind: 'column', table: table.alias, column: name, type: expr.type };
}

function exportColumn(base: IrStoredBase, column: ColumnDefinition, scope: Scope): IrColumn {
  const known = base.exports.get(column.name);
  const name = known?.name ?? scope.context.names.next('c');
  if (!known) base.exports.set(column.name, { kind: 'column', name, column });
  return { kind: 'column', table: base.alias, column: name, type: column.type };
}

function exportProperty(
  base: IrStoredBase,
  column: ColumnDefinition,
  path: readonly IrExpr[],
  scope: Scope,
): IrColumn {
  const key = `${column.name} ${pathKey(path)}`;
  const known = base.exports.get(key);
  const name = known?.name ?? scope.context.names.next('c');
  if (!known) base.exports.set(key, { kind: 'property', name, column, path });
  return { kind: 'column', table: base.alias, column: name, type: nullable(STRING) };
}

function pathKey(path: readonly IrExpr[]): string {
  return JSON.stringify(
    path.map((part) => {
      invariant(part.kind === 'literal' || part.kind === 'variable', 'a property path holds constants');
      return part.kind === 'literal' ? [part.engineType, String(part.value)] : { variable: part.variable };
    }),
  );
}

/** The person an event belongs to now: the target of a merge when there was one. */
function overriddenPerson(table: IrTable, column: ColumnDefinition, scope: Scope): FieldHit {
  const { base } = table;
  invariant(base.kind === 'stored', 'only a stored table has overridden persons');
  const read = (): IrExpr => {
    const own = exportColumn(base, column, scope);
    const joined = table.joins.get('person_override')?.table;
    const overrides = joined ? undefined : openTable(personOverridesTable, scope);
    const read = (name: string): IrExpr => {
      if (overrides) return readValue(overrides.fields.field(name));
      const output = joined?.outputs.get(name);
      invariant(joined && output, 'the override join has both ids');
      return { kind: 'column', table: joined.alias, column: output.name, type: column.type };
    };
    const old = read('old_person_id');
    const current = read('person_id');
    const matches = call('equals', [own, old], BOOL);
    if (overrides) {
      // Which person a row is of is no row of anybody.
      overrides.table.isConstrained = true;
      table.joins.set('person_override', { table: overrides.table, on: matches });
    }
    return call('if', [matches, current, own], column.type);
  };
  return { kind: 'value', type: column.type, read };
}

function readValue(hit: FieldHit | undefined): IrExpr {
  invariant(hit?.kind === 'value', 'a join column is a plain column of the catalog');
  return hit.read();
}
