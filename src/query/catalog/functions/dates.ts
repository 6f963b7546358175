import {
  arrayOf,
  DATE,
  dateTime,
  dateTime64,
  INT64,
  interval,
  notNull,
  nullable,
  STRING,
  signed,
  tupleOf,
  UINT8,
  UNKNOWN,
  unsigned,
} from '../build-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultRule, TemplateChoice } from '../function-row.ts';
import { byCount, byDate, isDate, isText } from './choose-shape.ts';
import { zoneOf } from './conversion.ts';
import { scalars } from './define-rows.ts';
import { literalText, sameAs } from './result-rules.ts';

/** A time with parts of a second. */
const isFine = (type: DataType | undefined): boolean => type?.kind === 'datetime' && type.bits !== 32;
const timeZone = (type: DataType | undefined): string | undefined =>
  type?.kind === 'datetime' ? type.zone : undefined;

/** The type of a time in whole seconds in the zone of the first argument; a date starts in the project's zone. */
const startInZone: ResultRule = ([value], context) =>
  dateTime(isDate(value) ? context.zone : timeZone(value));

/** Reads a date as midnight in the project's zone, because the engine has no time of day for a bare date. */
const atMidnight = (name: string): TemplateChoice => byDate(`${name}($1)`, `${name}(toDateTime($1, $z))`);

const eachAtMidnight = (names: string, result: DataType | ResultRule): FunctionRow[] =>
  names
    .split(' ')
    .flatMap((name) => scalars(name, { arity: 1, args: ['date'], result, template: atMidnight(name) }));

const weekStart = (name: string): TemplateChoice =>
  byCount({ 1: `${name}($1, $w)`, 2: `${name}($1, toUInt8($2))` });

const SHIFT_UNITS = 'Years Quarters Months Weeks Days Hours Minutes Seconds'.split(' ');

/**
 * Functions such as `addHours(date, n)`. The date is put in a zone first, else the answer would be in the server's
 * zone.
 */
function shifts(verb: 'add' | 'subtract'): FunctionRow[] {
  return SHIFT_UNITS.flatMap((unit) => {
    const name = `${verb}${unit}`;
    const spec = { arity: 2, args: ['date', 'number'] as const };
    if (!['Hours', 'Minutes', 'Seconds'].includes(unit)) return scalars(name, { ...spec, result: sameAs(0) });
    return scalars(name, {
      ...spec,
      result: ([value = UNKNOWN], context) => (isDate(value) ? dateTime(context.zone) : notNull(value)),
      template: byDate(`${name}($1, $2)`, `${name}(toDateTime($1, $z), $2)`),
    });
  });
}

const INTERVAL_UNITS = ['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Quarter', 'Year'] as const;

const intervals = INTERVAL_UNITS.flatMap((unit) =>
  scalars(`toInterval${unit}`, { arity: 1, args: ['amount'], result: interval(unit) }),
);

const WHOLE_DAYS = new Set(['Week', 'Month', 'Quarter', 'Year']);

const intervalStart: ResultRule = ([value, step, third], context) => {
  if (third?.kind === 'datetime') return third;
  if (step?.kind !== 'interval') return UNKNOWN;
  if (WHOLE_DAYS.has(step.unit)) return DATE;
  if (third) return dateTime(literalText(context, 2));
  if (isDate(value)) return dateTime(context.zone);
  return dateTime(timeZone(value));
};

