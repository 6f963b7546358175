import type { IntegerBits } from '../build-type.ts';
import {
  dateTime,
  dateTime64,
  decimal,
  FLOAT64,
  INT64,
  notNull,
  nullable,
  signed,
  tupleOf,
  UNKNOWN,
  unsigned,
} from '../build-type.ts';
import { type IntegerShape, integerShape, widerOf } from '../common-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { ADDABLE, DECIMALS, DIVISIBLE, MULTIPLIABLE, NO_NUMBER, SUBTRACTABLE } from './argument-relations.ts';
import { byCount } from './choose-shape.ts';
import { scalars } from './define-rows.ts';
import { literalNumber } from './result-rules.ts';

type Operation = 'plus' | 'minus' | 'multiply' | 'divide';

/** The engine widens sums and products by one size, at most to 64 bits; wider integers stay. */
const widened = (bits: IntegerBits): IntegerBits =>
  bits === 8 ? 16 : bits === 16 ? 32 : bits < 64 ? 64 : bits;

const integerOf = (shape: IntegerShape): DataType =>
  shape.signed ? signed(shape.bits) : unsigned(shape.bits);

function integerResult(operation: Operation, a: IntegerShape, b: IntegerShape): DataType {
  if (operation === 'divide') return FLOAT64;
  return integerOf({
    bits: widened(widerOf(a.bits, b.bits)),
    signed: operation === 'minus' || a.signed || b.signed,
  });
}

function decimalResult(operation: Operation, a: DataType, b: DataType): DataType {
  const parts = [a, b].map((type) => (type.kind === 'decimal' ? type : { precision: 0, scale: 0 }));
  const precision = Math.max(...parts.map((part) => part.precision));
  const [left = 0, right = 0] = parts.map((part) => part.scale);
  if (operation === 'multiply') return decimal(precision, left + right);
  return decimal(precision, operation === 'divide' ? left : Math.max(left, right));
}

const SUB_DAY_UNITS = new Set(['Second', 'Minute', 'Hour']);

/** The type of a time after a shift: a date with an hour added becomes a date with time. */
function shiftedTime(time: DataType, shift: DataType): DataType {
  const parts = shift.kind === 'tuple' ? shift.elements : [shift];
  const subDay = parts.some((part) => part.kind === 'interval' && SUB_DAY_UNITS.has(part.unit));
  if (time.kind !== 'date' || !subDay) return notNull(time);
  return time.bits === 32 ? dateTime64(0) : dateTime();
}

function timeDifference(a: DataType, b: DataType): DataType {
  const precision = Math.max(
    ...[a, b].map((type) => (type.kind === 'datetime' && type.bits !== 32 ? type.precision : 0)),
  );
  const whole = [a, b].every(
    (type) => type.kind === 'date' || (type.kind === 'datetime' && type.bits === 32),
  );
  return whole ? signed(32) : decimal(18, precision);
}

const isTime = (type: DataType): boolean => type.kind === 'date' || type.kind === 'datetime';

function intervals(a: DataType, b: DataType): DataType {
  if (a.kind === 'interval' && b.kind === 'interval' && a.unit === b.unit) return a;
  return tupleOf([a, b].flatMap((part) => (part.kind === 'tuple' ? part.elements : [part])));
}

function arithmeticResult(operation: Operation, a: DataType, b: DataType): DataType {
  if (a.kind === 'unknown' || b.kind === 'unknown') return UNKNOWN;
  if (isTime(a) && isTime(b)) return operation === 'minus' ? timeDifference(a, b) : UNKNOWN;
  if (isTime(a)) return shiftedTime(a, b);
  if (isTime(b)) return shiftedTime(b, a);
  if (a.kind === 'interval') return intervals(a, b);
  if (a.kind === 'tuple') return tupleResult(operation, a.elements, b);
  if (a.kind === 'float' || b.kind === 'float') return FLOAT64;
  if (a.kind === 'decimal' || b.kind === 'decimal') return decimalResult(operation, a, b);
  return integerResult(operation, integerShape(a), integerShape(b));
}

