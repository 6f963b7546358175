import { arrayOf, BOOL, dateTime64, nullable, STRING, UINT8, UINT64 } from '../../catalog/build-type.ts';
import { engineTypeName } from '../../catalog/engine-type-name.ts';
import { FORMS } from '../../catalog/functions/forms.ts';
import { type ListType, SYSTEM_TABLE_NAMES, type SystemTable } from '../../catalog/tables/system-tables.ts';
import { TABLES } from '../../catalog/tables/tables.ts';
import { call, cast, textList, textLiteral } from '../build-ir.ts';
import type { CompileContext } from '../compile-context.ts';
import { expandTemplate } from '../expand-template.ts';
import type { IrExpr, IrOutput, IrSource } from '../ir.ts';
import type { FieldProvider } from './fields.ts';
import { openTable } from './open-table.ts';
import { queryFields } from './query-fields.ts';
import { rootScope, type Scope } from './scope.ts';

/**
 * A table of `system` as a sub-query over a list of JSON texts, one for each row. The list is a parameter: what the
 * dialect has is written when a query is compiled, what the project has when it runs.
 */
export function openSystemTable(
  table: SystemTable,
  scope: Scope,
): { readonly source: IrSource; readonly fields: FieldProvider } {
  const { names } = scope.context;
  const list = call('arrayJoin', [rowsOf(table, rootScope(scope.context, scope.resolver))], STRING);
  const row = { kind: 'column', table: names.next('t'), column: names.next('c'), type: STRING } as const;
  const rows: IrSource = {
    kind: 'query',
    alias: row.table,
    query: { kind: 'select', outputs: [{ name: row.column, label: 'row', expr: list }] },
  };
  const outputs = Object.entries(table.columns).map(
    ([name, type]): IrOutput => ({
      name: names.next('c'),
      label: name,
      expr: memberOf(row, name, type, scope.context),
    }),
  );
  const alias = names.next('t');
  const query = { kind: 'select', outputs, from: { source: rows, joins: [] } } as const;
  const columns = outputs.map(({ name, label, expr }) => ({ name, label, type: expr.type }));
  return { source: { kind: 'query', alias, query }, fields: queryFields(alias, columns) };
}

function memberOf(row: IrExpr, name: string, type: ListType, { project }: CompileContext): IrExpr {
  const args = [row, textLiteral(name)];
  switch (type) {
    case 'text':
      return call('JSONExtractString', args, STRING);
    case 'whole':
      return call('JSONExtractUInt', args, UINT64);
    case 'truth':
      return cast(call('JSONExtractBool', args, UINT8), BOOL);
    case 'moment': {
      const moment = nullable(dateTime64(6, project.timezone));
      return expandTemplate(FORMS.momentOfText, {
        args: [call('JSONExtractString', args, STRING)],
        type: moment,
        project,
      });
    }
  }
}

function rowsOf({ rows }: SystemTable, scope: Scope): IrExpr {
  switch (rows) {
    case 'tables':
      return jsonList(tableRows());
    case 'columns':
      return jsonList(columnRows(scope));
    default:
      return { kind: 'system', name: rows, type: arrayOf(STRING) };
  }
}

function jsonList(rows: readonly object[]): IrExpr {
  return textList(rows.map((row) => JSON.stringify(row)));
}

function tableRows(): readonly object[] {
  return [...Object.keys(TABLES), ...SYSTEM_TABLE_NAMES].map((name) => ({
    name,
    table_name: name,
    table_type: name in TABLES ? 'BASE TABLE' : 'SYSTEM VIEW',
  }));
}

/** The columns of the tables that hold data, without lazy joins. */
function columnRows(scope: Scope): readonly object[] {
  return Object.values(TABLES).flatMap((definition) => {
    const { fields } = openTable(definition, scope);
    return definition.columns.flatMap(({ name }, at) => {
      const hit = fields.field(name);
      if (hit === undefined || hit.kind === 'table') return [];
      const type = hit.kind === 'json' ? 'JSON' : engineTypeName(hit.type);
      const position = at + 1;
      return {
        ...{ table: definition.name, name, type, position },
        ...{ table_name: definition.name, column_name: name, data_type: type, ordinal_position: position },
        is_nullable: hit.type.nullable ? 'YES' : 'NO',
      };
    });
  });
}
