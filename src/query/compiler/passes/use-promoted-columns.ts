import { nullable, STRING } from '../../catalog/build-type.ts';
import type { IrExpr, IrScan, IrStatement } from '../ir.ts';
import { mapStatement } from '../ir-map.ts';

export interface PromotedStatement {
  readonly statement: IrStatement;
  /** Keys of event properties that scans read, promoted or not, sorted. */
  readonly eventProperties: readonly string[];
}

/**
 * Reads properties of events from the columns that hold their texts, where there are such. A column holds what the read
 * that it stands for would have computed, so types, conversions and answers stay. Deeper paths and keys out of variables
 * are left as they are.
 * @param columns names of columns by property key
 */
export function usePromotedColumns(
  statement: IrStatement,
  columns: Pick<ReadonlyMap<string, string>, 'get'>,
): PromotedStatement {
  const keys = new Set<string>();
  const promoted = mapStatement(statement, {
    source: (source) => {
      if (source.kind !== 'scan' || source.table.name !== 'events') return source;
      return { ...source, columns: source.columns.map((column) => promote(source, column)) };
    },
  });
  return { statement: promoted, eventProperties: [...keys].sort() };

  function promote(scan: IrScan, column: IrScan['columns'][number]): IrScan['columns'][number] {
    const key = keyOf(column.expr);
    if (key === undefined) return column;
    keys.add(key);
    const promotedName = columns.get(key);
    if (promotedName === undefined) return column;
    const type = nullable(STRING);
    return { ...column, expr: { kind: 'column', table: scan.innerAlias, column: promotedName, type } };
  }
}

/** The key, when the expression is the text of one constant key of the properties of an event. */
function keyOf(expr: IrExpr): string | undefined {
  if (expr.kind !== 'jsonKey' || expr.json.kind !== 'column' || expr.json.column !== 'properties')
    return undefined;
  const [key, ...deeper] = expr.path;
  if (key?.kind !== 'literal' || typeof key.value !== 'string' || deeper.length > 0) return undefined;
  return key.value;
}
