import {
  BOOL,
  DATE,
  dateTime,
  dateTime64,
  decimal,
  FLOAT32,
  FLOAT64,
  INT64,
  type IntegerBits,
  nullable,
  STRING,
  signed,
  UINT64,
  UNKNOWN,
  UUID,
  unsigned,
} from '../build-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultContext, ResultRule } from '../function-row.ts';
import { COMPOSITE, MOMENT_IN_ZONE, NO_SCALAR_NUMBER } from './argument-relations.ts';
import { byCount, byText, byTextAndCount, isText } from './choose-shape.ts';
import { type RowExtras, scalars } from './define-rows.ts';
import { literalNumber, literalText } from './result-rules.ts';

/** The zone of a call: the literal at `position`, the project's zone when the argument is left out, else unknown. */
export function zoneOf(
  args: readonly DataType[],
  context: ResultContext,
  position: number,
): string | undefined {
  return args.length > position ? literalText(context, position) : context.zone;
}

const decimalOfScale: ResultRule = (_, context) => nullable(decimal(18, literalNumber(context, 1) ?? 0));

/** What functions share that answer NULL for what is no value of the type. */
const ACCURATE: RowExtras = {
  nulls: 'result',
  template: 'accurateCastOrNull($1, $t)',
  refuses: [COMPOSITE],
};

const toDateTime: ResultRule = ([value, ...rest], context) => {
  const zone = zoneOf([UNKNOWN, ...rest], context, 1);
  return isText(value) ? nullable(dateTime64(6, zone)) : dateTime(zone);
};

const toDateTime64: ResultRule = (args, context) => {
  const precision = args.length > 1 ? literalNumber(context, 1) : 6;
  if (precision === undefined) return UNKNOWN;
  const type = dateTime64(precision, zoneOf(args, context, 2));
  return isText(args[0]) ? nullable(type) : type;
};

const parsed64: ResultRule = (args, context) => nullable(dateTime64(6, zoneOf(args, context, 1)));
const parsed: ResultRule = (args, context) => nullable(dateTime(zoneOf(args, context, 2)));

const SIZES = [8, 16, 32, 64, 128, 256] as const;

const NUMBERS: readonly (readonly [string, DataType])[] = [
  ...SIZES.map((bits: IntegerBits): [string, DataType] => [`Int${bits}`, signed(bits)]),
  ...SIZES.map((bits: IntegerBits): [string, DataType] => [`UInt${bits}`, unsigned(bits)]),
  ['Float32', FLOAT32],
  ['Float64', FLOAT64],
];

/**
 * `toInt32`, `toInt32OrNull`, `toInt32OrZero`: the engine cuts a number to fit, and a text is a number only when all of
 * it is one.
 */
function namedConversions(type: string, result: DataType): FunctionRow[] {
  // The 128 bits of a UUID are a number.
  const refuses = [type === 'UInt128' ? COMPOSITE : NO_SCALAR_NUMBER];
  const [plain, orNull, orZero] = [`to${type}`, `to${type}OrNull`, `to${type}OrZero`];
  return [
    ...scalars(
      `${plain} _${plain}>${plain}`,
      'stored value',
      ([value]) => (isText(value) ? nullable(result) : result),
      {
        template: byText(`${orNull}($1)`, `${plain}($1)`),
        refuses,
        note: 'NULL for text that is no such number.',
      },
    ),
    ...scalars(orNull, 'stored value', nullable(result), {
      nulls: 'result',
      template: byText(`${orNull}($1)`, 'accurateCastOrNull($1, $t)'),
      refuses,
    }),
    ...scalars(orZero, 'stored value', result, {
      template: byText(`${orZero}($1)`, `${plain}($1)`),
      refuses,
    }),
  ];
}

