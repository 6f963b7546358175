import type { SqlCase } from '../cases.ts';
import { COHORTS, membersOf } from '../cohorts.ts';
import { named, number, persons, sum, tally } from '../loops.ts';
import { PEOPLE } from '../people.ts';

const shop = named('purchase');
const views = named('$pageview');
const of = (cohort: string, rows = shop) =>
  rows.filter(({ person }) => membersOf(cohort).includes(person.id));
const without = (cohort: string, rows = shop) =>
  rows.filter(({ person }) => !membersOf(cohort).includes(person.id));
const filter = (cohort: string, operator?: string) => ({
  properties: [{ type: 'cohort', key: 'id', value: `{cohort:${cohort}}`, ...(operator && { operator }) }],
});
const SHOP = "SELECT count() FROM events WHERE event = 'purchase'";

/** Every cohort of the world, by name and by id. */
const each: readonly SqlCase[] = COHORTS.flatMap(({ name, people }) => [
  {
    name: `persons of "${name}" by name`,
    sql: `SELECT properties.name FROM persons WHERE id IN COHORT '${name}'`,
    expected: { rows: people.map((id) => [id]) },
  },
  {
    name: `purchases of "${name}" by id`,
    sql: `${SHOP} AND person_id IN COHORT {cohort:${name}}`,
    expected: { rows: [[of(name).length]] },
  },
]);

export const cohortStatements: readonly SqlCase[] = [
  ...each,
  {
    name: 'NOT IN COHORT of a dynamic one',
    sql: `${SHOP} AND person_id NOT IN COHORT 'Pro customers'`,
    expected: { rows: [[without('Pro customers').length]] },
  },
  {
    name: 'NOT IN COHORT of a static one',
    sql: `${SHOP} AND person_id NOT IN COHORT 'Invited'`,
    expected: { rows: [[without('Invited').length]] },
  },
  ...['From a file', 'Recent buyers', 'Pro Germans', 'Frequent buyers', 'Reachable but not pro'].map(
    (name) => ({
      name: `NOT IN COHORT by the id of "${name}"`,
      sql: `${SHOP} AND person_id NOT IN COHORT {cohort:${name}}`,
      expected: { rows: [[without(name).length]] },
    }),
  ),
  {
    name: 'in a join of persons',
    sql: "SELECT p.properties.name, count() FROM events AS e JOIN persons AS p ON e.person_id = p.id WHERE e.event = 'purchase' AND p.id IN COHORT 'Frequent buyers' GROUP BY p.properties.name",
    expected: { rows: tally(of('Frequent buyers'), ({ person }) => person.id) },
  },
  {
    name: 'in a common table expression',
    sql: "WITH invited AS (SELECT id FROM persons WHERE id IN COHORT 'Invited') SELECT count() FROM events WHERE event = '$pageview' AND person_id IN (SELECT id FROM invited)",
    expected: { rows: [[of('Invited', views).length]] },
  },
  {
    name: 'in if, as a column with a name',
    sql: "SELECT if(person_id IN COHORT 'From a file', 'file', 'other') AS origin, count() FROM events WHERE event = '$pageview' GROUP BY origin",
    expected: {
      rows: [
        ['file', of('From a file', views).length],
        ['other', without('From a file', views).length],
      ],
    },
  },
  {
    name: 'in countIf, against all',
    sql: "SELECT countIf(person_id IN COHORT 'Germans') AS german, count() AS total FROM events WHERE event = 'purchase'",
    expected: { rows: [[of('Germans').length, shop.length]] },
  },
  {
    name: 'two cohorts by AND',
    sql: "SELECT count() FROM events WHERE event = '$pageview' AND person_id IN COHORT 'Pro customers' AND person_id IN COHORT 'Invited'",
    expected: {
      rows: [
        [of('Pro customers', views).filter(({ person }) => membersOf('Invited').includes(person.id)).length],
      ],
    },
  },
  {
    name: 'two cohorts by OR',
    sql: "SELECT uniqExact(person_id) FROM events WHERE person_id IN COHORT 'Germans' OR person_id IN COHORT 'From a file'",
    expected: { rows: [[new Set([...membersOf('Germans'), ...membersOf('From a file')]).size]] },
  },
  {
    name: 'grouped by membership',
    sql: "SELECT person_id IN COHORT 'Pro customers' AS pro, sum(properties.amount) FROM events WHERE event = 'purchase' GROUP BY pro",
    expected: {
      rows: [
        [1, sum(of('Pro customers').map((seen) => number(seen, 'amount')))],
        [0, sum(without('Pro customers').map((seen) => number(seen, 'amount')))],
      ],
    },
  },
  {
    name: 'by day, with the name of the table',
    sql: "SELECT toDate(e.timestamp) AS day, count() FROM events AS e WHERE e.event = '$pageview' AND e.person_id IN COHORT 'Large' GROUP BY day",
    expected: { rows: tally(of('Large', views), ({ day }) => day) },
  },
  {
    name: 'person.id of an event',
    sql: `${SHOP} AND person.id IN COHORT 'Germans'`,
    expected: { rows: [[of('Germans').length]] },
  },
  {
    name: 'sessions of a cohort',
    sql: "SELECT uniqExact(person_id) FROM sessions WHERE person_id IN COHORT 'Invited'",
    expected: { rows: [[persons(of('Invited', views))]] },
  },
  {
    name: 'a sub-query',
    sql: "SELECT count() FROM events WHERE event = 'purchase' AND person_id IN (SELECT id FROM persons WHERE id IN COHORT 'Pro or German')",
    expected: { rows: [[of('Pro or German').length]] },
  },
  {
    name: 'a filter of the query',
    sql: `${SHOP} AND {filters}`,
    filters: filter('Pro customers'),
    expected: { rows: [[of('Pro customers').length]] },
  },
  {
    name: 'a filter with not_in',
    sql: `${SHOP} AND {filters}`,
    filters: filter('Invited', 'not_in'),
    expected: { rows: [[without('Invited').length]] },
  },
  {
    name: 'a filter of the call on a stored text without a placeholder',
    sql: SHOP,
    stored: true,
    filtersOverride: filter('Germans', 'in'),
    expected: { rows: [[of('Germans').length]] },
  },
  {
    name: 'a filter of the call on persons',
    sql: 'SELECT count() FROM persons',
    filtersOverride: filter('From a file'),
    expected: { rows: [[membersOf('From a file').length]] },
  },
  {
    name: 'everybody, with membership as a column',
    sql: "SELECT properties.name AS name, id IN COHORT 'Frequent buyers' AS frequent FROM persons ORDER BY name",
    expected: {
      rows: PEOPLE.map(({ id }) => [id, membersOf('Frequent buyers').includes(id) ? 1 : 0]),
      ordered: true,
    },
  },
  {
    name: 'an unknown cohort is told',
    sql: "SELECT count() FROM events WHERE person_id IN COHORT 'Pro customer'",
    expected: { refused: 'invalid_value|unknown_field|unknown_cohort', says: /Pro customer/ },
  },
];
