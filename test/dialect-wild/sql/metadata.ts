import type { SqlCase } from '../cases.ts';
import { COHORTS } from '../cohorts.ts';

export const metadata: readonly SqlCase[] = [
  {
    name: 'tables by name',
    sql: "SELECT name FROM system.tables WHERE name IN ('events', 'persons', 'sessions', 'groups', 'person_distinct_ids') ORDER BY name",
    expected: {
      rows: [['events'], ['groups'], ['person_distinct_ids'], ['persons'], ['sessions']],
      ordered: true,
    },
  },
  { name: 'all of tables', sql: 'SELECT count() > 4 FROM system.tables', expected: { rows: [[1]] } },
  {
    name: 'tables like a pattern',
    sql: "SELECT count() FROM system.tables WHERE name LIKE 'even%'",
    expected: { rows: [[1]] },
  },
  {
    name: 'columns of events',
    sql: "SELECT name FROM system.columns WHERE table = 'events' AND name IN ('event', 'timestamp', 'properties') ORDER BY name",
    expected: { rows: [['event'], ['properties'], ['timestamp']], ordered: true },
  },
  {
    name: 'columns with their types',
    sql: "SELECT table, name, type FROM system.columns WHERE table = 'persons'",
    expected: { shape: 'sss' },
  },
  {
    name: 'tables joined to their columns',
    sql: 'SELECT t.name, count() AS columns FROM system.tables AS t JOIN system.columns AS c ON c.table = t.name GROUP BY t.name ORDER BY columns DESC',
    expected: { shape: 'sn' },
  },
  {
    name: 'no column of the tenant',
    sql: "SELECT count() FROM system.columns WHERE name IN ('team_id', 'project_id')",
    expected: { rows: [[0]] },
  },
  {
    name: 'actions by name',
    sql: 'SELECT name FROM system.actions ORDER BY name',
    expected: {
      rows: [['Bought'], ['Bought much'], ['Bought or answered'], ['Looked at pricing']],
      ordered: true,
    },
  },
  {
    name: 'the id of an action',
    sql: "SELECT id = {action:Bought} FROM system.actions WHERE name = 'Bought'",
    expected: { rows: [[1]] },
  },
  {
    name: 'cohorts by name',
    sql: 'SELECT name FROM system.cohorts ORDER BY name',
    expected: { rows: COHORTS.map(({ name }) => [name]) },
  },
  {
    name: 'the id of a cohort',
    sql: "SELECT id = {cohort:Germans} FROM system.cohorts WHERE name = 'Germans'",
    expected: { rows: [[1]] },
  },
  {
    name: 'endpoints by name',
    sql: "SELECT count() FROM system.endpoints WHERE name = 'no-such-endpoint'",
    expected: { rows: [[0]] },
  },
  {
    name: 'an endpoint of the own project',
    sql: "SELECT name FROM system.endpoints WHERE name LIKE 'stored-%' LIMIT 3",
    stored: true,
    expected: { shape: 's' },
  },
  {
    name: 'tables of the engine stay hidden',
    sql: 'SELECT * FROM system.query_log',
    expected: { refused: 'unknown_table', says: /query_log/ },
  },
  {
    name: 'processes of the engine stay hidden',
    sql: 'SELECT query FROM system.processes',
    expected: { refused: 'unknown_table', says: /processes/ },
  },
];