export const DATES: readonly FunctionRow[] = [
  ...scalars('toYear toISOYear toDayOfYear', { arity: 1, args: ['date'], result: unsigned(16) }),
  ...scalars('toQuarter toMonth toDayOfMonth toISOWeek', { arity: 1, args: ['date'], result: UINT8 }),
  ...scalars('toYYYYMM toYYYYMMDD', { arity: 1, args: ['date'], result: unsigned(32) }),
  ...scalars('toYYYYMMDDhhmmss', { arity: 1, args: ['date'], result: unsigned(64) }),
  ...eachAtMidnight('toHour toMinute toSecond', UINT8),
  ...scalars('toStartOfYear toStartOfISOYear toStartOfQuarter toStartOfMonth toLastDayOfMonth toMonday', {
    arity: 1,
    args: ['date'],
    result: DATE,
  }),
  ...eachAtMidnight(
    'toStartOfHour toStartOfMinute toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes timeSlot',
    startInZone,
  ),
  ...scalars('toStartOfSecond', {
    arity: 1,
    args: ['date'],
    result: ([value], context) =>
      value?.kind === 'datetime' && value.bits !== 32
        ? notNull(value)
        : dateTime64(3, timeZone(value) ?? context.zone),
    template: {
      shapes: {
        fine: 'toStartOfSecond($1)',
        coarse: 'toStartOfSecond(toDateTime64($1, 3))',
        day: 'toStartOfSecond(toDateTime64($1, 3, $z))',
      },
      choose: ([value]) => (isDate(value) ? 'day' : isFine(value) ? 'fine' : 'coarse'),
    },
  }),
  ...scalars('toTime', {
    arity: 1,
    args: ['date'],
    result: startInZone,
    template: atMidnight('toTimeWithFixedDate'),
    note: 'The time of day on 1970-01-02.',
  }),
  ...scalars('toStartOfDay', {
    arity: [1, 2],
    args: ['date', 'zone'],
    result: (args, context) =>
      dateTime(args.length > 1 || isDate(args[0]) ? zoneOf(args, context, 1) : timeZone(args[0])),
    template: {
      shapes: { time: 'toStartOfDay($1)', day: 'toStartOfDay($1, $z)', zone: 'toStartOfDay($1, $2)' },
      choose: (args) => (args.length > 1 ? 'zone' : isDate(args[0]) ? 'day' : 'time'),
    },
  }),
  ...['toStartOfWeek', 'toLastDayOfWeek'].flatMap((name) =>
    scalars(name, {
      arity: [1, 2],
      args: ['date', 'constant'],
      result: DATE,
      template: weekStart(name),
      note: "Without a mode, the project's first day of the week.",
    }),
  ),
  ...['toDayOfWeek', 'toWeek', 'toYearWeek'].flatMap((name) =>
    scalars(name, {
      arity: [1, 3],
      args: ['date', 'constant', 'zone'],
      result: name === 'toYearWeek' ? unsigned(32) : UINT8,
      template: byCount({
        1: `${name}($1)`,
        2: `${name}($1, toUInt8($2))`,
        3: `${name}($1, toUInt8($2), $3)`,
      }),
    }),
  ),
  ...scalars('toUnixTimestamp', {
    arity: [1, 2],
    args: ['any', 'zone'],
    result: ([value]) => (isText(value) ? nullable(unsigned(32)) : unsigned(32)),
    template: {
      shapes: {
        time: 'toUnixTimestamp($1)',
        day: 'toUnixTimestamp(toDateTime($1, $z))',
        dayInZone: 'toUnixTimestamp(toDateTime($1, $2))',
        text: 'toUnixTimestamp(parseDateTime64BestEffortOrNull($1, 6, $z))',
        textInZone: 'toUnixTimestamp(parseDateTime64BestEffortOrNull($1, 6, $2))',
      },
      choose: ([value, zone]) => {
        if (isText(value)) return zone ? 'textInZone' : 'text';
        if (isDate(value)) return zone ? 'dayInZone' : 'day';
        return 'time';
      },
    },
    note: 'Text in any usual form, NULL when it is none.',
  }),
  ...scalars('toUnixTimestamp64Milli', {
    arity: 1,
    args: ['date'],
    result: INT64,
    template: {
      shapes: {
        fine: 'toUnixTimestamp64Milli($1)',
        coarse: 'toUnixTimestamp64Milli(toDateTime64($1, 3, $z))',
      },
      choose: ([value]) => (isFine(value) ? 'fine' : 'coarse'),
    },
  }),
  ...scalars('fromUnixTimestamp64Milli', {
    arity: [1, 2],
    args: ['integer', 'zone'],
    result: (args, context) => dateTime64(3, zoneOf(args, context, 1)),
    template: byCount({
      1: 'fromUnixTimestamp64Milli(toInt64($1), $z)',
      2: 'fromUnixTimestamp64Milli(toInt64($1), $2)',
    }),
  }),
  ...scalars('fromUnixTimestamp', {
    arity: 1,
    args: ['number'],
    result: (_, context) => dateTime(context.zone),
    template: 'toDateTime($1, $z)',
  }),
  ...scalars('monthName', { arity: 1, args: ['date'], result: STRING }),
  ...scalars('timeZoneOf timezoneOf', { arity: 1, args: ['date'], result: STRING, nulls: 'result' }),
  ...scalars('timeZoneOffset', {
    arity: 1,
    args: ['date'],
    result: signed(32),
    template: atMidnight('timeZoneOffset'),
  }),
  ...scalars('toStartOfInterval', {
    arity: [2, 3],
    args: ['date', 'interval', 'constant'],
    result: intervalStart,
    template: {
      shapes: {
        time: 'toStartOfInterval($1, $2)',
        day: 'toStartOfInterval($1, $2, $z)',
        midnight: 'toStartOfInterval(toDateTime($1, $z), $2)',
        given: 'toStartOfInterval($1, $2, $3)',
      },
      choose: ([value, step, third]) => {
        if (third) return 'given';
        if (!isDate(value) || step?.kind !== 'interval') return 'time';
        return step.unit === 'Day' ? 'day' : WHOLE_DAYS.has(step.unit) ? 'time' : 'midnight';
      },
    },
  }),
  ...shifts('add'),
  ...shifts('subtract'),
  ...intervals,
];

