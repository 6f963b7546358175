import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import type { VariableValue } from '../../src/query/compiler/coerce-variable.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { newProjectId } from '../fixtures/new-project-id.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';

// A filter may be NULL where the same condition in an answer is 0. The rows that a filter keeps are those for which the
// condition, asked for as a column, is 1.
// [SQL-2.2], [SQL-2.3].

const projectId = newProjectId();
const ODD_VALUES = [null, '', 'a', 'b', 'NaN', 'inf', '-0', '0', '1', '5', '1e3', 'true', 'false', [], {}];

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
  await engine.ensureProject(projectId);
  const random = new RandomSource(seed());
  const body = Array.from({ length: 60 }, (_, index) => {
    const odd = () => ODD_VALUES[random.below(ODD_VALUES.length)];
    const properties = { text: odd(), other: odd(), price: odd(), paid: odd(), plan: odd() };
    if (random.oneIn(3)) Reflect.deleteProperty(properties, 'text');
    const id = `00000000-0000-0000-0000-0000000000${String(index + 10)}`;
    return JSON.stringify({
      ...{ project_id: projectId, uuid: id, event: index % 2 ? 'a' : '', distinct_id: `${index % 7}` },
      ...{ person_id: id, timestamp: '2026-01-01 00:00:00', created_at: '2026-01-01 00:00:00' },
      properties: JSON.stringify(properties),
    });
  });
  const columns = 'project_id uuid event distinct_id person_id timestamp created_at properties'.split(' ');
  const rows = Buffer.from(body.join('\n'));
  await engine.insert({ table: 'events', columns, format: 'JSONEachRow', body: rows });
});

const VALUES = new Map<string, VariableValue>([
  ['a', { kind: 'text', text: 'a' }],
  ['none', { kind: 'null' }],
]);

async function rowsOf(text: string): Promise<readonly (readonly unknown[])[]> {
  const compiled = compileStatement(parseSelect(text), { project: testProject({ projectId }), text });
  const rows = { limit: 10_000, offset: 0 };
  const { query } = bindStatement(compiled, { values: VALUES, nowMs: 0, rows });
  const answer = await engine.query(queryOf(query.sql, { parameters: query.parameters, projectId }));
  return JSON.parse(`[${Buffer.from(answer.rows).toString('utf8')}]`);
}

const ATOMS = [
  "properties.text = 'a'",
  "properties.text != 'a'",
  "properties.text = ''",
  'properties.text = properties.other',
  'properties.text != properties.other',
  'properties.text IS NULL',
  'properties.text = NULL',
  'properties.text > 1',
  'properties.price >= 1',
  'properties.price = properties.other',
  'properties.price IN (0, 1, 1000)',
  "properties.text IN ('a', '')",
  "properties.text NOT IN ('a', NULL)",
  "properties.text LIKE '%a%'",
  "properties.text NOT LIKE '%a%'",
  "properties.text =~ '^.$'",
  "properties.text !~ '^.$'",
  'properties.paid',
  'properties.paid = true',
  'properties.paid != false',
  'properties.price BETWEEN 0 AND 5',
  'properties.text = {variables.a}',
  'properties.text = {variables.none}',
  'properties.text != {variables.none}',
  'properties.text IN (SELECT properties.other FROM events)',
  "ifNull(properties.text = 'a', false)",
  "ifNull(properties.text = 'a', true)",
  'coalesce(properties.paid = true, false)',
  'toFloat(properties.text) = toFloat(properties.price)',
  'isNaN(toFloat(properties.price)) = 1',
  "event = 'a'",
  'true',
  'false',
] as const;

function randomCondition(random: RandomSource, depth: number): string {
  if (depth === 0) return random.pick(ATOMS);
  const inner = () => randomCondition(random, depth - 1);
  switch (random.below(6)) {
    case 0:
      return `NOT (${inner()})`;
    case 1:
    case 2:
      return `(${random.list(2, 3, inner).join(' AND ')})`;
    case 3:
    case 4:
      return `(${random.list(2, 3, inner).join(' OR ')})`;
    default:
      return random.pick(ATOMS);
  }
}

/** Statements that filter by a condition; each gives the ids of the rows that pass. */
const FILTERS: Readonly<Record<string, (condition: string) => string>> = {
  where: (condition) => `SELECT uuid FROM events WHERE ${condition}`,
  prewhere: (condition) => `SELECT uuid FROM events PREWHERE ${condition} WHERE uuid IS NOT NULL`,
  'a filtered sub-query': (condition) =>
    `SELECT uuid FROM (SELECT uuid, event FROM events WHERE ${condition})`,
};

const conditions = [
  ...ATOMS,
  ...Array.from({ length: scaled(40) }, (_, index) => randomCondition(new RandomSource(seed() + index), 3)),
];

test.each(conditions)('a filter keeps the rows for which the condition is 1: %s', async (condition) => {
  const asked = await rowsOf(`SELECT uuid, if(${condition}, 1, 0) FROM events`);
  const expected = asked.flatMap(([uuid, holds]) => (holds === 1 ? [uuid] : [])).sort();
  for (const [place, statement] of Object.entries(FILTERS)) {
    const kept = await rowsOf(statement(condition));
    expect([place, kept.map(([uuid]) => uuid).sort()]).toEqual([place, expected]);
  }
});

const LISTED = [
  "properties.text IN ('a', '')",
  "properties.text NOT IN ('a', '')",
  'properties.price IN (0, 1, 5)',
];

test.each(LISTED)('a join joins the rows for which the condition is 1: %s', async (condition) => {
  const bySide = (side: string) => condition.replace('properties', `${side}.properties`);
  const asked = await rowsOf(`SELECT uuid, if(${condition}, 1, 0) FROM events`);
  const expected = asked.flatMap(([uuid, holds]) => (holds === 1 ? [uuid] : [])).sort();
  for (const side of ['a', 'b'])
    for (const join of ['INNER', 'LEFT SEMI', 'LEFT', 'LEFT ANTI']) {
      const text = `SELECT a.uuid, a.uuid = b.uuid FROM events AS a ${join} JOIN events AS b ON a.uuid = b.uuid AND ${bySide(side)}`;
      const rows = await rowsOf(text);
      const joined = join === 'LEFT' ? rows.filter(([, isSame]) => isSame === 1) : rows;
      const others = asked
        .map(([uuid]) => uuid)
        .filter((uuid) => !expected.includes(uuid))
        .sort();
      const wanted = join === 'LEFT ANTI' ? others : expected;
      expect([side, join, joined.map(([uuid]) => uuid).sort()]).toEqual([side, join, wanted]);
      if (join === 'LEFT') expect(rows).toHaveLength(asked.length);
    }
});
