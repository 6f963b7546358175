import { nullable, STRING } from '../../catalog/build-type.ts';
import { call } from '../build-ir.ts';
import type { IrExpr, IrScan } from '../ir.ts';
import type { PassContext, WalkingPass } from './pass.ts';

/**
 * Reads properties of events from columns that hold the texts of single properties, where there are such columns. Such
 * a column holds exactly what reading the property would give, so types, conversions and answers stay the same. Deeper
 * paths and keys out of variables are left as they are. The rows of a lookup by a property hold its text as their
 * value, and have no other such column.
 */
export const usePromotedColumns: WalkingPass = {
  name: 'use-promoted-columns',
  rewrite: (context) => ({
    columns: (scan) => {
      if (scan.table.name !== 'events') return scan;
      return { ...scan, columns: scan.columns.map((column) => promoted(column, scan, context)) };
    },
  }),
};

type ScanColumn = IrScan['columns'][number];

function promoted(column: ScanColumn, scan: IrScan, { project, eventProperties }: PassContext): ScanColumn {
  const key = keyOf(column.expr);
  if (key === undefined) return column;
  eventProperties.add(key);
  const type = nullable(STRING);
  if (scan.lookup !== undefined) {
    const { subject } = scan.lookup;
    if (subject.kind !== 'property' || subject.key !== key) return column;
    const value: IrExpr = { kind: 'column', table: scan.innerAlias, column: 'value', type: STRING };
    return { ...column, expr: call('toNullable', [value], type) };
  }
  const name = project.promoted?.events.get(key);
  if (name === undefined) return column;
  return { ...column, expr: { kind: 'column', table: scan.innerAlias, column: name, type } };
}

/** The key, when the expression is the text of one constant key of the properties of an event. */
function keyOf(expr: IrExpr): string | undefined {
  if (expr.kind !== 'jsonKey' || expr.json.kind !== 'column' || expr.json.column !== 'properties')
    return undefined;
  const [key, ...deeper] = expr.path;
  if (key?.kind !== 'literal' || typeof key.value !== 'string' || deeper.length > 0) return undefined;
  return key.value;
}
