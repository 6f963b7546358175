import type { SqlCase } from '../cases.ts';
import { group, named, number, perDay, persons, sum, tally } from '../loops.ts';
import { DAYS } from '../world.ts';

const views = named('$pageview');
const shop = named('purchase');
const byDay = DAYS.map((day) => [day, views.filter((seen) => seen.day === day).length] as const);
const FIRST = "toDate('2026-03-09')";

// Aliases inside lambdas: they name the value for the reader and change nothing.
export const lambdaAliases: readonly SqlCase[] = [
  {
    name: 'a date of each element',
    sql: "SELECT arrayMap(d -> (toDate(d) AS day), ['2026-03-09', '2026-03-10']) AS days",
    expected: { rows: [[['2026-03-09', '2026-03-10']]] },
  },
  {
    name: 'an alias used again in the same lambda',
    sql: 'SELECT arrayMap(x -> (x * 2 AS twice) + twice, [1, 2, 3])',
    expected: { rows: [[[4, 8, 12]]] },
  },
  {
    name: 'an alias in the condition of arrayFilter',
    sql: 'SELECT arrayFilter(x -> (x % 2 AS rest) = 1, [1, 2, 3, 4, 5]) AS odd',
    expected: { rows: [[[1, 3, 5]]] },
  },
  {
    name: 'a list of days filled with zeros, as dashboards write it',
    sql: `SELECT arrayMap(i -> (${FIRST} + i AS day), range(3)) AS days,
       arrayMap(d -> (countEqual(groupArray(toDate(timestamp)), d) AS total), days) AS totals
FROM events WHERE event = '$pageview'`,
    expected: { rows: [[DAYS.slice(0, 3), perDay(views, DAYS.slice(0, 3))]] },
  },
  {
    name: 'two lambdas with the same alias',
    sql: 'SELECT arrayMap(x -> (x + 1 AS y), [1, 2]) AS a, arrayMap(x -> (x * 10 AS y), [1, 2]) AS b',
    expected: {
      rows: [
        [
          [2, 3],
          [10, 20],
        ],
      ],
    },
  },
  {
    name: 'a lambda of two arguments',
    sql: "SELECT arrayMap((name, n) -> (concat(name, ':', toString(n)) AS label), ['a', 'b'], [1, 2])",
    expected: { rows: [[['a:1', 'b:2']]] },
  },
  {
    name: 'a nested lambda with aliases of its own',
    sql: 'SELECT arrayMap(x -> (arraySum(arrayMap(y -> (x * y AS product), [1, 2])) AS total), [1, 10]) AS totals',
    expected: { rows: [[[3, 30]]] },
  },
  {
    name: 'an alias over a column of the table',
    sql: "SELECT distinct_id, arrayMap(x -> (upper(x) AS shout), groupUniqArray(event)) AS names FROM events WHERE event = 'landed' GROUP BY distinct_id",
    expected: { rows: [['visitor-7', ['LANDED']]] },
  },
  {
    name: 'an alias around an if in arrayExists',
    sql: "SELECT arrayExists(u -> (if(u = 'b', 1, 0) AS hit) = 1, ['a', 'b'])",
    expected: { rows: [[1]] },
  },
  {
    name: 'an alias inside a lambda of arrayCount with interval arithmetic',
    sql: `SELECT arrayCount(i -> (${FIRST} + toIntervalDay(i) AS day) < toDate('2026-03-12'), range(10))`,
    expected: { rows: [[3]] },
  },
];