const dateTimeLast =
  (position: number): ResultRule =>
  (args, context) =>
    dateTime(zoneOf(args, context, position));

export const DATE_PARTS: readonly FunctionRow[] = [
  ...scalars('formatDateTime', { arity: [2, 3], args: ['date', 'constant', 'zone'], result: STRING }),
  ...scalars('to_char>formatDateTime', {
    arity: [2, 3],
    args: ['date', 'constant', 'zone'],
    result: STRING,
    template: byCount({ 2: 'formatDateTime($1, $2, $z)', 3: 'formatDateTime($1, $2, $3)' }),
  }),
  ...scalars('to_timestamp>toDateTime', {
    arity: [1, 2],
    args: ['any', 'constant'],
    result: (args, context) =>
      args.length === 1 ? dateTime(context.zone) : nullable(dateTime(context.zone)),
    template: byCount({ 1: 'toDateTime($1, $z)', 2: 'parseDateTimeOrNull($1, $2, $z)' }),
  }),
  ...scalars('make_date>makeDate', { arity: 3, args: ['number'], result: DATE }),
  ...scalars('make_timestamp>makeDateTime', {
    arity: [6, 7],
    args: ['number', 'number', 'number', 'number', 'number', 'number', 'zone'],
    result: dateTimeLast(6),
    template: byCount({
      6: 'makeDateTime($1, $2, $3, $4, $5, $6, $z)',
      7: 'makeDateTime($1, $2, $3, $4, $5, $6, $7)',
    }),
  }),
  ...scalars('make_timestamptz>makeDateTime make_timestampz>makeDateTime', {
    arity: 7,
    args: ['number', 'number', 'number', 'number', 'number', 'number', 'zone'],
    result: dateTimeLast(6),
  }),
  ...scalars('make_interval>tuple', {
    arity: 6,
    args: ['number'],
    result: tupleOf(['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second'].map(interval)),
    nulls: 'fill',
    template:
      'tuple(toIntervalYear($1), toIntervalMonth($2), toIntervalDay($3), toIntervalHour($4), toIntervalMinute($5), toIntervalSecond($6))',
    note: 'Years, months, days, hours, minutes, seconds.',
  }),
  ...scalars('timezone>toTimeZone', {
    arity: 2,
    args: ['zone', 'date'],
    result: ([, value], context) => inZone(value, zoneOf([UNKNOWN, UNKNOWN], context, 0)),
    template: 'toTimeZone($2, $1)',
  }),
  ...scalars('toTimeZone', {
    arity: [1, 2],
    args: ['date', 'zone'],
    result: (args, context) => inZone(args[0], zoneOf(args, context, 1)),
    template: {
      shapes: {
        project: '$zoned',
        given: 'toTimeZone($1, $2)',
        projectDay: 'toDateTime($1, $z)',
        givenDay: 'toTimeZone(toDateTime($1, $z), $2)',
      },
      choose: (args) => `${args.length === 1 ? 'project' : 'given'}${isDate(args[0]) ? 'Day' : ''}`,
    },
  }),
  ...scalars('toModifiedJulianDay>toModifiedJulianDayOrNull', {
    arity: 1,
    args: ['string'],
    result: nullable(signed(32)),
    nulls: 'result',
  }),
  ...scalars('fromModifiedJulianDay>fromModifiedJulianDayOrNull', {
    arity: 1,
    args: ['integer'],
    result: nullable(STRING),
    nulls: 'result',
  }),
  ...scalars('timeSlots', {
    arity: [2, 3],
    args: ['date', 'number', 'constant'],
    result: ([value]) => arrayOf(dateTime(timeZone(value))),
    nulls: 'result',
    template: byCount({
      2: 'timeSlots(toDateTime($1), toUInt32($2))',
      3: 'timeSlots(toDateTime($1), toUInt32($2), toUInt32($3))',
    }),
    note: 'Start, duration and size in seconds.',
  }),
];

function inZone(value: DataType | undefined, zone: string | undefined): DataType {
  if (zone === undefined) return UNKNOWN;
  if (value?.kind !== 'datetime') return dateTime(zone);
  return value.bits === 32 ? dateTime(zone) : dateTime64(value.precision, zone);
}
