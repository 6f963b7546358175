import type { SqlCase } from '../cases.ts';
import { named, perDay } from '../loops.ts';
import { DAYS } from '../world.ts';

const views = named('$pageview');
const count = (rows: number) => Array.from({ length: rows }, (_, n) => [n]);

// numbers(constant expression): of literals, dates, now() (Thursday 2026-03-19 12:00) and variables.
export const constantNumbers: readonly SqlCase[] = [
  { name: 'a sum', sql: 'SELECT number FROM numbers(2 + 2)', expected: { rows: count(4) } },
  {
    name: 'a product in brackets',
    sql: 'SELECT count() FROM numbers((3 + 4) * 24)',
    expected: { rows: [[168]] },
  },
  {
    name: 'days between two dates',
    sql: "SELECT toDate('2026-03-09') + number AS day FROM numbers(dateDiff('day', toDate('2026-03-09'), toDate('2026-03-12')))",
    expected: { rows: DAYS.slice(0, 3).map((day) => [day]) },
  },
  {
    name: 'days between two dates and one more, joined to the counts',
    sql: `SELECT d.day AS day, coalesce(c.n, 0) AS n
FROM (SELECT toDate('2026-03-16') + number AS day FROM numbers(dateDiff('day', toDate('2026-03-16'), toDate('2026-03-18')) + 1)) AS d
LEFT JOIN (SELECT toDate(timestamp) AS day, count() AS n FROM events WHERE event = '$pageview' GROUP BY day) AS c ON c.day = d.day
ORDER BY day`,
    expected: {
      rows: perDay(views, DAYS.slice(7)).map((n, i) => [DAYS[i + 7], n]),
      ordered: true,
    },
  },
  {
    name: 'days up to now',
    sql: "SELECT today() - number AS day FROM numbers(dateDiff('day', now() - INTERVAL 3 DAY, now())) ORDER BY day",
    expected: { rows: [['2026-03-17'], ['2026-03-18'], ['2026-03-19']], ordered: true },
  },
  {
    name: 'hours of today so far',
    sql: "SELECT count() FROM numbers(dateDiff('hour', toStartOfDay(now()), now()))",
    expected: { rows: [[12]] },
  },
  {
    name: 'a variable in arithmetic',
    sql: 'SELECT count() FROM numbers({variables.weeks} * 7)',
    variables: { weeks: 2 },
    expected: { rows: [[14]] },
  },
  {
    name: 'a variable that is a date',
    sql: "SELECT count() FROM numbers(dateDiff('day', toDate({variables.start}), toDate('2026-03-19')))",
    variables: { start: '2026-03-09' },
    expected: { rows: [[10]] },
  },
  {
    name: 'a start and a constant expression',
    sql: 'SELECT number FROM numbers(10, 2 * 3 - 3)',
    expected: { rows: [[10], [11], [12]] },
  },
  {
    name: 'conversion of a literal',
    sql: "SELECT number FROM numbers(toInt('3'))",
    expected: { rows: count(3) },
  },
  {
    name: 'the larger of two',
    sql: 'SELECT number FROM numbers(greatest(1, least(5, 2)))',
    expected: { rows: count(2) },
  },
  {
    name: 'a column is no constant',
    sql: 'SELECT number FROM numbers(length(event)), events',
    expected: { refused: 'unknown_field|unsupported_syntax|type_mismatch|invalid_value' },
  },
  {
    name: 'a product beyond the bound stays refused',
    sql: 'SELECT count() FROM numbers(1000000 * 1000000 * 1000)',
    expected: { refused: 'query_too_large|invalid_value|type_mismatch|query_too_complex' },
  },
];
