import type { SqlCase } from '../cases.ts';
import { named, tally } from '../loops.ts';

const views = named('$pageview');
const all = named().length;
const range = { dateRange: { date_from: '2026-03-11', date_to: '2026-03-13' } };
const within = (day: string) => day >= '2026-03-11' && day <= '2026-03-13';
const viewsWithin = views.filter(({ day }) => within(day));
const byDay = (rows: typeof views) => tally(rows, ({ day }) => day);

// `{filters.dateRange.from}` and `.to`: a conjunct with an unset bound is left out; elsewhere it is missing at run.
export const dateRanges: readonly SqlCase[] = [
  {
    name: 'both bounds unset in WHERE',
    sql: 'SELECT count() FROM events WHERE timestamp >= {filters.dateRange.from} AND timestamp <= {filters.dateRange.to}',
    expected: { rows: [[all]] },
  },
  {
    name: 'both bounds set in WHERE',
    sql: 'SELECT count() FROM events WHERE timestamp >= {filters.dateRange.from} AND timestamp <= {filters.dateRange.to}',
    filters: range,
    expected: { rows: [[named().filter(({ day }) => within(day)).length]] },
  },
  {
    name: 'inside toDate, unset, saved',
    sql: "SELECT toDate(timestamp) AS day, count() FROM events WHERE event = '$pageview' AND day <= toDate({filters.dateRange.to}) GROUP BY day",
    stored: true,
    expected: { rows: byDay(views) },
  },
  {
    name: 'inside toDate, set',
    sql: "SELECT toDate(timestamp) AS day, count() FROM events WHERE event = '$pageview' AND day >= toDate({filters.dateRange.from}) AND day <= toDate({filters.dateRange.to}) GROUP BY day",
    filters: range,
    expected: { rows: byDay(viewsWithin) },
  },
  {
    name: 'saved, and set by the call',
    sql: "SELECT toDate(timestamp) AS day, count() FROM events WHERE event = '$pageview' AND day >= toDate({filters.dateRange.from}) AND day <= toDate({filters.dateRange.to}) GROUP BY day",
    stored: true,
    filtersOverride: { date_from: '2026-03-11', date_to: '2026-03-13' },
    expected: { rows: byDay(viewsWithin) },
  },
  {
    name: 'an unset bound with arithmetic around it',
    sql: "SELECT count() FROM events WHERE event = '$pageview' AND timestamp >= {filters.dateRange.from} - INTERVAL 1 DAY",
    expected: { rows: [[views.length]] },
  },
  {
    name: 'a set bound with arithmetic around it',
    sql: "SELECT count() FROM events WHERE event = '$pageview' AND timestamp >= {filters.dateRange.from} - INTERVAL 1 DAY",
    filters: { dateRange: { date_from: '2026-03-17' } },
    expected: { rows: [[views.filter(({ day }) => day >= '2026-03-16').length]] },
  },
  {
    name: 'only one of the bounds set',
    sql: "SELECT count() FROM events WHERE event = '$pageview' AND toDate(timestamp) BETWEEN toDate('2026-01-01') AND toDate('2026-12-31') AND toDate(timestamp) >= toDate({filters.dateRange.from}) AND toDate(timestamp) < toDate({filters.dateRange.to})",
    filters: { dateRange: { date_from: '2026-03-17' } },
    expected: { rows: [[views.filter(({ day }) => day >= '2026-03-17').length]] },
  },
  {
    name: 'unset in PREWHERE',
    sql: "SELECT count() FROM events PREWHERE toStartOfDay(timestamp) >= toStartOfDay({filters.dateRange.from}) WHERE event = '$pageview'",
    expected: { rows: [[views.length]] },
  },
  {
    name: 'unset in HAVING',
    sql: 'SELECT event, min(timestamp) AS first FROM events GROUP BY event HAVING toDate(first) <= toDate({filters.dateRange.to}) AND event = {variables.event}',
    variables: { event: '$identify' },
    expected: { rows: [['$identify', '2026-03-18T20:00:01.000000Z']] },
  },
  {
    name: 'unset in ON',
    sql: "SELECT count() FROM events AS a JOIN events AS b ON a.uuid = b.uuid AND toDate(b.timestamp) >= toDate({filters.dateRange.from}) WHERE a.event = 'purchase'",
    expected: { rows: [[named('purchase').length]] },
  },
  {
    name: 'unset in a sub-query and in a common table expression',
    sql: `WITH visits AS (SELECT toDate(timestamp) AS day FROM events WHERE event = '$pageview' AND day >= toDate({filters.dateRange.from}))
SELECT count() FROM (SELECT day FROM visits WHERE day <= toDate({filters.dateRange.to}))`,
    expected: { rows: [[views.length]] },
  },
  {
    name: 'the bound on the left side',
    sql: "SELECT count() FROM events WHERE event = '$pageview' AND toDate({filters.dateRange.from}) <= toDate(timestamp)",
    expected: { rows: [[views.length]] },
  },
  {
    name: 'unset among the columns can be saved and is missing at run',
    sql: "SELECT dateDiff('day', {filters.dateRange.from}, {filters.dateRange.to}) AS days, count() FROM events",
    stored: true,
    expected: { refused: 'missing_variable', says: /dateRange/ },
  },
  {
    name: 'set among the columns',
    sql: "SELECT dateDiff('day', {filters.dateRange.from}, {filters.dateRange.to}) AS days, count() FROM events",
    stored: true,
    filtersOverride: { date_from: '2026-03-11', date_to: '2026-03-13' },
    // The dates stand where the text names them, and nowhere else.
    expected: { rows: [[2, all]] },
  },
  {
    name: 'unset under OR is no conjunct',
    sql: "SELECT count() FROM events WHERE event = 'landed' OR timestamp >= {filters.dateRange.from}",
    expected: { refused: 'missing_variable', says: /dateRange/ },
  },
  {
    name: 'unset under NOT is no conjunct',
    sql: 'SELECT count() FROM events WHERE NOT (timestamp < {filters.dateRange.from})',
    expected: { refused: 'missing_variable', says: /dateRange/ },
  },
  {
    name: 'days of the range as numbers',
    sql: "SELECT toDate({filters.dateRange.from}) + number AS day FROM numbers(dateDiff('day', {filters.dateRange.from}, {filters.dateRange.to}) + 1)",
    filters: range,
    expected: { rows: [['2026-03-11'], ['2026-03-12'], ['2026-03-13']] },
  },
];

