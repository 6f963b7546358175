import type { DataType } from '../../catalog/data-type.ts';
import type { PropertyScope } from '../../catalog/table.ts';
import type { IrExpr } from '../ir.ts';

/** What a name means on a table. Reading is a separate step: only what is read is fetched from the engine. */
export type FieldHit =
  | { readonly kind: 'value'; readonly type: DataType; readonly read: () => IrExpr }
  | {
      readonly kind: 'json';
      readonly type: DataType;
      /** Whose property definitions apply; undefined for JSON that went through a sub-query. */
      readonly scope: PropertyScope | undefined;
      readonly read: () => IrExpr;
      /** The raw text behind a path of literals and variables. */
      readonly property: (path: readonly IrExpr[]) => IrExpr;
    }
  | { readonly kind: 'table'; readonly fields: FieldProvider };

/** Anything whose fields can be named: a table, a lazy join, a sub-query, a CTE. */
export interface FieldProvider {
  field(name: string): FieldHit | undefined;
  /** Fields of `*`, in order. */
  readonly starFields: readonly string[];
  /** All names, for suggestions. */
  readonly fieldNames: readonly string[];
  /** Stands for a table that was in error: it has every name, after all others. */
  readonly hasAll?: true;
}
