import type { DataType } from '../../catalog/data-type.ts';
import type { PropertyScope, TableName } from '../../catalog/table.ts';
import type { IrExpr } from '../ir.ts';

/** What a name means on a table. A field is fetched from the engine only when it is read, which is a separate step. */
export type FieldHit =
  | { readonly kind: 'value'; readonly type: DataType; readonly read: () => IrExpr }
  | {
      readonly kind: 'json';
      readonly type: DataType;
      /** Whose property definitions apply; undefined for JSON that has passed through a sub-query. */
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
  /** The table of the catalog whose fields these are. */
  readonly of?: TableName;
  /** True for the stand-in of a table in error, which has every name and is asked after all other tables. */
  readonly hasAll?: true;
}
