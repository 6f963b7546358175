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
import { NO_SCALAR_NUMBER, READ_BY_FORMAT } from './argument-relations.ts';
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
  names.split(' ').flatMap((name) => scalars(name, 'date', result, { template: atMidnight(name) }));

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
    if (!['Hours', 'Minutes', 'Seconds'].includes(unit)) return scalars(name, 'date, number', sameAs(0));
    const result: ResultRule = ([value = UNKNOWN], { zone }) =>
      isDate(value) ? dateTime(zone) : notNull(value);
    const template = byDate(`${name}($1, $2)`, `${name}(toDateTime($1, $z), $2)`);
    return scalars(name, 'date, number', result, { template });
  });
}

const INTERVAL_UNITS = ['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Quarter', 'Year'] as const;

const intervals = INTERVAL_UNITS.flatMap((unit) =>
  scalars(`toInterval${unit}`, 'amount', interval(unit), { refuses: [['datetime']] }),
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
  ...scalars('toYear toISOYear toDayOfYear', 'date', unsigned(16)),
  ...scalars('toQuarter toMonth toDayOfMonth toISOWeek', 'date', UINT8),
  ...scalars('toYYYYMM toYYYYMMDD', 'date', unsigned(32)),
  ...scalars('toYYYYMMDDhhmmss', 'date', unsigned(64)),
  ...eachAtMidnight('toHour toMinute toSecond', UINT8),
  ...scalars(
    'toStartOfYear toStartOfISOYear toStartOfQuarter toStartOfMonth toLastDayOfMonth toMonday',
    'date',
    DATE,
  ),
  ...eachAtMidnight(
    'toStartOfHour toStartOfMinute toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes timeSlot',
    startInZone,
  ),
  ...scalars(
    'toStartOfSecond',
    'date',
    ([value], context) =>
      value?.kind === 'datetime' && value.bits !== 32
        ? notNull(value)
        : dateTime64(3, timeZone(value) ?? context.zone),
    {
      template: {
        shapes: {
          fine: 'toStartOfSecond($1)',
          coarse: 'toStartOfSecond(toDateTime64($1, 3))',
          day: 'toStartOfSecond(toDateTime64($1, 3, $z))',
        },
        choose: ([value]) => (isDate(value) ? 'day' : isFine(value) ? 'fine' : 'coarse'),
      },
    },
  ),
  ...scalars('toTime', 'date', startInZone, {
    template: atMidnight('toTimeWithFixedDate'),
    note: 'The time of day on 1970-01-02.',
  }),
  ...scalars(
    'toStartOfDay',
    'date, zone?',
    (args, context) =>
      dateTime(args.length > 1 || isDate(args[0]) ? zoneOf(args, context, 1) : timeZone(args[0])),
    {
      template: {
        shapes: { time: 'toStartOfDay($1)', day: 'toStartOfDay($1, $z)', zone: 'toStartOfDay($1, $2)' },
        choose: (args) => (args.length > 1 ? 'zone' : isDate(args[0]) ? 'day' : 'time'),
      },
    },
  ),
  ...['toStartOfWeek', 'toLastDayOfWeek'].flatMap((name) =>
    scalars(name, 'date, constant?', DATE, {
      template: weekStart(name),
      note: "Without a mode, the project's first day of the week.",
    }),
  ),
  ...['toDayOfWeek', 'toWeek', 'toYearWeek'].flatMap((name) =>
    scalars(name, 'date, constant?, zone?', name === 'toYearWeek' ? unsigned(32) : UINT8, {
      template: byCount({
        1: `${name}($1)`,
        2: `${name}($1, toUInt8($2))`,
        3: `${name}($1, toUInt8($2), $3)`,
      }),
    }),
  ),
  ...scalars(
    'toUnixTimestamp',
    'any, zone?',
    ([value]) => (isText(value) ? nullable(unsigned(32)) : unsigned(32)),
    {
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
      refuses: [NO_SCALAR_NUMBER, []],
      note: 'Text in any usual form, NULL when it is none.',
    },
  ),
  ...scalars('toUnixTimestamp64Milli', 'date', INT64, {
    template: {
      shapes: {
        fine: 'toUnixTimestamp64Milli($1)',
        coarse: 'toUnixTimestamp64Milli(toDateTime64($1, 3, $z))',
      },
      choose: ([value]) => (isFine(value) ? 'fine' : 'coarse'),
    },
  }),
  ...scalars(
    'fromUnixTimestamp64Milli',
    'cast number, zone?',
    (args, context) => dateTime64(3, zoneOf(args, context, 1)),
    {
      template: byCount({
        1: 'fromUnixTimestamp64Milli(toInt64($1), $z)',
        2: 'fromUnixTimestamp64Milli(toInt64($1), $2)',
      }),
    },
  ),
  ...scalars('fromUnixTimestamp', 'cast number', (_, context) => dateTime(context.zone), {
    template: 'toDateTime($1, $z)',
  }),
  ...scalars('monthName', 'date', STRING),
  ...scalars('timeZoneOf timezoneOf', 'date', STRING, { nulls: 'result', refuses: [['date']] }),
  ...scalars('timeZoneOffset', 'date', signed(32), { template: atMidnight('timeZoneOffset') }),
  ...scalars('toStartOfInterval', 'date, interval, constant?', intervalStart, {
    refuses: [[], [], ['integer', 'float', 'interval', 'bool']],
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
  ...scalars('formatDateTime', 'date, constant text, zone?', STRING),
  ...scalars('to_char>formatDateTime', 'date, constant text, zone?', STRING, {
    template: byCount({ 2: 'formatDateTime($1, $2, $z)', 3: 'formatDateTime($1, $2, $3)' }),
  }),
  ...scalars(
    'to_timestamp>toDateTime',
    'any, constant text?',
    (args, context) => (args.length === 1 ? dateTime(context.zone) : nullable(dateTime(context.zone))),
    {
      template: byCount({
        1: 'toDateTime($1, $z)',
        2: "parseDateTimeOrNull(accurateCastOrNull($1, 'String'), $2, $z)",
      }),
      fits: READ_BY_FORMAT,
    },
  ),
  ...scalars('make_date>makeDate', 'number, number, number', DATE),
  ...scalars(
    'make_timestamp>makeDateTime',
    'number, number, number, number, number, number, zone?',
    dateTimeLast(6),
    {
      template: byCount({
        6: 'makeDateTime($1, $2, $3, $4, $5, $6, $z)',
        7: 'makeDateTime($1, $2, $3, $4, $5, $6, $7)',
      }),
    },
  ),
  ...scalars(
    'make_timestamptz>makeDateTime make_timestampz>makeDateTime',
    'number, number, number, number, number, number, zone',
    dateTimeLast(6),
  ),
  ...scalars(
    'make_interval>tuple',
    'cast number, cast number, cast number, cast number, cast number, cast number',
    tupleOf(['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second'].map(interval)),
    {
      nulls: 'fill',
      template:
        'tuple(toIntervalYear($1), toIntervalMonth($2), toIntervalDay($3), toIntervalHour($4), toIntervalMinute($5), toIntervalSecond($6))',
      refuses: [['datetime']],
      note: 'Years, months, days, hours, minutes, seconds.',
    },
  ),
  ...scalars(
    'timezone>toTimeZone',
    'zone, date',
    ([, value], context) => inZone(value, zoneOf([UNKNOWN, UNKNOWN], context, 0)),
    {
      template: {
        shapes: { time: 'toTimeZone($2, $1)', day: 'toTimeZone(toDateTime($2, $z), $1)' },
        choose: ([, value]) => (isDate(value) ? 'day' : 'time'),
      },
    },
  ),
  ...scalars('toTimeZone', 'date, zone?', (args, context) => inZone(args[0], zoneOf(args, context, 1)), {
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
  ...scalars('toModifiedJulianDay>toModifiedJulianDayOrNull', 'string', nullable(signed(32)), {
    nulls: 'result',
  }),
  ...scalars('fromModifiedJulianDay>fromModifiedJulianDayOrNull', 'whole', nullable(STRING), {
    nulls: 'result',
  }),
  ...scalars(
    'timeSlots',
    'date, cast number, constant number?',
    ([value]) => arrayOf(dateTime(timeZone(value))),
    {
      nulls: 'result',
      template: byCount({
        2: 'timeSlots(toDateTime($1), toUInt32($2))',
        3: 'timeSlots(toDateTime($1), toUInt32($2), toUInt32($3))',
      }),
      note: 'Start, duration and size in seconds.',
    },
  ),
];

function inZone(value: DataType | undefined, zone: string | undefined): DataType {
  if (zone === undefined) return UNKNOWN;
  if (value?.kind !== 'datetime') return dateTime(zone);
  return value.bits === 32 ? dateTime(zone) : dateTime64(value.precision, zone);
}
