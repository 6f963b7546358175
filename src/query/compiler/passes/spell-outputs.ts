import type { IrExpr, IrOutput, IrSelect } from '../ir.ts';
import { fill, needsFilling } from './fill-outputs.ts';
import { spelling } from './spelling.ts';

/**
 * Spells the columns of a statement for JSON, and fills those of long values. The plain value keeps the column's name,
 * so that ORDER BY still sorts by it.
 */
export function spellOutputs(select: IrSelect): IrSelect {
  return { ...select, outputs: select.outputs.map((output) => spellOutput(output, select)) };
}

function spellOutput(output: IrOutput, select: IrSelect): IrOutput {
  const spell = spelling(output.expr.type, 'json') ?? (needsFilling(output.expr, select) ? fill : undefined);
  if (!spell) return output;
  const named: IrExpr = { kind: 'named', name: output.name, expr: output.expr, type: output.expr.type };
  return { ...output, name: `${output.name}o`, expr: spell(named) };
}
