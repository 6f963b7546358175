import type { SqlCase } from '../cases.ts';
import { group, named, number, persons, planOf, sum, tally } from '../loops.ts';
import { PEOPLE } from '../people.ts';

// A grouped property that is repeated under functions, compared or asked for NULL, in SELECT, HAVING and ORDER BY.

const all = named();
const byPlan = group(all, planOf);
const shop = named('purchase');
const people = (planned: (plan: string | undefined) => string | null) =>
  tally(PEOPLE, ({ plan }) => planned(plan));
const personPlan = group(all, ({ person }) => person.plan ?? null);

export const groupedProperties: readonly SqlCase[] = [
  {
    name: 'upper of a grouped property',
    sql: 'SELECT upper(properties.plan), count() FROM events GROUP BY properties.plan',
    expected: { rows: byPlan.map(([plan, rows]) => [plan?.toUpperCase() ?? null, rows.length]) },
  },
  {
    name: 'lower of a grouped property with an alias',
    sql: 'SELECT lower(properties.plan) AS plan_name, count() AS n FROM events GROUP BY properties.plan ORDER BY n DESC',
    expected: { rows: byPlan.map(([plan, rows]) => [plan?.toLowerCase() ?? null, rows.length]) },
  },
  {
    name: 'trim of a grouped property keeps the groups apart',
    sql: "SELECT trim(properties.plan) AS plan, count() FROM events WHERE event = 'purchase' GROUP BY properties.plan",
    expected: { rows: group(shop, planOf).map(([plan, rows]) => [plan?.trim() ?? null, rows.length]) },
  },
  {
    name: 'equality of a grouped property',
    sql: "SELECT properties.plan = 'pro' AS is_pro, count() FROM events GROUP BY properties.plan",
    expected: { rows: byPlan.map(([plan, rows]) => [plan === 'pro' ? 1 : 0, rows.length]) },
  },
  {
    name: 'inequality of a grouped property counts the unset one',
    sql: "SELECT properties.plan != 'free' AS paid, count() FROM events GROUP BY properties.plan",
    expected: { rows: byPlan.map(([plan, rows]) => [plan === 'free' ? 0 : 1, rows.length]) },
  },
  {
    name: 'multiIf over a grouped property',
    sql: `SELECT multiIf(properties.plan = 'pro', 'paying', properties.plan = 'free', 'trying', 'other') AS tier,
       uniq(person_id) AS people
FROM events GROUP BY properties.plan`,
    expected: {
      rows: byPlan.map(([plan, rows]) => [
        plan === 'pro' ? 'paying' : plan === 'free' ? 'trying' : 'other',
        persons(rows),
      ]),
    },
  },
  {
    name: 'coalesce of a grouped property',
    sql: "SELECT coalesce(properties.plan, 'none') AS plan, count() FROM events GROUP BY properties.plan",
    expected: { rows: byPlan.map(([plan, rows]) => [plan ?? 'none', rows.length]) },
  },
  {
    name: 'CASE over a grouped property',
    sql: `SELECT CASE WHEN properties.plan IS NULL THEN 'unknown' ELSE 'known' END AS state, count()
FROM events GROUP BY properties.plan`,
    expected: { rows: byPlan.map(([plan, rows]) => [plan === null ? 'unknown' : 'known', rows.length]) },
  },
  {
    name: 'the property by brackets in one place and by a dot in the other',
    sql: "SELECT upper(properties['plan']), count() FROM events GROUP BY properties.plan",
    expected: { rows: byPlan.map(([plan, rows]) => [plan?.toUpperCase() ?? null, rows.length]) },
  },
  {
    name: 'the property with and without the name of the table',
    sql: 'SELECT lower(e.properties.plan), count() FROM events AS e GROUP BY properties.plan',
    expected: { rows: byPlan.map(([plan, rows]) => [plan?.toLowerCase() ?? null, rows.length]) },
  },
  {
    name: 'a person property under upper, grouped',
    sql: 'SELECT upper(person.properties.plan) AS plan, count() FROM events GROUP BY person.properties.plan',
    expected: { rows: personPlan.map(([plan, rows]) => [plan?.toUpperCase() ?? null, rows.length]) },
  },
  {
    name: 'a person property compared, grouped by it and by the event',
    sql: `SELECT event, person.properties.country = 'DE' AS german, count()
FROM events WHERE event IN ('purchase', '$pageview')
GROUP BY event, person.properties.country`,
    expected: {
      rows: group(named('purchase', '$pageview'), (seen) => `${seen.event} ${seen.person.country}`).map(
        ([key, rows]) => [key.split(' ')[0], key.endsWith(' DE') ? 1 : 0, rows.length],
      ),
    },
  },
  {
    name: 'a property of the persons table under lower',
    sql: 'SELECT lower(properties.plan), count() FROM persons GROUP BY properties.plan',
    expected: { rows: people((plan) => plan?.toLowerCase() ?? null) },
  },
  {
    name: 'a number of a property in arithmetic, grouped',
    sql: "SELECT properties.amount * 2 AS twice, count() FROM events WHERE event = 'purchase' GROUP BY properties.amount",
    expected: { rows: tally(shop, (seen) => number(seen, 'amount') * 2) },
  },
  {
    name: 'a grouped property inside concat and in ORDER BY',
    sql: `SELECT concat('plan: ', trim(properties.plan)) AS label, count() AS total
FROM events WHERE properties.plan IS NOT NULL
GROUP BY properties.plan ORDER BY length(properties.plan), label`,
    expected: {
      rows: byPlan
        .filter(([plan]) => plan !== null)
        .sort(([a], [b]) => (a as string).length - (b as string).length)
        .map(([plan, rows]) => [`plan: ${plan?.trim()}`, rows.length]),
      ordered: true,
    },
  },
  {
    name: 'ORDER BY a function of the grouped property alone',
    sql: "SELECT count() AS total FROM events WHERE properties.plan IN ('pro', 'free') GROUP BY properties.plan ORDER BY upper(properties.plan) DESC",
    expected: {
      rows: [
        [all.filter((e) => planOf(e) === 'pro').length],
        [all.filter((e) => planOf(e) === 'free').length],
      ],
      ordered: true,
    },
  },
  {
    name: 'a deeper property under a function, grouped',
    sql: "SELECT lower(properties.details.sku) AS sku, count() FROM events WHERE event = 'purchase' GROUP BY properties.details.sku",
    expected: {
      rows: tally(shop, ({ properties }) => (properties['details'] as { sku: string }).sku.toLowerCase()),
    },
  },
  {
    name: 'a group property under upper, grouped',
    sql: "SELECT upper(group_0.properties.industry) AS industry, count() FROM events WHERE event = 'purchase' AND $group_0 != '' GROUP BY group_0.properties.industry",
    expected: {
      rows: tally(shop, ({ person }) =>
        person.company === undefined ? undefined : person.company === 'birch' ? 'RETAIL' : 'TECH',
      ),
    },
  },
];

