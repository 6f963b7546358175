import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileVersion, readsHold } from '../../src/query/plan.ts';
import type { ProjectContext, ProjectLookups } from '../../src/query/project-context.ts';
import type { LookupSubject } from '../../src/schema/lookup.ts';
import type { VariableDeclarations } from '../../src/schema/variable-declaration.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { fillLookups, lookupsOf } from '../fixtures/fill-lookups.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

// Every question answers the same with lookups as without, whatever the documents hold and whatever a caller asks for.
// [SQL-10.5], [SQL-10.6].

/** Texts about as long as what a lookup keeps of a text. */
const LONG = [254, 255, 256, 257]
  .map((bytes) => 'x'.repeat(bytes))
  .concat('é'.repeat(127), 'é'.repeat(128), 'é'.repeat(129));

/** JSON. */
const VALUES = [
  ...`null "" "null" 0 -0.0 1 1.50 1e21 0.1 "7" 7 "7.0" "1e3" 1000 1e-7 9007199254740992 9007199254740993`.split(
    ' ',
  ),
  ...`18446744073709551615 "nan" "inf" "-0" "+1" true false "true" "TRUE" {} [] {"in":[1,"a",null]}`.split(
    ' ',
  ),
  ...`"2026-01-05" "a" "A" "é" "\\u00e9\\ud83d\\ude00" "a\\nb\\u0000c" "it's"`.split(' '),
  ...['" 7"', '" a"', '"it\'s \\\\ \\"so\\""'],
  ...LONG.map((text) => JSON.stringify(text)),
];

const DOCUMENTS = [
  // Not what capture writes, but what may have come into the table.
  ...['', 'null', '"x"', '{', '[1,2]', '["a","b"]', '{}', '{"plan":"a","plan":"7"}', '{"PLAN":"a"}'],
  ...VALUES.map(
    (value) => `{"other":1,"price":${value},"paid":${value},"due":${value},"plan":${value},"":${value}}`,
  ),
];

const SUBJECTS: readonly LookupSubject[] = [
  ...['price', 'paid', 'due', 'plan', ''].flatMap((key) => [
    { kind: 'property' as const, key },
    { kind: 'number' as const, key },
  ]),
  ...[0, 1].map((index) => ({ kind: 'group' as const, index })),
  { kind: 'distinct_id' },
];

/** Whose rows the lookup tests read; the second one holds the same documents, under lookups of its own. */
const [PROJECT, OTHER] = [1, 2];

let server: TestEngine;
let lookups: ProjectLookups;

beforeAll(async () => {
  server = await startTestEngine();
  await server.engine.ensureProject(PROJECT);
  await insert(PROJECT);
  await insert(OTHER);
  await fillLookups(server.engine, PROJECT, SUBJECTS, 1);
  await fillLookups(server.engine, OTHER, SUBJECTS, 101);
  lookups = lookupsOf(SUBJECTS, 1);
});
afterAll(() => server.close());

describe('equality and IN with constants', () => {
  test.each([
    "properties.plan = 'a'",
    "'a' = properties.plan",
    "properties.plan = '7' AND event = 'paid'",
    "(event = 'paid' AND (properties.plan = 'true' AND timestamp > '2025-01-01'))",
    "properties.plan IN ('7', 'true', 'é', 'nowhere')",
    "properties.plan IN ['a']",
    "properties.plan == 'it\\'s \\\\ \"so\"'",
    "properties.plan = 'a\\nb\\0c'",
    'properties.plan = 7',
    'properties.plan IN (7, 1000, 0)',
    'properties.price = 7',
    'properties.price = -0.0',
    'properties.price = 0',
    'properties.price IN (1, 1.5, 1e21, 9007199254740992)',
    'properties.price = 9007199254740993',
    'properties.price = 18446744073709551615',
    "properties.price = '7'",
    "properties.price = '1.50'",
    "properties.plan = true AND properties.plan != 'x'",
    'properties.paid = true',
    'false = properties.paid',
    "properties.paid = 'true'",
    'properties.paid IN (true)',
    'properties.paid IN (true, false)',
    "properties.plan IN ('a')",
    'properties.price IN [7]',
    "properties.due = '2026-01-05' AND properties.plan = '2026-01-05'",
    "properties[''] = 'a'",
    "$group_0 = 'g1'",
    "$group_0 IN ('g1', 'g2') AND $group_1 = 'g1'",
    "distinct_id = 'p1'",
    "distinct_id IN ('p1', 'p2')",
    "p = 'a' AND id = 'p1'",
    `properties.plan = '${LONG[1]}'`,
    `properties.plan = '${LONG[4]}'`,
  ])('%s', async (where) => {
    const asked = `select uuid, properties.plan as p, distinct_id as id from events where ${where}`;
    await expectSame(asked, { isNarrowed: true });
  });
});

