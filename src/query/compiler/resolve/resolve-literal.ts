import { FLOAT64, UNKNOWN } from '../../catalog/build-type.ts';
import { parseEngineType } from '../../catalog/parse-engine-type.ts';
import type { Constant } from '../../language/ast.ts';
import {
  boolLiteral,
  floatLiteral,
  integerLiteral,
  nullLiteral,
  template,
  textLiteral,
} from '../build-ir.ts';
import type { IrExpr } from '../ir.ts';

/** A literal as a bound value: with the program's own type when it set one, else with the natural type. */
export function resolveConstant(node: Constant): IrExpr {
  const { value } = node;
  if (node.type !== undefined) {
    return { kind: 'literal', value, engineType: node.type, type: parseEngineType(node.type) ?? UNKNOWN };
  }
  switch (typeof value) {
    case 'string':
      return textLiteral(value);
    case 'bigint':
      return integerLiteral(value);
    case 'boolean':
      return boolLiteral(value);
    case 'number':
      return Number.isFinite(value) ? floatLiteral(value) : infinite(value);
    case 'object':
      return nullLiteral();
  }
}

/** No parameter carries these: the engine refuses them as text of a number in some places. */
function infinite(value: number): IrExpr {
  if (Number.isNaN(value)) return template(['nan'], FLOAT64);
  return template([value > 0 ? 'inf' : '-inf'], FLOAT64);
}
