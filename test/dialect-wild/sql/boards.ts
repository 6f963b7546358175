import type { SqlCase } from '../cases.ts';
import { group, named, number, persons, planOf, sum, tally, text } from '../loops.ts';
import { PEOPLE } from '../people.ts';
import { DAYS, SESSIONS } from '../world.ts';

const views = named('$pageview');
const shop = named('purchase');
const amounts = (rows: typeof shop) => sum(rows.map((seen) => number(seen, 'amount')));
const cohortDay = new Map(
  PEOPLE.map(({ id }) => [
    id,
    views
      .filter(({ person }) => person.id === id)
      .map(({ day }) => day)
      .toSorted()[0] ?? '',
  ]),
);

// Several bullets in one text, as they stand on boards and in products.
export const boards: readonly SqlCase[] = [
  {
    name: 'revenue by plan, capitals for display',
    sql: `SELECT upper(person.properties.plan) AS plan, sum(properties.amount) AS revenue, UNIQ(person_id) AS buyers
FROM events WHERE matchesAction('Bought') GROUP BY person.properties.plan
HAVING person.properties.plan IS NOT NULL ORDER BY revenue DESC`,
    expected: {
      rows: group(shop, ({ person }) => person.plan).map(([plan, rows]) => [
        plan.toUpperCase(),
        amounts(rows),
        persons(rows),
      ]),
    },
  },
  {
    name: 'a week over days that may be empty',
    sql: `WITH days AS (SELECT toDate('2026-03-09') + number AS day FROM numbers(dateDiff('day', toDate('2026-03-09'), toDate('2026-03-18')) + 1)),
purchases AS (SELECT toDate(timestamp) AS day, count() AS n FROM events WHERE event = 'purchase' AND day <= toDate({filters.dateRange.to}) GROUP BY day)
SELECT days.day, purchases.n FROM days LEFT JOIN purchases ON purchases.day = days.day ORDER BY days.day`,
    expected: {
      rows: DAYS.map((day) => [day, shop.filter((seen) => seen.day === day).length]),
      ordered: true,
    },
  },
  {
    name: 'channels that sell',
    sql: `SELECT session.$channel_type AS channel, count() AS purchases, sum(toFloat64OrNull(toString(properties.amount))) AS revenue
FROM events WHERE event = {event} GROUP BY session.$channel_type ORDER BY revenue DESC`,
    values: { event: 'purchase' },
    expected: { shape: 'snn' },
  },
  {
    name: 'visits and purchases under one another, in order',
    sql: `SELECT 'visits' AS what, count() AS n FROM raw_sessions
UNION ALL SELECT 'views', count() FROM events WHERE event = '$pageview'
UNION ALL SELECT 'purchases', count() FROM events WHERE matchesAction('Bought')
ORDER BY n DESC LIMIT 2`,
    expected: {
      rows: [
        ['views', views.length],
        ['visits', SESSIONS.length],
      ],
      ordered: true,
    },
  },
  {
    name: 'how far apart purchases are',
    sql: `SELECT distinct_id, datediff('day', LAG(timestamp) OVER (PARTITION BY person_id ORDER BY timestamp), timestamp) AS days
FROM events WHERE event = 'purchase' QUALIFY days IS NOT NULL`,
    expected: {
      rows: group(shop, ({ person }) => person.id).flatMap(([id, rows]) =>
        rows.slice(1).map((seen, i) => [id, DAYS.indexOf(seen.day) - DAYS.indexOf(rows[i]?.day ?? '')]),
      ),
    },
  },
  {
    name: 'a line for each currency',
    sql: `SELECT properties.currency AS currency, sparkline(arrayMap(d -> (countEqual(groupArray(toDate(timestamp)), d) AS n), arrayMap(i -> toDate('2026-03-09') + i, range(10)))) AS line
FROM events WHERE event = 'purchase' GROUP BY properties.currency`,
    expected: {
      rows: group(shop, (seen) => text(seen, 'currency') ?? undefined).map(([currency, rows]) => [
        currency,
        DAYS.map((day) => rows.filter((seen) => seen.day === day).length),
      ]),
    },
  },
  {
    name: 'first days of persons',
    sql: `SELECT first_day, count() AS people FROM (SELECT person_id, min(toDate(timestamp)) AS first_day FROM events WHERE in(event, tuple('$pageview')) GROUP BY person_id)
GROUP BY first_day ORDER BY first_day`,
    expected: { rows: tally(PEOPLE, ({ id }) => cohortDay.get(id)) },
  },
  {
    name: 'plans as texts beside versions',
    sql: `SELECT lower(trim(properties.plan)) AS plan, max(sortableSemVer(properties.version)) AS newest
FROM events WHERE event = '$pageview' AND properties.plan != '' GROUP BY properties.plan`,
    expected: { shape: 'Sa' },
  },
  {
    name: 'views of each plan, the unset one named',
    sql: "SELECT COALESCE(trim(properties.plan), 'none') AS plan, count() FROM events WHERE event = '$pageview' GROUP BY properties.plan",
    expected: { rows: group(views, planOf).map(([plan, rows]) => [plan?.trim() ?? 'none', rows.length]) },
  },
  {
    name: 'members who came back, with ids of the old table',
    sql: `SELECT count(DISTINCT e.person_id) FROM events AS e JOIN raw_person_distinct_ids AS d ON e.distinct_id = d.distinct_id
WHERE e.event = '$pageview' AND d.person_id IN COHORT 'Invited'`,
    expected: { rows: [[3]] },
  },
];