export const CONVERSION: readonly FunctionRow[] = [
  ...['toInt', 'toFloat'].flatMap((name) =>
    scalars(`${name}>accurateCastOrNull`, 'any', nullable(name === 'toInt' ? INT64 : FLOAT64), {
      ...ACCURATE,
      refuses: [NO_SCALAR_NUMBER],
    }),
  ),
  ...scalars('toUUID>accurateCastOrNull', 'any', nullable(UUID), {
    ...ACCURATE,
    refuses: [[...COMPOSITE, 'date', 'datetime', 'interval']],
  }),
  ...scalars('toDecimal>accurateCastOrNull', 'any, scale', decimalOfScale, {
    ...ACCURATE,
    refuses: [['date', 'datetime'], []],
    note: 'The second argument is the number of digits behind the point, 0..18.',
  }),
  ...scalars('toIntOrZero>toInt64OrZero', 'stored value', INT64, {
    template: byText('toInt64OrZero($1)', 'toInt64($1)'),
    refuses: [NO_SCALAR_NUMBER],
  }),
  ...scalars('toFloatOrZero>toFloat64OrZero', 'stored value', FLOAT64, {
    template: byText('toFloat64OrZero($1)', 'toFloat64($1)'),
    refuses: [NO_SCALAR_NUMBER],
  }),
  ...NUMBERS.flatMap(([name, result]) => namedConversions(name, result)),
  ...scalars('toFloatOrDefault>toFloat64OrDefault', 'stored value, constant?', FLOAT64, {
    nulls: 'result',
    template: byCount({ 1: 'toFloat64OrDefault($1)', 2: 'toFloat64OrDefault($1, toFloat64($2))' }),
    refuses: [NO_SCALAR_NUMBER, COMPOSITE],
  }),
  ...scalars('toString', 'stored value, stored value?', STRING, {
    // Only a moment can be printed in a zone.
    argsByCount: { 2: ['date', 'zone'] },
    fits: MOMENT_IN_ZONE,
  }),
  ...scalars('toBool', 'any', ([value]) => (isText(value) ? nullable(BOOL) : BOOL), {
    template: byText("accurateCastOrNull($1, 'Bool')", 'toBool($1)'),
    refuses: [COMPOSITE],
  }),
  ...scalars('toJSONString', 'any', STRING),
  ...scalars('toTypeName', 'any', STRING, { nulls: 'result' }),
  ...scalars('cityHash64 sipHash64 xxHash64', 'any...', UINT64),
  ...scalars('hex', 'any', STRING, { refuses: [[...COMPOSITE, 'datetime', 'interval']] }),
  ...scalars('unhex', 'string', STRING),
  ...[...NUMBERS, ['UUID', UUID] as const].flatMap(([name, result]) =>
    scalars(`reinterpretAs${name}`, 'any', result, { refuses: [[...COMPOSITE, 'interval']] }),
  ),
  ...scalars('toDate to_date>toDate', 'any', ([value]) => (isText(value) ? nullable(DATE) : DATE), {
    template: byText('toDateOrNull($1)', 'toDate($1)'),
    refuses: [NO_SCALAR_NUMBER],
  }),
  ...scalars('toDateTime', 'any, zone?', toDateTime, {
    template: byTextAndCount({
      text1: 'parseDateTime64BestEffortOrNull($1, 6, $z)',
      text2: 'parseDateTime64BestEffortOrNull($1, 6, $2)',
      other1: 'toDateTime($1, $z)',
      other2: 'toDateTime($1, $2)',
    }),
    refuses: [NO_SCALAR_NUMBER, []],
    note: 'Text in any usual form, NULL when it is none; dates and numbers of seconds as they are.',
  }),
  ...scalars('toDateTime64', 'any, literal?, zone?', toDateTime64, {
    template: byTextAndCount({
      text1: 'parseDateTime64BestEffortOrNull($1, 6, $z)',
      text2: 'parseDateTime64BestEffortOrNull($1, toUInt8($2), $z)',
      text3: 'parseDateTime64BestEffortOrNull($1, toUInt8($2), $3)',
      other1: 'toDateTime64($1, 6, $z)',
      other2: 'toDateTime64($1, toUInt8($2), $z)',
      other3: 'toDateTime64($1, toUInt8($2), $3)',
    }),
    refuses: [[...NO_SCALAR_NUMBER, 'interval'], []],
  }),
  ...scalars('toDateTimeUS>parseDateTime64BestEffortUSOrNull', 'string, zone?', parsed64, {
    nulls: 'result',
    template: byCount({
      1: 'parseDateTime64BestEffortUSOrNull($1, 6, $z)',
      2: 'parseDateTime64BestEffortUSOrNull($1, 6, $2)',
    }),
    note: 'Reads 05/06/2024 as May 6.',
  }),
  ...scalars('parseDateTimeBestEffort>parseDateTime64BestEffortOrNull', 'string, zone?', parsed64, {
    nulls: 'result',
    template: byCount({
      1: 'parseDateTime64BestEffortOrNull($1, 6, $z)',
      2: 'parseDateTime64BestEffortOrNull($1, 6, $2)',
    }),
  }),
  // The cast takes the LowCardinality of names of events away, which the answer would have too.
  ...scalars('parseDateTime>parseDateTimeOrNull', 'string, constant text, zone?', parsed, {
    nulls: 'result',
    template: byCount({
      2: "parseDateTimeOrNull(accurateCastOrNull($1, 'String'), $2, $z)",
      3: "parseDateTimeOrNull(accurateCastOrNull($1, 'String'), $2, $3)",
    }),
  }),
  ...scalars('UUIDv7ToDateTime', 'uuid, zone?', (args, context) => dateTime64(3, zoneOf(args, context, 1)), {
    refuses: [['string'], []],
    template: byCount({ 1: 'UUIDv7ToDateTime($1, $z)', 2: 'UUIDv7ToDateTime($1, $2)' }),
  }),
];
