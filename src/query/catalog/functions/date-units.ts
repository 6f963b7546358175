import { DATE, dateTime, dateTime64, INT64, notNull, STRING, tupleOf, UNKNOWN } from '../build-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultContext, ResultRule, TemplateChoice } from '../function-row.ts';
import { NO_MOMENT, NO_WINDOW, SHIFTED, SHIFTED_BACK, WINDOW } from './argument-relations.ts';
import { arithmetic } from './arithmetic.ts';
import { byCount, isDate } from './choose-shape.ts';
import { zoneOf } from './conversion.ts';
import { scalars } from './define-rows.ts';
import { literalText } from './result-rules.ts';

/** Functions whose first argument is the name of a unit of time, and windows of time. */

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const unitOf = (context: ResultContext): string =>
  (literalText(context, 0) ?? '').toLowerCase().replace(/s$/, '');

const oneOfUnits = { argument: 0, values: UNITS.flatMap((unit) => [unit, `${unit}s`]) };

/** `dateAdd(date, interval)`, `dateAdd(interval, date)` and `dateAdd('day', 3, date)`. */
function shiftRow(names: string, verb: 'add' | 'subtract'): FunctionRow[] {
  const sign = verb === 'add' ? 'plus' : 'minus';
  const rule: ResultRule = (args, context) =>
    args.length === 2 ? arithmetic(sign)(args, context) : shifted(args[2], context);
  return scalars(names, 'any, any, any?', rule, {
    oneOf: { ...oneOfUnits, ofArguments: 3, ignoresCase: true },
    argsByCount: { 3: ['any', 'number', 'any'] },
    refuses: [[], [], NO_MOMENT],
    fits: verb === 'add' ? SHIFTED : SHIFTED_BACK,
    template: {
      shapes: {
        interval: `${sign}($1, $2)`,
        ...Object.fromEntries(UNITS.map((unit) => [unit, `${verb}${capital(unit)}s($3, $2)`])),
        ...Object.fromEntries(
          ['second', 'minute', 'hour'].map((unit) => [
            `${unit} of day`,
            `${verb}${capital(unit)}s(toDateTime($3, $z), $2)`,
          ]),
        ),
      },
      choose: (args, context) => {
        if (args.length === 2) return 'interval';
        const unit = unitOf(context);
        return isDate(args[2]) && ['second', 'minute', 'hour'].includes(unit) ? `${unit} of day` : unit;
      },
    },
    note: 'A date and an interval, or the name of a unit, a number and a date.',
  });
}

function shifted(time: DataType | undefined, context: ResultContext): DataType {
  const subDay = ['second', 'minute', 'hour'].includes(unitOf(context));
  return isDate(time) && subDay ? dateTime(context.zone) : notNull(time ?? UNKNOWN);
}

const truncated: ResultRule = (args, context) => {
  const [, value] = args;
  const unit = unitOf(context);
  if (unit === '') return UNKNOWN;
  if (['week', 'month', 'quarter', 'year'].includes(unit)) return DATE;
  const zone =
    args.length > 2 || isDate(value)
      ? zoneOf(args, context, 2)
      : value?.kind === 'datetime'
        ? value.zone
        : undefined;
  return dateTime(zone);
};

/** Spelled with `toStartOf…`: the engine's own dateTrunc answers Date32 and DateTime64(0). */
const TRUNCATE: TemplateChoice = {
  shapes: Object.fromEntries(
    UNITS.flatMap((unit) => {
      const start =
        unit === 'week' ? 'toMonday' : unit === 'second' ? 'toDateTime' : `toStartOf${capital(unit)}`;
      return [
        [unit, `${start}($2)`],
        [`${unit} of day`, `${start}(toDateTime($2, $z))`],
        [`${unit} in zone`, `${start}(toTimeZone(toDateTime($2), $3))`],
      ];
    }),
  ),
  choose: ([, value, zone], context) =>
    `${unitOf(context)}${zone ? ' in zone' : isDate(value) ? ' of day' : ''}`,
};

const PARTS: Readonly<Record<string, string>> = {
  year: 'toYear($2)',
  quarter: 'toQuarter($2)',
  month: 'toMonth($2)',
  week: 'toISOWeek($2)',
  day: 'toDayOfMonth($2)',
  doy: 'toDayOfYear($2)',
  dow: 'modulo(toDayOfWeek($2), 7)',
  isodow: 'toDayOfWeek($2)',
  isoyear: 'toISOYear($2)',
  hour: 'toHour($2)',
  minute: 'toMinute($2)',
  second: 'toSecond($2)',
  epoch: 'toUnixTimestamp($2)',
};

