import { jsonPath } from '../build-ir.ts';
import type { IrExpr } from '../ir.ts';
import type { FieldHit, FieldProvider } from './fields.ts';
import type { ResultColumn } from './scope.ts';

/** The columns of a sub-query or CTE under `alias`, by the names that its SELECT gives them. */
export function queryFields(alias: string, columns: readonly ResultColumn[]): FieldProvider {
  const byLabel = new Map(columns.map((column) => [column.label, column]));
  const field = (name: string): FieldHit | undefined => {
    const column = byLabel.get(name);
    if (!column) return undefined;
    const { type } = column;
    const read = (): IrExpr => ({ kind: 'column', table: alias, column: column.name, type });
    if (type.kind !== 'json') return { kind: 'value', type, read };
    return { kind: 'json', type, scope: undefined, read, property: (path) => jsonPath(read(), path) };
  };
  const names = columns.map((column) => column.label);
  return { field, starFields: names, fieldNames: names };
}
