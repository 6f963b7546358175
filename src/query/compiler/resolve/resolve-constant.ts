import { FLOAT64, UNKNOWN } from '../../catalog/build-type.ts';
import { parseEngineType } from '../../catalog/parse-engine-type.ts';
import type { Constant } from '../../language/ast.ts';
import { boolLiteral, cast, floatLiteral, integerLiteral, nullLiteral, textLiteral } from '../build-ir.ts';
import type { IrExpr } from '../ir.ts';

/** A literal as a bound value, with the type that the program gave it, else with its natural type. */
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

/** A whole number of more than 64 bits, bound as text and cast, because no parameter is that wide. */
function wideInteger(value: bigint): IrExpr | undefined {
  if (value >= MIN_INT64 && value <= MAX_UINT64) return undefined;
  const bits = [128, 256].find((width) =>
    value < 0n ? value >= -(2n ** BigInt(width - 1)) : value < 2n ** BigInt(width),
  );
  const type = parseEngineType(`${value < 0n ? 'Int' : 'UInt'}${bits}`);
  return type && cast(textLiteral(String(value)), type);
}

/**
 * An infinite number or NaN. Such a number cannot be a parameter: in some places the engine refuses its text as a
 * number.
 */
function infinite(value: number): IrExpr {
  const word = Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  return { kind: 'word', word, type: FLOAT64 };
}