const PART_SHAPES = Object.fromEntries(
  Object.entries(PARTS).flatMap(([unit, shape]) => [
    [unit, `toInt64(${shape})`],
    [`${unit} of day`, `toInt64(${shape.replace('$2', 'toDateTime($2, $z)')})`],
  ]),
);

/**
 * Functions that put times into windows. Times become DateTime, because the engine's windows know nothing finer than
 * seconds.
 */
function windowRows(): FunctionRow[] {
  const pair: ResultRule = ([time]) => {
    const type = dateTime(time?.kind === 'datetime' ? time.zone : undefined);
    return tupleOf([type, type]);
  };
  const edge: ResultRule = ([time]) =>
    time?.kind === 'tuple'
      ? (time.elements[0] ?? UNKNOWN)
      : dateTime(time?.kind === 'datetime' ? time.zone : undefined);
  const shapes = (name: string): TemplateChoice => ({
    shapes: { of: `${name}($1)`, time: `${name}(toDateTime($1)$2+)` },
    choose: ([time]) => (time?.kind === 'tuple' ? 'of' : 'time'),
  });
  return [
    ...scalars('tumble', 'date, interval', pair, { template: 'tumble(toDateTime($1), $2)' }),
    ...scalars('hop', 'date, interval, interval', pair, { template: 'hop(toDateTime($1), $2, $3)' }),
    ...['tumbleStart', 'tumbleEnd'].flatMap((name) =>
      scalars(name, 'any, interval?', edge, {
        template: shapes(name),
        argsByCount: { 1: ['tuple'] },
        refuses: [NO_WINDOW, []],
        fits: WINDOW,
      }),
    ),
    ...['hopStart', 'hopEnd'].flatMap((name) =>
      scalars(name, 'any, interval?, interval?', edge, {
        template: shapes(name),
        argsByCount: { 1: ['tuple'] },
        refuses: [NO_WINDOW, []],
        fits: WINDOW,
      }),
    ),
  ];
}

export const DATE_UNITS: readonly FunctionRow[] = [
  ...shiftRow('dateAdd>plus date_add>plus', 'add'),
  ...shiftRow('dateSub>minus date_sub>minus date_subtract>minus', 'subtract'),
  ...scalars('timeStampAdd>plus timestampAdd>plus', 'any, any', arithmetic('plus'), { fits: SHIFTED }),
  ...scalars('timeStampSub>minus timestampSub>minus', 'any, any', arithmetic('minus'), {
    fits: SHIFTED_BACK,
  }),
  ...scalars('dateDiff date_diff>dateDiff age', 'constant, date, date, zone?', INT64, {
    oneOf: { argument: 0, values: [...oneOfUnits.values, 'millisecond', 'microsecond'] },
  }),
  ...scalars('dateTrunc date_trunc>dateTrunc', 'literal, date, zone?', truncated, {
    template: TRUNCATE,
    oneOf: oneOfUnits,
  }),
  ...scalars('date_part>toYear', 'literal, date', INT64, {
    template: {
      shapes: PART_SHAPES,
      choose: ([, value], context) =>
        `${(literalText(context, 0) ?? '').toLowerCase()}${isDate(value) ? ' of day' : ''}`,
    },
    oneOf: { argument: 0, values: Object.keys(PARTS) },
  }),
  ...scalars(
    'date_bin>toStartOfInterval',
    'interval, date, constant',
    ([, value, origin]) => (origin?.kind === 'datetime' ? notNull(origin) : (value ?? UNKNOWN)),
    {
      template: 'toStartOfInterval($2, $1, $3)',
      refuses: [[], [], ['integer', 'float', 'interval', 'bool']],
    },
  ),
  ...scalars('dateName', 'constant, date, zone?', STRING, {
    oneOf: {
      argument: 0,
      values: ['year', 'quarter', 'month', 'week', 'day', 'dayofyear', 'weekday', 'hour', 'minute', 'second'],
    },
  }),
  ...windowRows(),
  ...scalars('now nowInBlock>now', 'zone?', (args, context) => dateTime64(6, zoneOf(args, context, 0)), {
    template: byCount({ 0: '$now', 1: 'toTimeZone($now, $1)' }),
    note: 'The time at which the run started: the same in the whole query.',
  }),
  ...scalars('current_timestamp>now', '', (_, context) => dateTime64(6, context.zone), { template: '$now' }),
  ...scalars('today current_date>today', '', DATE, { template: 'toDate($now)' }),
  ...scalars('yesterday', '', DATE, { template: 'subtractDays(toDate($now), 1)' }),
];