describe('what a lookup does not have', () => {
  test.each([
    "properties.plan = ''",
    "properties.plan IN ('', 'a')",
    'properties.plan IS NULL',
    "properties.plan IN ('a', NULL)",
    "$group_0 = ''",
    "$group_3 = 'g1'",
    "distinct_id IN ('p1', '')",
    `properties.plan = '${LONG[2]}'`,
    `properties.plan IN ('a', '${LONG[5]}')`,
    "properties.plan != 'a'",
    "NOT properties.plan = 'a'",
    "properties.plan = 'a' OR event = 'paid'",
    "properties.plan LIKE 'a'",
    'properties.paid',
    'properties.paid != true',
    'properties.paid = 1',
    "properties.due = toDateTime('2026-01-05')",
    'properties.plan = properties.price',
    "properties.plan.in = 'a'",
    "lower(properties.plan) = 'a'",
    "person_id = '00000000-0000-4000-8000-000000000001'",
    "distinct_id IN (SELECT distinct_id FROM events WHERE event = 'paid')",
  ])('%s', async (where) => {
    await expectSame(`select uuid from events where ${where}`, { isNarrowed: false });
  });
});

describe('values of variables', () => {
  const texts = [null, '', 'a', '7', 'true', 'nowhere', 'p1', 'g1', ...LONG];
  const lists = [[], [''], ['a', ''], ['a', '7'], ['p1', 'g1'], LONG.slice(0, 2), LONG];
  const numbers = [null, 0, -0, 7, 1.5, 1e3, 1e-7, '9007199254740993', 0.1];
  const cases: readonly (readonly [string, VariableDeclarations, readonly unknown[]])[] = [
    ['properties.plan = {variables.x}', typed('String'), texts],
    ['properties.plan = {variables.x}', {}, [...texts.slice(1), 7, true, 1.5]],
    ['properties.price = {variables.x}', typed('String'), texts],
    ['properties.price = {variables.x}', typed('Number'), numbers],
    ['properties.plan = {variables.x}', typed('Number'), numbers],
    ['properties.plan = {variables.x}', typed('Boolean'), [null, true, false]],
    ['properties.paid = {variables.x}', typed('Boolean'), [null, true, false]],
    ['properties.plan IN {variables.x}', typed('List'), lists],
    ['properties.price IN {variables.x}', typed('List'), [[], [7], [1, 1.5, 1000], [0]]],
    ['$group_0 = {variables.x}', typed('String'), texts],
    ['$group_0 IN {variables.x}', typed('List'), lists],
    ['distinct_id = {variables.x}', typed('String'), texts],
    ['distinct_id IN {variables.x}', typed('List'), lists],
    ["properties.plan IN ({variables.x}, 'a')", typed('String'), texts],
    ['properties[{variables.x}] = {variables.x}', typed('String'), texts.slice(1)],
  ];
  test.each(cases)('%s, declared as %j', async (where, declarations, values) => {
    for (const value of values) {
      const query = `select uuid, properties.plan from events where ${where}`;
      await expectSame(query, { declarations, variables: { x: value } });
    }
  });

  test('a list of one item is read as that item', () => {
    const query = 'select count() from events where properties.plan IN {variables.x}';
    const conditionOf = (x: readonly unknown[]) => {
      const { sql } = planned(query, { declarations: typed('List'), variables: { x }, lookups });
      return /AND (\w+)\(\w+\.value, /.exec(sql)?.[1];
    };
    expect([['a'], ['a', '7'], []].map(conditionOf)).toEqual(['equals', 'in', 'in']);
  });

  test('of NULL and the empty text the table answers, of every other value the lookup', () => {
    const query = 'select count() from events where $group_0 = {variables.x}';
    const reads = (x: unknown) => {
      const { sql } = planned(query, { declarations: typed('String'), variables: { x }, lookups });
      return [sql.includes('app.lookups'), sql.includes('app.events')];
    };
    expect(reads(null)).toEqual([false, true]);
    expect(reads('')).toEqual([false, true]);
    expect(reads('g1')).toEqual([true, false]);
  });
});

describe('where the condition stands', () => {
  test.each([
    ["select count(), uniq(person_id) from events where distinct_id = 'p1'", 1],
    ["select event, count() from events where distinct_id = 'p1' group by event having count() > 1", 1],
    ["select event, count() from events group by event having any(distinct_id) = 'p1'", 0],
    ["select countIf(distinct_id = 'p1') from events", 0],
    ["select count() from events prewhere distinct_id = 'p1' where event = 'paid'", 1],
    [
      "with x as (select * from events where distinct_id = 'p1') select count() from x a join x b on a.uuid = b.uuid",
      1,
    ],
    ["select count() from (select distinct_id from events) where distinct_id = 'p1'", 0],
    ["select count() from events where distinct_id = 'p1' union all select count() from events", 1],
    ["select (select count() from events where distinct_id = 'p1') + count() from events", 1],
    ["select person.properties.plan, count() from events where distinct_id = 'p1' group by 1", 1],
    ["select session.$start_timestamp, count() from events where distinct_id = 'p1' group by 1", 1],
    [
      "select a.uuid, b.uuid from events a join events b on a.event = b.event where a.distinct_id = 'p1' and b.properties.plan = 'a'",
      2,
    ],
    [
      "select a.uuid, b.uuid from events a left join events b on a.uuid = b.uuid where a.distinct_id = 'p1' and b.distinct_id = 'p1'",
      1,
    ],
    [
      "select a.uuid, b.uuid from events a right join events b on a.uuid = b.uuid where a.distinct_id = 'p1'",
      0,
    ],
    ["select a.uuid from events a anti join events b on a.event = b.event where a.distinct_id = 'p1'", 0],
    ["select a.uuid, b.uuid from events a join events b on a.uuid = b.uuid and b.distinct_id = 'p1'", 0],
    ["select uuid, x from events array join ['a', distinct_id] as x where distinct_id = 'p1' and x = 'a'", 1],
    ["select count() over (), uuid from events where distinct_id = 'p1'", 1],
    [
      "select $session_duration from sessions where session_id in (select $session_id from events where distinct_id = 'p1')",
      1,
    ],
  ] as const)('%s', async (query, scans) => {
    const { sql } = planned(query, { lookups });
    expect(sql.match(/app\.lookups/g)?.length ?? 0, sql).toBe(scans);
    await expectSame(query, {});
    await expectSame(query, { project: { hasPersonOverrides: true } });
    await expectSame(query, {
      project: { timezone: 'Asia/Tokyo', eventRetention: { days: 30, keptFromMs: null } },
    });
  });

  test('filters of the caller narrow every scan that they are put on, whatever it is joined to', async () => {
    const query =
      'select a.uuid, b.uuid from events a left join events b on a.event = b.event and a.uuid < b.uuid';
    const filters = { properties: [{ key: 'plan', value: ['a', '7'], operator: 'exact', type: 'event' }] };
    const { sql } = planned(query, { lookups, filters });
    expect(sql.match(/app\.lookups/g)).toHaveLength(2);
    await expectSame(query, { filters });
  });
});

test('what is read of a lookup: its value stands for the property, and no document is parsed for it', () => {
  const promoted = {
    events: new Map([
      ['plan', 'property_1'],
      ['price', 'property_2'],
    ]),
    revision: '1',
  };
  const query = "select count() from events where properties.plan = 'a'";
  expect(planned(query, { lookups, project: { promoted } }).sql).not.toMatch(/JSONExtract|property_/);
  const both = planned("select properties.price from events where properties.plan = 'a'", {
    lookups,
    project: { promoted },
  });
  expect(both.sql.match(/JSONExtract/g)).toHaveLength(1);
  expect(both.sql).not.toContain('property_');
});

test('the subjects by which a question could be narrowed are told, with and without lookups', () => {
  const query =
    "select count() from events where properties.plan = 'a' and properties.price in (1, 2) and $group_1 = {variables.x} and distinct_id != 'a'";
  const subjects = [
    { kind: 'property', key: 'plan' },
    { kind: 'number', key: 'price' },
    { kind: 'group', index: 1 },
  ];
  for (const each of [lookups, undefined])
    expect(planned(query, { lookups: each, variables: { x: 'a' } }).lookupSubjects).toEqual(subjects);
});

test('a plan is valid while the lookups that it asked for are what they were', () => {
  const query = "select count() from events where properties.plan = 'a'";
  const ready = (numbers: readonly (readonly [string, number])[]) =>
    testProject({ lookups: { ready: new Map(numbers), revision: String(numbers) } });
  const { reads } = compileVersion({ kind: 'HogQLQuery', query }, {}, ready([['property plan', 1]]));
  expect(readsHold(reads, ready([['property plan', 1]]))).toBe(true);
  expect(
    readsHold(
      reads,
      ready([
        ['property plan', 1],
        ['group 0', 2],
      ]),
    ),
  ).toBe(true);
  expect(readsHold(reads, ready([['property plan', 2]]))).toBe(false);
  expect(readsHold(reads, ready([]))).toBe(false);
  expect(readsHold(reads, testProject())).toBe(false);
});

test('a lookup of another project gives no row of it, even where a plan names its number', async () => {
  const query = "select uuid from events where properties.plan = 'a'";
  const foreign = await answer(query, { lookups: lookupsOf(SUBJECTS, 101) });
  expect(foreign.split('\n')).toHaveLength(1);
  expect((await answer(query, { lookups })).split('\n').length).toBeGreaterThan(1);
});

interface Asked {
  readonly declarations?: VariableDeclarations;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly project?: Partial<ProjectContext>;
  readonly lookups?: ProjectLookups | undefined;
}

function typed(type: 'String' | 'Number' | 'Boolean' | 'List'): VariableDeclarations {
  return { x: { type, required: false } };
}

async function expectSame(
  query: string,
  { isNarrowed, ...asked }: Asked & { readonly isNarrowed?: boolean },
): Promise<void> {
  if (isNarrowed !== undefined)
    expect(planned(query, { ...asked, lookups }).sql.includes('app.lookups'), query).toBe(isNarrowed);
  expect(await answer(query, { ...asked, lookups }), JSON.stringify([query, asked])).toBe(
    await answer(query, asked),
  );
}

function planned(query: string, asked: Asked) {
  const { declarations = {}, variables = {}, filters, lookups: ready } = asked;
  const project = testProject({ ...asked.project, ...(ready && { lookups: ready }) });
  const version = compileVersion({ kind: 'HogQLQuery', query }, declarations, project);
  const parameters = { variables, ...(filters && { filters_override: filters }) };
  const prepared = version.prepare(parameters, { project, allowedOverrides: null, maxRows: 10_000 });
  const plan = prepared.plan(Date.UTC(2026, 0, 10));
  if (plan.kind !== 'table') throw new Error('a SQL query answers a table');
  return plan.query;
}

/** Rows and types, the rows in an order of their own. */
async function answer(query: string, asked: Asked): Promise<string> {
  const { sql, parameters } = planned(query, asked);
  const { rows, columns } = await server.engine.query(queryOf(sql, { parameters, projectId: PROJECT }));
  const lines = JSON.parse(`[${Buffer.from(rows).toString()}]`) as readonly unknown[];
  const types = columns.map(({ type }) => type);
  return [JSON.stringify(types), ...lines.map((line) => JSON.stringify(line)).sort()].join('\n');
}

/** The documents of one project. The ids do not depend on chance, and differ between projects. */
async function insert(project: number): Promise<void> {
  const rows = [...DOCUMENTS, ...DOCUMENTS].map((properties, at) => ({
    project_id: project,
    uuid: `00000000-0000-4000-800${project}-${String(at).padStart(12, '0')}`,
    event: at % 2 === 0 ? 'viewed' : 'paid',
    distinct_id: ['p0', 'p1', 'p2', ''][at % 4],
    person_id: `00000000-0000-4000-8000-00000000000${at % 3}`,
    timestamp: `2026-01-0${1 + (at % 5)} 10:00:00.000000`,
    created_at: '2026-01-05 10:00:00.000000',
    session_id: `s${at % 4}`,
    group_0: ['', 'g1', 'g2'][at % 3],
    group_1: ['', 'g1'][at % 2],
    properties,
  }));
  await server.engine.insert({
    table: 'events',
    columns: Object.keys(rows[0] ?? {}),
    format: 'JSONEachRow',
    body: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
  });
}
