import type { SqlCase } from '../cases.ts';
import { group, named, text } from '../loops.ts';

const shop = named('purchase');
const scores = group(shop, (seen) => text(seen, 'score') as string);
const scored = (read: (score: string) => number | null) => scores.map(([score]) => [score, read(score)]);
const from = "FROM events WHERE event = 'purchase' GROUP BY properties.score";
const one = (name: string, expression: string, value: unknown): SqlCase => ({
  name,
  sql: `SELECT ${expression} AS value`,
  expected: { rows: [[value]] },
});

// The scores are '12', 'n/a', '7.5' and '-3'. As in ClickHouse, a text is a whole number only when all of it is.
const whole = (score: string) => (/^-?\d+$/.test(score) ? Number(score) : null);
const float = (score: string) => (Number.isNaN(Number(score)) ? null : Number(score));

export const conversions: readonly SqlCase[] = [
  {
    name: 'toFloat64OrNull of a property',
    sql: `SELECT properties.score AS score, toFloat64OrNull(properties.score) ${from}`,
    expected: { rows: scored(float) },
  },
  {
    name: 'toInt64OrNull of a property',
    sql: `SELECT properties.score AS score, toInt64OrNull(properties.score) ${from}`,
    expected: { rows: scored(whole) },
  },
  {
    name: 'toInt64OrZero of a property',
    sql: `SELECT properties.score AS score, toInt64OrZero(properties.score) ${from}`,
    expected: { rows: scored((score) => whole(score) ?? 0) },
  },
  {
    name: 'toFloat64OrZero of a property',
    sql: `SELECT properties.score AS score, toFloat64OrZero(properties.score) ${from}`,
    expected: { rows: scored((score) => float(score) ?? 0) },
  },
  {
    name: 'an average of toFloat64OrNull',
    sql: "SELECT sum(toFloat64OrNull(properties.score)), count(toFloat64OrNull(properties.score)) FROM events WHERE event = 'purchase'",
    expected: {
      rows: [
        [
          shop.reduce((total, seen) => total + (float(text(seen, 'score') as string) ?? 0), 0),
          shop.filter((seen) => float(text(seen, 'score') as string) !== null).length,
        ],
      ],
    },
  },
  one('toInt32 of a text', "toInt32('42')", 42),
  one('toInt32 of a float', 'toInt32(42.9)', 42),
  one('toInt8', "toInt8('-7')", -7),
  one('toInt16', 'toInt16(300)', 300),
  one('toInt64', "toInt64('9007199254')", 9007199254),
  one('toUInt8', 'toUInt8(200)', 200),
  one('toUInt32', "toUInt32('7')", 7),
  one('toUInt64', 'toUInt64(7)', 7),
  one('toFloat32', "toFloat32('1.5')", 1.5),
  one('toFloat64', "toFloat64('1.25')", 1.25),
  one('toInt32OrNull', "toInt32OrNull('x')", null),
  one('toInt32OrZero', "toInt32OrZero('x')", 0),
  one('toUInt64OrNull', "toUInt64OrNull('12')", 12),
  one('_toInt64', '_toInt64(41.7) + 1', 42),
  one('_toUInt64', "_toUInt64('5')", 5),
  one(
    'toInt64 in arithmetic of dates',
    "toInt64(dateDiff('day', toDate('2026-03-01'), toDate('2026-03-19'))) * 2",
    36,
  ),
];

export const letterCase: readonly SqlCase[] = [
  {
    name: 'LAG in capitals',
    sql: 'SELECT number, LAG(number) OVER (ORDER BY number) FROM numbers(3)',
    expected: {
      rows: [
        [0, null],
        [1, 0],
        [2, 1],
      ],
    },
  },
  {
    name: 'LEAD in capitals',
    sql: 'SELECT number, LEAD(number) OVER (ORDER BY number) FROM numbers(3)',
    expected: {
      rows: [
        [0, 1],
        [1, 2],
        [2, null],
      ],
    },
  },
  {
    name: 'Lag with a distance, by person',
    sql: "SELECT distinct_id, Lag(event, 1) OVER (PARTITION BY person_id ORDER BY timestamp) AS before FROM events WHERE event IN ('landed', '$identify')",
    expected: {
      rows: [
        ['visitor-7', null],
        ['hal', 'landed'],
      ],
    },
  },
  {
    name: 'UNIQ and COUNT',
    sql: "SELECT UNIQ(distinct_id), COUNT(*), Count() FROM events WHERE event = 'landed'",
    expected: { rows: [[1, 1, 1]] },
  },
  {
    name: 'datediff',
    sql: "SELECT datediff('day', toDate('2026-03-09'), toDate('2026-03-19')), DATEDIFF('hour', toDateTime('2026-03-09 00:00:00'), toDateTime('2026-03-09 05:30:00'))",
    expected: { rows: [[10, 5]] },
  },
  {
    name: 'ROW_NUMBER, RANK, DENSE_RANK',
    sql: 'SELECT number, ROW_NUMBER() OVER (ORDER BY number DESC), RANK() OVER (ORDER BY number DESC), DENSE_RANK() OVER (ORDER BY number DESC) FROM numbers(2)',
    expected: {
      rows: [
        [0, 2, 2, 2],
        [1, 1, 1, 1],
      ],
    },
  },
  {
    name: 'COALESCE, IFNULL, NULLIF, ISNULL',
    sql: 'SELECT COALESCE(NULL, 2), IFNULL(NULL, 3), NULLIF(1, 1), ISNULL(NULL)',
    expected: { rows: [[2, 3, null, 1]] },
  },
  {
    name: 'SUM, AVG, MIN, MAX',
    sql: 'SELECT SUM(number), AVG(number), MIN(number), MAX(number) FROM numbers(5)',
    expected: { rows: [[10, 2, 0, 4]] },
  },
  {
    name: 'texts',
    sql: "SELECT UPPER('a'), Lower('B'), CONCAT('a', 'b'), LENGTH('abc'), REPLACE('aa', 'a', 'b'), TRIM(' x ')",
    expected: { rows: [['A', 'b', 'ab', 3, 'bb', 'x']] },
  },
  {
    name: 'numbers',
    sql: 'SELECT ROUND(1.6), FLOOR(1.6), CEIL(1.2), ABS(-1), POWER(2, 3), SQRT(9), GREATEST(1, 2), LEAST(1, 2)',
    expected: { rows: [[2, 1, 2, 1, 8, 3, 2, 1]] },
  },
  {
    name: 'FIRST_VALUE and LAST_VALUE',
    sql: 'SELECT number, FIRST_VALUE(number) OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), LAST_VALUE(number) OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM numbers(2)',
    expected: {
      rows: [
        [0, 0, 1],
        [1, 0, 1],
      ],
    },
  },
  {
    name: 'NOW and DATE_TRUNC',
    sql: "SELECT DATE_TRUNC('month', toDate('2026-03-19')), toDate(NOW())",
    expected: { rows: [['2026-03-01', '2026-03-19']] },
  },
];