export const repeatedAliases: readonly SqlCase[] = [
  {
    name: 'the same alias twice for the same expression, in SELECT and GROUP BY',
    sql: "SELECT toDate(timestamp) AS day, count() FROM events WHERE event = '$pageview' GROUP BY toDate(timestamp) AS day",
    expected: { rows: byDay },
  },
  {
    name: 'the same alias twice in SELECT',
    sql: "SELECT event AS name, event AS name FROM events WHERE event = 'landed'",
    expected: { rows: [['landed', 'landed']] },
  },
  {
    name: 'the same alias in SELECT and ORDER BY',
    sql: "SELECT toDate(timestamp) AS day, count() AS n FROM events WHERE event = '$pageview' GROUP BY day ORDER BY (toDate(timestamp) AS day)",
    expected: { rows: byDay, ordered: true },
  },
  {
    name: 'the same alias in SELECT and HAVING',
    sql: 'SELECT event, count() AS n FROM events GROUP BY event HAVING (count() AS n) > 40',
    expected: { rows: tally(named(), ({ event }) => event).filter(([, n]) => n > 40) },
  },
  {
    name: 'an alias around an aliased expression',
    sql: "SELECT (toDate(timestamp) AS day) AS date, count() FROM events WHERE event = '$pageview' GROUP BY date",
    expected: { rows: byDay },
  },
  {
    name: 'an alias around an aliased expression, both used',
    sql: "SELECT (properties.amount AS amount) AS price, amount * 2 AS twice FROM events WHERE event = 'purchase' AND price >= 45",
    expected: {
      rows: shop
        .map((seen) => number(seen, 'amount'))
        .filter((amount) => amount >= 45)
        .map((amount) => [amount, amount * 2]),
    },
  },
  {
    name: 'an alias inside an aggregate that has an alias',
    sql: "SELECT sum(toFloat(properties.amount) AS amount) AS total, max(amount) AS most FROM events WHERE event = 'purchase'",
    expected: {
      rows: [[sum(shop.map((s) => number(s, 'amount'))), Math.max(...shop.map((s) => number(s, 'amount')))]],
    },
  },
  {
    name: 'the same alias in SELECT and WHERE',
    sql: "SELECT if(event = 'purchase', 'bought', 'other') AS kind, count() FROM events WHERE (if(event = 'purchase', 'bought', 'other') AS kind) = 'bought' GROUP BY kind",
    expected: { rows: [['bought', shop.length]] },
  },
  {
    name: 'the same alias for the same property in two clauses',
    sql: "SELECT properties.currency AS currency, uniq(person_id) FROM events WHERE event = 'purchase' GROUP BY properties.currency AS currency ORDER BY currency",
    expected: {
      rows: group(shop, (seen) => seen.properties['currency'] as string)
        .map(([currency, rows]) => [currency, persons(rows)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
      ordered: true,
    },
  },
  {
    name: 'one alias for two different expressions stays refused',
    sql: 'SELECT event AS name, distinct_id AS name, upper(name) FROM events',
    expected: { refused: 'invalid_alias', says: /name/ },
  },
];

const ten = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => [from + i]);

// Behind the last branch of a UNION without brackets: of the whole.
export const unions: readonly SqlCase[] = [
  {
    name: 'LIMIT of the whole',
    sql: 'SELECT 1 AS n UNION ALL SELECT 1 AS n UNION ALL SELECT 1 AS n LIMIT 2',
    expected: { rows: [[1], [1]] },
  },
  {
    name: 'ORDER BY of the whole',
    sql: 'SELECT 3 AS n UNION ALL SELECT 1 AS n UNION ALL SELECT 2 AS n ORDER BY n',
    expected: { rows: [[1], [2], [3]], ordered: true },
  },
  {
    name: 'ORDER BY, LIMIT and OFFSET of the whole',
    sql: 'SELECT number AS n FROM numbers(5) UNION ALL SELECT number + 5 AS n FROM numbers(5) ORDER BY n DESC LIMIT 3 OFFSET 1',
    expected: { rows: [[8], [7], [6]], ordered: true },
  },
  {
    name: 'ORDER BY the place of a column',
    sql: "SELECT 'views' AS what, count() AS n FROM events WHERE event = '$pageview' UNION ALL SELECT 'buys', count() FROM events WHERE event = 'purchase' ORDER BY 2 DESC",
    expected: {
      rows: [
        ['views', views.length],
        ['buys', shop.length],
      ],
      ordered: true,
    },
  },
  {
    name: 'UNION DISTINCT and an order',
    sql: "SELECT event FROM events WHERE event = 'purchase' UNION DISTINCT SELECT event FROM events WHERE event IN ('landed', 'purchase') ORDER BY event",
    expected: { rows: [['landed'], ['purchase']], ordered: true },
  },
  {
    name: 'a funnel by hand, steps in order',
    sql: `SELECT 1 AS step, 'visited' AS name, uniqExact(person_id) AS people FROM events WHERE event = '$pageview'
UNION ALL
SELECT 2 AS step, 'bought' AS name, uniqExact(person_id) AS people FROM events WHERE event = 'purchase'
ORDER BY step ASC`,
    expected: {
      rows: [
        [1, 'visited', persons(views)],
        [2, 'bought', persons(shop)],
      ],
      ordered: true,
    },
  },
  {
    name: 'only OFFSET and LIMIT over three branches',
    sql: 'SELECT number FROM numbers(2) UNION ALL SELECT number FROM numbers(2) UNION ALL SELECT number FROM numbers(2) ORDER BY number LIMIT 10 OFFSET 4',
    expected: { rows: [[1], [1]], ordered: true },
  },
  {
    name: 'inside a sub-query',
    sql: 'SELECT sum(n) FROM (SELECT number AS n FROM numbers(10) UNION ALL SELECT number AS n FROM numbers(10) ORDER BY n DESC LIMIT 3)',
    expected: { rows: [[9 + 9 + 8]] },
  },
  {
    name: 'inside a common table expression',
    sql: 'WITH both AS (SELECT number AS n FROM numbers(3) UNION ALL SELECT number + 10 AS n FROM numbers(3) ORDER BY n LIMIT 4) SELECT n FROM both ORDER BY n',
    expected: { rows: [[0], [1], [2], [10]], ordered: true },
  },
  {
    name: 'a variable as LIMIT of the whole',
    sql: 'SELECT number AS n FROM numbers(10) UNION ALL SELECT number + 10 FROM numbers(10) ORDER BY n LIMIT {variables.rows}',
    variables: { rows: 4 },
    expected: { rows: ten(0, 4), ordered: true },
  },
  {
    name: 'brackets still keep a branch for itself',
    sql: '(SELECT number AS n FROM numbers(10) ORDER BY n DESC LIMIT 1) UNION ALL (SELECT number AS n FROM numbers(10) ORDER BY n LIMIT 1) ORDER BY n',
    expected: { rows: [[0], [9]], ordered: true },
  },
];
