import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileVersion } from '../../src/query/plan.ts';
import type { ProjectContext } from '../../src/query/project-context.ts';
import { insertSampleRows, sampleRows } from '../fixtures/compiler/sample-rows.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { ENGINE_FORMS, type StartedEngine } from '../fixtures/engine-forms.ts';
import { queryOf } from '../fixtures/engine-query.ts';

// Expected rows follow from `sampleRows`: event n of 12 happens on day 1 + n of January 2026 at 0(n % 9):30 UTC,
// belongs to person n % 4 and has `price` n; person 3 was merged into person 0.

interface Run {
  readonly project?: ProjectContext;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly limit?: number;
  readonly offset?: number;
  readonly maxRows?: number;
}

describe.each(ENGINE_FORMS)('$form', ({ start }) => {
  let server: StartedEngine;

  beforeAll(async () => {
    server = await start();
    await server.engine.ensureProject(1);
    await insertSampleRows(server.engine, sampleRows(1));
  });

  afterAll(() => server.close());

  async function run(query: string, given: Run = {}) {
    const { project = testProject(), maxRows = 1000, ...parameters } = given;
    const version = compileVersion({ kind: 'HogQLQuery', query }, {}, project);
    const plan = version
      .prepare(parameters, { project, allowedOverrides: null, maxRows })
      .plan(Date.UTC(2026, 0, 10, 12));
    if (plan.kind !== 'table') throw new Error('a SQL query answers a table');
    const { sql, parameters: bound } = plan.query;
    const answer = await server.engine.query(queryOf(sql, { parameters: bound }));
    const rows: readonly unknown[] = JSON.parse(`[${Buffer.from(answer.rows).toString('utf8')}]`);
    return { rows: rows.slice(0, plan.limit), hasMore: rows.length > plan.limit };
  }

  // [SQL-12.3]
  describe('moments are ISO texts in the zone of the project', () => {
    const FIRST =
      'SELECT timestamp, toStartOfDay(timestamp), toDate(timestamp) FROM events ORDER BY timestamp LIMIT 1';
    test.each([
      ['UTC', ['2026-01-01T00:30:00.000000Z', '2026-01-01T00:00:00Z', '2026-01-01']],
      ['Asia/Tokyo', ['2026-01-01T09:30:00.000000+09:00', '2026-01-01T00:00:00+09:00', '2026-01-01']],
      ['America/New_York', ['2025-12-31T19:30:00.000000-05:00', '2025-12-31T00:00:00-05:00', '2025-12-31']],
      ['Asia/Kathmandu', ['2026-01-01T06:15:00.000000+05:45', '2026-01-01T00:00:00+05:45', '2026-01-01']],
    ])('%s', async (timezone, expected) => {
      expect((await run(FIRST, { project: testProject({ timezone }) })).rows).toEqual([expected]);
    });

    test('integers above 64 bits are texts', async () => {
      expect((await run('SELECT 123456789012345678901234567890')).rows).toEqual([
        ['123456789012345678901234567890'],
      ]);
    });
  });

  // [SQL-5.3]
  describe('time is the time of the run', () => {
    test('now, today and ranges', async () => {
      expect((await run('SELECT now(), today()')).rows).toEqual([
        ['2026-01-10T12:00:00.000000Z', '2026-01-10'],
      ]);
      const recent =
        'SELECT count() FROM events WHERE timestamp > now() - INTERVAL 3 DAY AND timestamp <= now()';
      // Days 8 (07:30, before noon of day 7 + 3 it is after 12:00 of day 7), 9 and 10.
      expect((await run(recent)).rows).toEqual([[3]]);
      const since = { variables: { since: '-3d' } };
      expect(
        (await run('SELECT count() FROM events WHERE timestamp > {variables.since}', since)).rows,
      ).toEqual([[5]]);
    });
  });

  // The engine would keep the Bool, and 5 become true.
  describe('a Bool beside a number is a number', () => {
    test.each([
      ['UNION ALL', 'SELECT true AS x UNION ALL SELECT 5', [[1], [5]]],
      ['UNION DISTINCT', 'SELECT true AS x UNION DISTINCT SELECT 1', [[1]]],
      ['a third branch', 'SELECT true AS x UNION ALL SELECT false UNION ALL SELECT 1 = 2', [[0], [0], [1]]],
      ['in a sub-query', 'SELECT x FROM (SELECT DISTINCT true AS x UNION ALL SELECT 5)', [[1], [5]]],
      ['in a list', 'SELECT [true] AS x UNION ALL SELECT [5]', [[[1]], [[5]]]],
      ['in a tuple', 'SELECT x.1 FROM (SELECT (true, 1) AS x UNION ALL SELECT (5, 1))', [[1], [5]]],
      ['grouped', 'SELECT true AS x FROM events GROUP BY x ORDER BY x UNION ALL SELECT 5', [[1], [5]]],
      ['INTERSECT', 'SELECT true AS x INTERSECT SELECT 1', [[1]]],
      [
        'a pushed value',
        'SELECT arrayPushBack([true], 5), arrayPushFront([true], 5)',
        [
          [
            [1, 5],
            [5, 1],
          ],
        ],
      ],
      [
        'a filled list',
        'SELECT arrayResize([true], 2, 5), arrayResize([true], 2)',
        [
          [
            [1, 5],
            [true, false],
          ],
        ],
      ],
      ['transform', "SELECT transform('b', ['a'], [true], 5), transform('a', ['a'], [5], true)", [[5, 5]]],
      ['the least of them', 'SELECT least(true, true), greatest(true, NULL)', [[1, 1]]],
      ['only Bools', 'SELECT true AS x UNION ALL SELECT NULL', [[null], [true]]],
      ['a Decimal beside a float', 'SELECT toDecimal(1, 2) AS x UNION ALL SELECT 1.5', [[1], [1.5]]],
    ])('%s', async (_name, query, expected) => {
      const { rows } = await run(query);
      expect(rows.map((row) => JSON.stringify(row)).sort()).toEqual(
        expected.map((row) => JSON.stringify(row)).sort(),
      );
    });
  });

  // [SQL-2.2], [SQL-7.3]
  describe('NULL compares as a value', () => {
    test('properties', async () => {
      const query = `SELECT countIf(properties.none = 'x'), countIf(properties.none != 'x'), countIf(properties.none IS NULL),
      countIf(properties.none = properties.nil), countIf(properties.none < 5), countIf(properties.none NOT LIKE 'x') FROM events`;
      expect((await run(query)).rows).toEqual([[0, 12, 12, 12, 0, 12]]);
    });

    test('variables', async () => {
      const query =
        'SELECT countIf(properties.none = {variables.x}), countIf(event != {variables.x}) FROM events';
      expect((await run(query, { variables: { x: null } })).rows).toEqual([[12, 12]]);
      expect((await run(query, { variables: { x: 'a' } })).rows).toEqual([[0, 8]]);
    });
  });

  // [SQL-2.2]
  describe('NULL matches NULL alone, and is unlike everything else', () => {
    // `none` and `nil` are not set, `plan` of the first event is "free"; a variable without value is NULL too.
    test.each(['LIKE', 'ILIKE', '=~', '=~*'])('%s', async (op) => {
      const query = `SELECT properties.none ${op} properties.nil, properties.none ${op} 'a', 'a' ${op} properties.none,
        properties.plan ${op} properties.nil, properties.none ${op} NULL, properties.plan ${op} NULL, event ${op} NULL,
        properties.none ${op} {variables.x}, properties.plan ${op} {variables.x}, NULL ${op} NULL
        FROM events ORDER BY timestamp LIMIT 1`;
      const answer = await run(query, { variables: { x: null } });
      expect(answer.rows).toEqual([[1, 0, 0, 0, 1, 0, 0, 1, 0, 1]]);
    });

    test.each(['NOT LIKE', 'NOT ILIKE', '!~', '!~*'])('%s', async (op) => {
      const query = `SELECT properties.none ${op} properties.nil, properties.none ${op} 'a', 'a' ${op} properties.none,
        properties.plan ${op} properties.nil, properties.none ${op} NULL, properties.plan ${op} NULL, event ${op} NULL,
        properties.none ${op} {variables.x}, properties.plan ${op} {variables.x}, NULL ${op} NULL
        FROM events ORDER BY timestamp LIMIT 1`;
      const answer = await run(query, { variables: { x: null } });
      expect(answer.rows).toEqual([[0, 1, 1, 1, 0, 1, 1, 0, 1, 0]]);
    });

    test.each([
      ["countIf(properties.none LIKE properties.nil), countIf(NOT properties.none LIKE 'a')", [12, 12]],
      [
        'countIf(like(properties.none, properties.nil)), countIf(notILike(properties.none, properties.nil))',
        [12, 0],
      ],
    ])('%s', async (columns, row) => {
      expect((await run(`SELECT ${columns} FROM events`)).rows).toEqual([row]);
    });
  });

  // [SQL-2.4], [SQL-2.3]
  describe('a comparison answers 0 or 1; only what is a Bool answers true or false', () => {
    test.each([
      ["1 = 1, 1 = NULL, NULL = NULL, event IS NULL, 'a' LIKE NULL", [1, 0, 1, 0, 0]],
      [
        "event = 'a', properties.none = 'x', properties.none != 'x', properties.plan IS NOT NULL",
        [1, 0, 1, 1],
      ],
      [
        "event IN ('a'), event IN (), event NOT IN (), event BETWEEN 'a' AND 'b', EXISTS(SELECT 1)",
        [1, 0, 1, 1, 1],
      ],
      ['event = {variables.x}, event != {variables.x}, event IN {variables.list}', [0, 1, 0]],
      ['true AND true, true OR false, NOT true, xor(true, false), and(true, false)', [1, 1, 0, 1, 0]],
      [
        "true AND event = 'a', NOT (event = 'a'), NOT toBool(1), toBool(1) AND event = 'a', toBool(1) OR toBool(0)",
        [1, 0, 0, 1, 1],
      ],
      [
        'NOT properties.paid, properties.paid AND true, properties.paid AND properties.paid, properties.paid = true',
        [0, 1, 1, 1],
      ],
      [
        'NOT person.is_identified, person.is_identified AND true, xor(person.is_identified, false)',
        [0, 1, 1],
      ],
      ['x FROM (SELECT NOT toBool(1) OR false AS x, 1 = NULL AS y)', [0]],
    ])('%s', async (columns, row) => {
      const query = columns.includes('FROM (')
        ? `SELECT ${columns}`
        : `SELECT ${columns} FROM events ORDER BY timestamp LIMIT 1`;
      const variables = columns.includes('variables') ? { x: null, list: null } : {};
      expect((await run(query, { variables })).rows).toEqual([row]);
      expect(typesOf(query).every((type) => type === 'UInt8' || type === 'Nullable(UInt8)')).toBe(true);
    });

    test('Bools', async () => {
      const query = `SELECT true, false, toBool(1), properties.paid, person.is_identified, if(event = 'a', true, false)
        FROM events ORDER BY timestamp LIMIT 1`;
      expect((await run(query)).rows).toEqual([[true, false, true, true, true, true]]);
      expect(typesOf(query)).toEqual(['Bool', 'Bool', 'Bool', 'Nullable(Bool)', 'Bool', 'Bool']);
    });

    function typesOf(query: string): readonly string[] {
      const { columns } = compileVersion({ kind: 'HogQLQuery', query }, {}, testProject());
      return (columns ?? []).map(({ type }) => type);
    }
  });

  // [SQL-3.3] and [SQL-3.4]
  describe('properties take the type of their place', () => {
    test('definitions, arithmetic and comparisons', async () => {
      const query = `SELECT sum(properties.price), sum(properties.other_number), countIf(properties.paid),
      countIf(properties.other_number > 5), countIf(properties.other_bool = true), countIf(properties.due > '2026-01-31')
      FROM events`;
      // 0 + ... + 11, the same + 12 halves, even ones, 5.5 .. 11.5, all, all.
      expect((await run(query)).rows).toEqual([[66, 72, 6, 7, 12, 12]]);
    });

    test('conditions of every aggregate', async () => {
      // True in all twelve events, whose prices are 0 to 11; medianIf read the text as a number, and found none.
      const query = `SELECT sumIf(properties.price, properties.other_bool), avgIf(properties.price, properties.other_bool),
      medianExactIf(properties.price, properties.other_bool) FROM events`;
      expect((await run(query)).rows).toEqual([[66, 5.5, 6]]);
    });

    // [CAP-5.9], [SQL-4.2], [CAP-5.7]
    test('person properties follow a merge', async () => {
      const query =
        'SELECT person.properties.email AS email, count() FROM events GROUP BY email ORDER BY email';
      const merged = testProject({ hasPersonOverrides: true });
      expect((await run(query)).rows).toEqual([0, 1, 2, 3].map((person) => [`p${person}@example.com`, 3]));
      expect((await run(query, { project: merged })).rows).toEqual([
        ['p0@example.com', 6],
        ['p1@example.com', 3],
        ['p2@example.com', 3],
      ]);
    });
  });

  describe('`.1` and `.name` of arrays of tuples are the arrays of these parts', () => {
    const PAIRS = 'groupArray((event, 1))';
    test.each([
      [
        'an aggregate',
        `SELECT ${PAIRS}.1 FROM (SELECT event FROM events ORDER BY timestamp LIMIT 2)`,
        [['a', 'b']],
      ],
      [
        'as a function',
        `SELECT tupleElement(${PAIRS}, 1) FROM (SELECT event FROM events ORDER BY timestamp LIMIT 2)`,
        [['a', 'b']],
      ],
      [
        'behind an alias',
        'SELECT [(1, 2), (3, 4)] AS x, x.2',
        [
          [
            [1, 2],
            [3, 4],
          ],
          [2, 4],
        ],
      ],
      [
        'behind an alias inside an expression',
        'SELECT arrayZip((sumMap([1, 2], [10, 20]) AS x).1, x.2)',
        [
          [
            [1, 10],
            [2, 20],
          ],
        ],
      ],
      [
        'before its alias',
        'SELECT arrayZip(x.2, (sumMap([1, 2], [10, 20]) AS x).1)',
        [
          [
            [10, 1],
            [20, 2],
          ],
        ],
      ],
      ['arrays of arrays', 'SELECT [[(1, 2)], [(3, 4), (5, 6)]].2', [[[2], [4, 6]]]],
      ['tuples of tuples', 'SELECT [((1, 2), 3), ((4, 5), 6)].1.2', [[2, 5]]],
      ['an element of the parts', 'SELECT [(1, 2), (3, 4)].1[2], [(1, 2), (3, 4)][2].1', [3, 3]],
      [
        'a column of a sub-query',
        'SELECT t.x.1, x.2 FROM (SELECT [(1, 2), (3, 4)] AS x) AS t',
        [
          [1, 3],
          [2, 4],
        ],
      ],
      ['a value of a CTE', 'WITH [(1, 2), (3, 4)] AS x SELECT x.1, arraySum(x.2)', [[1, 3], 6]],
      ['an argument of a lambda', 'SELECT arrayMap(x -> arraySum(x.2), [[(1, 2), (3, 4)]])', [[6]]],
      ['by name', 'SELECT [simpleLinearRegression(number, 2 * number + 1)].k FROM numbers(5)', [[2]]],
      ['an element of an array', 'SELECT [7, 8].2, [7, 8][-1]', [8, 8]],
    ])('%s', async (_, query, row) => {
      expect((await run(query)).rows).toEqual([row]);
    });
  });

  // [SQL-10.4]
  describe('a caller gets rows within the own LIMIT of the query, and learns whether there are more', () => {
    const OWN = 'SELECT number FROM numbers(100) ORDER BY number LIMIT 10 OFFSET 5';
    const FREE = 'SELECT number FROM numbers(100) ORDER BY number';
    test.each([
      ['its own limit', OWN, {}, [5, 14, 10], false],
      ['fewer', OWN, { limit: 3 }, [5, 7, 3], true],
      ['a page', OWN, { limit: 3, offset: 3 }, [8, 10, 3], true],
      ['the last page', OWN, { limit: 5, offset: 5 }, [10, 14, 5], false],
      ['a page past the end', OWN, { limit: 5, offset: 8 }, [13, 14, 2], false],
      ['nothing', OWN, { limit: 5, offset: 10 }, [undefined, undefined, 0], false],
      ['more than it has', OWN, { limit: 50 }, [5, 14, 10], false],
      ['the most an answer holds', FREE, { maxRows: 20 }, [0, 19, 20], true],
      ['all that there is', FREE, { maxRows: 100 }, [0, 99, 100], false],
      ['a limit above the most', FREE, { maxRows: 20, limit: 50 }, [0, 19, 20], true],
    ] as const)('%s', async (_, query, given, [first, last, count], hasMore) => {
      const answer = await run(query, given);
      const numbers = answer.rows.map((row) => (Array.isArray(row) ? row[0] : row));
      expect([numbers[0], numbers.at(-1), numbers.length]).toEqual([first, last, count]);
      expect(answer.hasMore).toBe(hasMore);
    });
  });
});
