import { FLOAT64, UNKNOWN } from '../../catalog/build-type.ts';
import { parseEngineType } from '../../catalog/parse-engine-type.ts';
import type { Constant } from '../../language/ast.ts';
import { boolLiteral, cast, floatLiteral, integerLiteral, nullLiteral, textLiteral } from '../build-ir.ts';
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
      return wideInteger(value) ?? integerLiteral(value);
    case 'boolean':
      return boolLiteral(value);
    case 'number':
      return Number.isFinite(value) ? floatLiteral(value) : infinite(value);
    case 'object':
      return nullLiteral();
  }
}

const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;

/** No parameter is wider than 64 bits, so a wider number is bound as text and cast. */
function wideInteger(value: bigint): IrExpr | undefined {
  if (value >= MIN_INT64 && value <= MAX_UINT64) return undefined;
  const bits = [128, 256].find((width) =>
    value < 0n ? value >= -(2n ** BigInt(width - 1)) : value < 2n ** BigInt(width),
  );
  const type = parseEngineType(`${value < 0n ? 'Int' : 'UInt'}${bits}`);
  return type && cast(textLiteral(String(value)), type);
}

/** No parameter carries these: the engine refuses them as text of a number in some places. */
function infinite(value: number): IrExpr {
  const word = Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  return { kind: 'word', word, type: FLOAT64 };
}