function tupleResult(operation: Operation, elements: readonly DataType[], b: DataType): DataType {
  return tupleOf(
    elements.map((element, i) => {
      const other = b.kind === 'tuple' ? (b.elements[i] ?? UNKNOWN) : b;
      const type = arithmeticResult(operation, element, other);
      return element.nullable || other.nullable ? nullable(type) : type;
    }),
  );
}

/** The type of `a <operation> b`, as the engine computes it; also element by element for tuples. */
export const arithmetic =
  (operation: Operation): ResultRule =>
  ([a = UNKNOWN, b = UNKNOWN]) =>
    arithmeticResult(operation, a, b);

const integerDivision: ResultRule = ([a = UNKNOWN, b = UNKNOWN]) => {
  if (![a, b].every((type) => type.kind === 'integer' || type.kind === 'bool')) return INT64;
  return integerOf({ bits: integerShape(a).bits, signed: integerShape(a).signed || integerShape(b).signed });
};

/** The type of the rest of a division: it fits the divisor, and a signed dividend needs room for its sign. */
const remainder: ResultRule = ([a = UNKNOWN, b = UNKNOWN]) => {
  if (a.kind === 'float' || b.kind === 'float') return FLOAT64;
  if (a.kind === 'decimal' || b.kind === 'decimal') return decimalResult('plus', a, b);
  const isSigned = integerShape(a).signed;
  const bits = integerShape(b).bits;
  return integerOf({ bits: isSigned ? widened(bits) : bits, signed: isSigned });
};

const positiveRemainder: ResultRule = ([a = UNKNOWN, b = UNKNOWN]) =>
  a.kind === 'float' || b.kind === 'float' ? FLOAT64 : unsigned(integerShape(b).bits);

/** The type of `-a`; also element by element for tuples. */
export const negated: ResultRule = ([a = UNKNOWN], context) => {
  if (a.kind === 'tuple') return tupleOf(a.elements.map((element) => negated([element], context)));
  if (a.kind !== 'integer' && a.kind !== 'bool') return notNull(a);
  const shape = integerShape(a);
  return signed(shape.signed ? shape.bits : widened(shape.bits));
};

const absolute: ResultRule = ([a = UNKNOWN]) =>
  a.kind === 'integer' || a.kind === 'bool' ? unsigned(integerShape(a).bits) : notNull(a);

const widestDecimal: ResultRule = ([a = UNKNOWN, b = UNKNOWN], context) => {
  const scales = [a, b].map((type) => (type.kind === 'decimal' ? type.scale : 0));
  return decimal(76, literalNumber(context, 2) ?? Math.max(...scales));
};

export const ARITHMETIC: readonly FunctionRow[] = [
  ...scalars('plus', 'any, any', arithmetic('plus'), { arithmetic: '+', fits: ADDABLE }),
  ...scalars('minus', 'any, any', arithmetic('minus'), { arithmetic: '-', fits: SUBTRACTABLE }),
  ...scalars('multiply', 'any, any', arithmetic('multiply'), { arithmetic: '*', fits: MULTIPLIABLE }),
  ...scalars('divide', 'any, any', arithmetic('divide'), { arithmetic: '/', fits: DIVISIBLE }),
  ...scalars('intDiv intDivOrZero', 'number, number', integerDivision),
  ...scalars('modulo moduloOrZero', 'number, number', remainder),
  ...scalars('positiveModulo', 'number, number', positiveRemainder),
  ...scalars('gcd lcm', 'whole, whole', arithmetic('plus')),
  ...scalars('max2 min2', 'number, number', FLOAT64),
  ...scalars('negate', 'any', negated, { refuses: [NO_NUMBER] }),
  ...scalars('abs', 'number', absolute),
  ...['multiplyDecimal', 'divideDecimal'].flatMap((name) =>
    scalars(name, 'number, number, literal?', widestDecimal, {
      template: byCount({ 2: `${name}($1, $2)`, 3: `${name}($1, $2, toUInt8($3))` }),
      fits: DECIMALS,
      note: 'The third argument is the number of digits behind the point.',
    }),
  ),
];