const shop = named('purchase');

// `HogQLQuery.values`: `{name}` is a typed constant.
export const givenValues: readonly SqlCase[] = [
  {
    name: 'a text',
    sql: 'SELECT count() FROM events WHERE event = {event}',
    values: { event: 'purchase' },
    expected: { rows: [[shop.length]] },
  },
  {
    name: 'a number in arithmetic',
    sql: 'SELECT {factor} * 2 + 1 AS n',
    values: { factor: 20 },
    expected: { rows: [[41]] },
  },
  {
    name: 'a number as LIMIT',
    sql: 'SELECT number FROM numbers(10) ORDER BY number LIMIT {rows}',
    values: { rows: 2 },
    expected: { rows: [[0], [1]] },
  },
  {
    name: 'a list behind IN',
    sql: 'SELECT event, count() FROM events WHERE event IN {names} GROUP BY event',
    values: { names: ['purchase', 'landed'] },
    expected: {
      rows: [
        ['purchase', shop.length],
        ['landed', 1],
      ],
    },
  },
  {
    name: 'a Boolean',
    sql: "SELECT countIf(toBool(properties.gift) = {gift}) FROM events WHERE event = 'purchase'",
    values: { gift: true },
    expected: { rows: [[shop.filter(({ properties }) => properties['gift'] === true).length]] },
  },
  {
    name: 'null means IS NULL',
    sql: "SELECT count() FROM events WHERE event = '$pageview' AND properties.plan = {plan}",
    values: { plan: null },
    expected: { rows: [[views.filter(({ properties }) => properties['plan'] === undefined).length]] },
  },
  {
    name: 'a text with quotes stays a value',
    sql: 'SELECT {text} AS text, length({text}) AS letters',
    values: { text: "it's '); DROP" },
    expected: { rows: [["it's '); DROP", 13]] },
  },
  {
    name: 'a date beside a moment',
    sql: "SELECT count() FROM events WHERE event = '$pageview' AND timestamp >= toDateTime({from})",
    values: { from: '2026-03-17 00:00:00' },
    expected: { rows: [[views.filter(({ day }) => day >= '2026-03-17').length]] },
  },
  {
    name: 'values and variables together',
    sql: 'SELECT count() FROM events WHERE event = {event} AND distinct_id = {variables.who}',
    values: { event: 'purchase' },
    variables: { who: 'ada' },
    expected: { rows: [[shop.filter(({ person }) => person.id === 'ada').length]] },
  },
  {
    name: 'a name without a value is told',
    sql: 'SELECT count() FROM events WHERE event = {evnt}',
    values: { event: 'purchase' },
    expected: {
      refused: 'missing_variable|unknown_variable|unsupported_syntax|unknown_member|unknown_field',
      says: /event/,
    },
  },
];

export const inTuple: readonly SqlCase[] = [
  {
    name: 'two names',
    sql: "SELECT count() FROM events WHERE in(event, tuple('purchase', 'landed'))",
    expected: { rows: [[shop.length + 1]] },
  },
  {
    name: 'brackets as the tuple',
    sql: "SELECT count() FROM events WHERE in(event, ('purchase', 'landed'))",
    expected: { rows: [[shop.length + 1]] },
  },
  {
    name: 'notIn',
    sql: "SELECT count() FROM events WHERE notIn(event, tuple('purchase', 'landed'))",
    expected: { rows: [[all - shop.length - 1]] },
  },
  {
    name: 'a property, inside and()',
    sql: "SELECT count() FROM events WHERE and(equals(event, 'purchase'), in(properties.currency, tuple('EUR', 'GBP')))",
    expected: { rows: [[shop.filter(({ properties }) => properties['currency'] === 'EUR').length]] },
  },
  {
    name: 'numbers in countIf',
    sql: "SELECT countIf(in(toHour(timestamp), tuple(8, 9))) FROM events WHERE event = '$pageview'",
    expected: { rows: [[views.filter(({ at }) => [8, 9].includes(new Date(at).getUTCHours())).length]] },
  },
  {
    name: 'IN with the word tuple',
    sql: "SELECT distinct_id FROM events WHERE event IN tuple('landed', '$identify') ORDER BY timestamp",
    expected: { rows: [['visitor-7'], ['hal']], ordered: true },
  },
];
