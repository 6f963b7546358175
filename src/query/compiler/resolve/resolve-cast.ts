import { arrayOf } from '../../catalog/build-type.ts';
import { engineTypeName } from '../../catalog/engine-type-name.ts';
import { parseEngineType } from '../../catalog/parse-engine-type.ts';
import type { DataType } from '../../catalog/types.ts';
import type { TryCast, TypeCast } from '../../language/ast.ts';
import { quoteConstant, template } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr } from '../ir.ts';
import { withNullable } from '../types.ts';
import { callFunction } from './call-function.ts';
import type { Scope } from './scope.ts';

/** Types by their names in SQL and in the engine, with the conversion that each one is. */
const CASTS: Readonly<Record<string, string>> = {
  int: 'toInt',
  integer: 'toInt',
  bigint: 'toInt',
  smallint: 'toInt',
  int8: 'toInt',
  int16: 'toInt',
  int32: 'toInt',
  int64: 'toInt',
  uint8: 'toInt',
  uint16: 'toInt',
  uint32: 'toInt',
  uint64: 'toInt',
  float: 'toFloat',
  double: 'toFloat',
  'double precision': 'toFloat',
  real: 'toFloat',
  float32: 'toFloat',
  float64: 'toFloat',
  text: 'toString',
  string: 'toString',
  varchar: 'toString',
  char: 'toString',
  bool: 'toBool',
  boolean: 'toBool',
  date: 'toDate',
  date32: 'toDate',
  datetime: 'toDateTime',
  datetime64: 'toDateTime',
  timestamp: 'toDateTime',
  uuid: 'toUUID',
};

/** Element types of array casts. */
const ELEMENTS: Readonly<Record<string, string>> = {
  toInt: 'Int64',
  toFloat: 'Float64',
  toString: 'String',
  toBool: 'Bool',
  toDate: 'Date',
  toUUID: 'UUID',
};

const DECIMAL = /^(?:decimal|numeric)\s*\(\s*(\d{1,2})\s*(?:,\s*(\d{1,2})\s*)?\)$/;
const ARRAY = /^array\s*\(\s*([a-z0-9 ]+?)\s*\)$|^([a-z0-9 ]+?)\s*\[\s*\]$/;
const SIZED = /^(varchar|char|datetime64)\s*\(\s*\d{1,9}\s*\)$/;

/** `x::type`, `CAST(x AS type)`. The type is free text of the user: only names of the closed list above go on. */
export function resolveCast(node: TypeCast | TryCast, scope: Scope): IrExpr {
  const value = scope.resolver.expr(node.expr, scope);
  const name = node.type_name.trim().toLowerCase();
  const conversion = CASTS[SIZED.exec(name)?.[1] ?? name];
  if (conversion !== undefined && Object.hasOwn(CASTS, SIZED.exec(name)?.[1] ?? name)) {
    return callFunction(conversion, [value], node, scope);
  }
  const decimal = DECIMAL.exec(name);
  if (decimal) return decimalCast(value, Number(decimal[1]), Number(decimal[2] ?? 0), node, scope);
  const array = ARRAY.exec(name);
  const element = ELEMENTS[CASTS[array?.[1] ?? array?.[2] ?? ''] ?? ''];
  const elementType = element === undefined ? undefined : parseEngineType(element);
  if (elementType) return castTo(value, arrayOf(elementType));
  throw compileError(
    scope.context,
    'type_mismatch',
    `There is no cast to "${node.type_name}". Casts go to int, float, decimal(p, s), text, bool, date, datetime, uuid and arrays of these.`,
    node,
  );
}

function decimalCast(
  value: IrExpr,
  precision: number,
  scale: number,
  node: TypeCast | TryCast,
  scope: Scope,
): IrExpr {
  if (precision < 1 || precision > 76 || scale > precision) {
    throw compileError(
      scope.context,
      'type_mismatch',
      'A decimal has 1 to 76 digits, at least as many as behind the point.',
      node,
    );
  }
  const type: DataType = { kind: 'decimal', nullable: true, precision, scale };
  const name = engineTypeName({ ...type, nullable: false });
  return template(['accurateCastOrNull(', value, `, ${quoteConstant(name)})`], type);
}

function castTo(value: IrExpr, type: DataType): IrExpr {
  return template(['CAST(', value, `, ${quoteConstant(engineTypeName(type))})`], withNullable(type, false));
}
