import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileVersion } from '../../src/query/plan.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { fillLookups, lookupsOf } from '../fixtures/fill-lookups.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

// The newest events of one value are read from the end of its rows, whatever the statement puts between the order and
// the table, the condition of the project included. [SQL-10.5].

const SUBJECTS = [{ kind: 'property', key: 'plan' }] as const;
/** Events with the value that is asked for. */
const ROWS = 200_000;
/** A few granules: what a hundred rows at the end of those take. */
const FEW_ROWS = 4 * 1024;

let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
  await server.engine.ensureProject(1);
  await server.engine.command(`
    INSERT INTO app.events (project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties)
    SELECT 1, generateUUIDv4(), 'viewed', toString(number % 1000), toUUID('00000000-0000-0000-0000-000000000002'),
      toDateTime64('2025-06-01 00:00:00', 6, 'UTC') + toIntervalSecond(number * 60),
      toDateTime64('2026-01-01 00:00:00', 6, 'UTC'), '{"plan":"pro","seats":3}'
    FROM numbers(${ROWS})`);
  await fillLookups(server.engine, 1, SUBJECTS, 1);
});
afterAll(() => server.close());

test.each([
  ['the table itself', 'timestamp, event', {}],
  ['properties and whole documents', 'timestamp, properties.seats, properties', {}],
  ['all columns', '*', {}],
  ['a project in another zone', 'timestamp, event', { timezone: 'Asia/Tokyo' }],
  ['merged persons', 'timestamp, person_id', { hasPersonOverrides: true }],
  ['a property of the person', 'timestamp, person.properties.plan', {}],
  ['events that are not all kept', 'timestamp', { eventRetention: { days: 10_000, keptFromMs: null } }],
] as const)('the newest hundred take a few granules: %s', async (_, outputs, changes) => {
  const query = `select ${outputs} from events where properties.plan = {variables.plan}`;
  const ordered = await rowsRead(`${query} order by timestamp desc limit 100`, changes);
  expect(ordered).toBeGreaterThan(0);
  expect(ordered).toBeLessThanOrEqual(FEW_ROWS);
});

test('in a sub-query, and with a second key of the order', async () => {
  const events = 'select timestamp, uuid from events where properties.plan = {variables.plan}';
  expect(await rowsRead(`select * from (${events}) order by timestamp desc limit 100`)).toBeLessThanOrEqual(
    FEW_ROWS,
  );
  expect(await rowsRead(`${events} order by timestamp desc, uuid limit 100`)).toBeLessThanOrEqual(FEW_ROWS);
});

test.each([
  "properties.plan in ('pro')",
  "properties.plan in ['pro']",
  'properties.plan in {variables.plans}',
])('of a list of one item too: %s', async (condition) => {
  const query = `select timestamp from events where ${condition} order by timestamp desc limit 100`;
  expect(await rowsRead(query)).toBeLessThanOrEqual(FEW_ROWS);
});

test('the guard is in place, and what is not ordered reads all rows', async () => {
  const query =
    'select toStartOfDay(timestamp), count() from events where properties.plan = {variables.plan} group by 1';
  expect(await rowsRead(query)).toBeGreaterThanOrEqual(ROWS);
  expect(planned(query).sql).toContain('WHERE equals(t1b.project_id, {team:UInt64}) AND equals(t1b.lookup, ');
});

function planned(query: string, changes: Parameters<typeof testProject>[0] = {}) {
  const project = testProject({ ...changes, lookups: lookupsOf(SUBJECTS, 1) });
  const version = compileVersion({ kind: 'HogQLQuery', query }, {}, project);
  const options = { project, allowedOverrides: null, maxRows: 10_000 };
  const variables = {
    ...(query.includes('{variables.plan}') && { plan: 'pro' }),
    ...(query.includes('{variables.plans}') && { plans: ['pro'] }),
  };
  const plan = version.prepare({ variables }, options).plan(Date.UTC(2026, 0, 10));
  if (plan.kind !== 'table') throw new Error('a SQL query answers a table');
  return plan.query;
}

async function rowsRead(query: string, changes?: Parameters<typeof testProject>[0]): Promise<number> {
  const { sql, parameters } = planned(query, changes);
  const { statistics } = await server.engine.query(queryOf(sql, { parameters }));
  return statistics.rowsRead;
}
