import { invariant } from '../../../base/invariant.ts';
import type { IrExpr, IrOutput, IrSelect, IrStatement } from '../ir.ts';
import { fill, needsFilling } from './fill-outputs.ts';
import type { OutermostPass } from './pass.ts';
import { spelling } from './spelling.ts';

/**
 * Spells the columns of a statement for JSON, and fills those of long values. The plain value keeps the column's name,
 * so that ORDER BY still sorts by it.
 */
export const spellOutputs: OutermostPass = {
  name: 'spell-outputs',
  change: (statement, { stream }) => {
    if (stream !== undefined) return statement;
    const select = outermostSelect(statement);
    const outputs = select.outputs.map((output) => spellOutput(output, select));
    return { ...statement, query: { ...select, outputs } };
  },
};

/** The SELECT that `cap-rows` has made of the query. */
export function outermostSelect({ query }: IrStatement): IrSelect {
  invariant(query.kind === 'select', 'a capped statement is one SELECT');
  return query;
}

function spellOutput(output: IrOutput, select: IrSelect): IrOutput {
  const spell = spelling(output.expr.type, 'json') ?? (needsFilling(output.expr, select) ? fill : undefined);
  if (!spell) return output;
  const named: IrExpr = { kind: 'named', name: output.name, expr: output.expr, type: output.expr.type };
  return { ...output, name: `${output.name}o`, expr: spell(named) };
}