const filled = byPlan.filter(([plan]) => plan !== null);

export const havingOfProperties: readonly SqlCase[] = [
  {
    name: 'IS NOT NULL of the grouped property',
    sql: 'SELECT properties.plan, count() FROM events GROUP BY properties.plan HAVING properties.plan IS NOT NULL',
    expected: { rows: filled.map(([plan, rows]) => [plan, rows.length]) },
  },
  {
    name: 'IS NULL of the grouped property',
    sql: 'SELECT count() FROM events GROUP BY properties.plan HAVING properties.plan IS NULL',
    expected: { rows: [[all.filter((seen) => planOf(seen) === null).length]] },
  },
  {
    name: 'equality of the grouped property',
    sql: "SELECT properties.plan AS p, count() FROM events GROUP BY properties.plan HAVING properties.plan = 'pro'",
    expected: { rows: [['pro', all.filter((seen) => planOf(seen) === 'pro').length]] },
  },
  {
    name: 'inequality of the grouped property keeps the unset one',
    sql: "SELECT properties.plan AS p, count() FROM events GROUP BY p HAVING properties.plan != 'pro'",
    expected: { rows: byPlan.filter(([plan]) => plan !== 'pro').map(([plan, rows]) => [plan, rows.length]) },
  },
  {
    name: 'lower of the grouped property and an aggregate',
    sql: "SELECT properties.plan, count() AS n FROM events GROUP BY properties.plan HAVING lower(properties.plan) LIKE '%pro%' AND n > 1",
    expected: {
      rows: filled
        .filter(([plan, rows]) => /pro/i.test(plan as string) && rows.length > 1)
        .map(([plan, rows]) => [plan, rows.length]),
    },
  },
  {
    name: 'trim of the grouped property is not empty',
    sql: "SELECT properties.plan, uniqExact(person_id) FROM events GROUP BY properties.plan HAVING notEmpty(trim(properties.plan)) AND properties.plan != ''",
    expected: { rows: filled.map(([plan, rows]) => [plan, persons(rows)]) },
  },
  {
    name: 'a person property that is grouped',
    sql: 'SELECT person.properties.plan, count() FROM events GROUP BY person.properties.plan HAVING person.properties.plan IS NOT NULL',
    expected: {
      rows: personPlan.filter(([plan]) => plan !== null).map(([plan, rows]) => [plan, rows.length]),
    },
  },
  {
    name: 'a person property by IN',
    sql: "SELECT person.properties.country AS country, sum(properties.amount) FROM events WHERE event = 'purchase' GROUP BY person.properties.country HAVING person.properties.country IN ('DE', 'US')",
    expected: {
      rows: ['DE', 'US'].map((country) => [
        country,
        sum(shop.filter(({ person }) => person.country === country).map((seen) => number(seen, 'amount'))),
      ]),
    },
  },
  {
    name: 'a number that is grouped, compared',
    sql: "SELECT properties.amount, count() FROM events WHERE event = 'purchase' GROUP BY properties.amount HAVING properties.amount >= 30",
    expected: {
      rows: tally(
        shop.filter((seen) => number(seen, 'amount') >= 30),
        (seen) => number(seen, 'amount'),
      ),
    },
  },
  {
    name: 'multiIf of the grouped property',
    sql: "SELECT count() FROM events GROUP BY properties.plan HAVING multiIf(properties.plan IS NULL, 0, properties.plan = 'free', 1, 0) = 1",
    expected: { rows: [[all.filter((seen) => planOf(seen) === 'free').length]] },
  },
  {
    name: 'properties of persons in their own table',
    sql: "SELECT properties.country, count() FROM persons GROUP BY properties.country HAVING properties.country IS NOT NULL AND properties.country != 'FR'",
    expected: {
      rows: tally(PEOPLE, ({ country }) => (country === 'FR' ? undefined : country)),
    },
  },
];
