import { nullable, STRING } from '../../catalog/build-type.ts';
import { call, template } from '../build-ir.ts';
import type { IrExpr, IrOutput, IrSelect } from '../ir.ts';

/**
 * Spells values whose text the engine would get wrong: moments of a zone other than UTC (the engine's ISO output knows
 * UTC only) and integers above 64 bits (no JSON number holds them). The plain value keeps the column's name, so that
 * ORDER BY still sorts by it.
 */
export function spellOutputs(select: IrSelect): IrSelect {
  return { ...select, outputs: select.outputs.map(spellOutput) };
}

function spellOutput(output: IrOutput): IrOutput {
  const spell = spelling(output.expr.type);
  if (!spell) return output;
  const named: IrExpr = { kind: 'named', name: output.name, expr: output.expr, type: output.expr.type };
  return { ...output, name: `${output.name}o`, expr: spell(named) };
}

function spelling(type: IrExpr['type']): ((expr: IrExpr) => IrExpr) | undefined {
  const text = type.nullable ? nullable(STRING) : STRING;
  if (type.kind === 'integer' && (type.bits ?? 64) > 64) return (expr) => call('toString', [expr], text);
  if (type.kind !== 'datetime' || type.zone === undefined || type.zone === 'UTC') return undefined;
  const format = type.precision > 0 ? '%FT%T.%f%z' : '%FT%T%z';
  // `+0900` becomes `+09:00`.
  return (expr) =>
    template(['replaceRegexpOne(formatDateTime(', expr, `, '${format}'), '(..)$', ':\\\\1')`], text);
}
