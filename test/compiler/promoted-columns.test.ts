import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileVersion } from '../../src/query/plan.ts';
import type { ProjectContext, PromotedColumns } from '../../src/query/project-context.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { type PromotionStage, promoteProperties } from '../fixtures/promote-properties.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

// Every query answers the same with columns as without, whatever the documents hold and however far the columns are.
// What the answers without columns must be, the other tests of the compiler say. [SQL-3.6], [ENG-8.2].

const VALUES = [
  ...['null', '""', '"null"', '0', '-0.0', '1', '1.50', '1e21', '0.1', '"7"', '" 7"', '"1e3"', '1e-7'],
  ...['9007199254740993', '18446744073709551615', '18446744073709551616', '1e400'],
  ...['true', 'false', '"true"', '"TRUE"', '{}', '[]', '{"in":[1,"a",null]}', '[1,[2]]'],
  ...['"2026-01-05"', '"2026-01-05T10:00:00Z"', '"not a date"', '"2026-13-45"', '1767607200'],
  ...['"é"', '"\\u00e9\\ud83d\\ude00"', '"\\ud800"', '"a\\nb\\u0000c"', `"it's \\\\ \\"so\\""`],
];

const DOCUMENTS = [
  // Not what capture writes, but what may have come into the table.
  ...['', 'null', '"x"', '{', '[1,2]', '["a","b","c","d","e","f","g"]', ' {"price":1}'],
  ...['{}', '{"price":"1","price":"2"}', '{"PRICE":1}', '{"price.in":1,"price":{"in":2}}', '{"":"empty"}'],
  ...VALUES.map((value) => documentOf(value)),
];

/** The value under every key, among others. */
function documentOf(value: string): string {
  return `{"other":1,"price":${value},"paid":${value},"due":${value},"plan":${value},"a b":${value},"it's \`q\`\\\\":${value},"null":${value}}`;
}

const PROPERTIES = ['price', 'paid', 'due', 'plan', 'a b', "it's `q`\\", '', 'price.in', 'é', 'null'];

const QUERIES = [
  'select uuid, properties.price, properties.paid, properties.due, properties.plan from events',
  "select uuid, properties['a b'], properties['it\\'s `q`\\\\'], properties[''], properties['price.in'], properties['null'] from events",
  "select uuid, properties.price.in, properties.plan.in.2, properties['é'], properties.absent from events",
  "select uuid, toFloat(properties.plan), toInt(properties.plan), toDateTime(properties['a b']) from events",
  "select uuid, properties.plan + 1, properties.plan > 5, properties.plan = '7', properties.plan != 'true' from events",
  'select uuid, properties.plan is null, properties.price is not null, coalesce(properties.plan, 1) from events',
  "select uuid from events where properties.plan in ('7', 'true', 'null') or properties.paid or properties.price < 2",
  'select properties.plan as p, properties.price as q, count(), max(toString(uuid)) from events group by p, q',
  "select uuid, properties from events where properties.plan like '%u%'",
  "select person.properties.plan, sum(e.properties.price), uniq(e.properties['a b']) from events as e group by 1",
  'select a.uuid, b.uuid from events a join events b on a.properties.plan = b.properties.price',
  'select $session_id, session.$entry_current_url from events',
  'with x as (select properties.plan as p, uuid from events) select p, length(p), uuid from x',
  'select uuid, properties.plan as p, row_number() over (partition by p order by uuid) from events',
];

let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
  await server.engine.ensureProject(1);
  await insert(0);
});
afterAll(() => server.close());

test.each<PromotionStage>(['added', 'filled', 'shared'])('with columns that are %s', async (stage) => {
  const promoted = await promoteProperties(server.engine, PROPERTIES, stage);
  // Rows that come now are written with columns.
  await insert(stage === 'shared' ? 2 : 1);
  for (const query of QUERIES) {
    expect(await answer(query, { promoted }), query).toBe(await answer(query));
  }
});

test('a plan reads the columns that there are, and names every property that it reads', () => {
  const promoted: PromotedColumns = { events: new Map([['plan', 'property_1']]), revision: '1' };
  const planned = (query: string) => plannedQuery(query, { promoted });

  const both = planned('select properties.plan, properties.price from events');
  expect(both.eventProperties).toEqual(['plan', 'price']);
  expect(both.sql).toContain('.property_1 AS ');
  expect(both.sql.match(/JSONExtract/g)).toHaveLength(1);

  // Deeper paths, properties of others, and the whole document.
  const others = planned('select properties.plan.in, person.properties.plan, properties from events');
  expect(others.eventProperties).toEqual([]);
  expect(others.sql).not.toContain('property_1');
});

/** Rows of one part. The ids do not depend on chance. */
async function insert(part: number): Promise<void> {
  const rows = DOCUMENTS.map((properties, at) => ({
    project_id: 1,
    uuid: `00000000-0000-4000-8000-${String(part * 1000 + at).padStart(12, '0')}`,
    event: at % 2 === 0 ? 'viewed' : 'paid',
    distinct_id: `p${at % 3}`,
    person_id: `00000000-0000-4000-8000-00000000000${at % 3}`,
    timestamp: '2026-01-05 10:00:00.000000',
    created_at: '2026-01-05 10:00:00.000000',
    session_id: `s${at % 4}`,
    properties,
  }));
  await server.engine.insert({
    table: 'events',
    columns: Object.keys(rows[0] ?? {}),
    format: 'JSONEachRow',
    body: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
  });
}

function plannedQuery(query: string, changes: Partial<ProjectContext> = {}) {
  const project = testProject(changes);
  const version = compileVersion({ kind: 'HogQLQuery', query }, {}, project);
  const plan = version
    .prepare({}, { project, allowedOverrides: null, maxRows: 10_000 })
    .plan(Date.UTC(2026, 0, 10));
  if (plan.kind !== 'table') throw new Error('a SQL query answers a table');
  return plan.query;
}

/** Rows and types, the rows in an order of their own. */
async function answer(query: string, changes?: Partial<ProjectContext>): Promise<string> {
  const { sql, parameters } = plannedQuery(query, changes);
  const { rows, columns } = await server.engine.query(queryOf(sql, { parameters }));
  const lines = JSON.parse(`[${Buffer.from(rows).toString()}]`) as readonly unknown[];
  const types = columns.map(({ type }) => type);
  return [JSON.stringify(types), ...lines.map((line) => JSON.stringify(line)).sort()].join('\n');
}
