import { describe, expect, test } from 'vitest';
import { checkOutput } from './check-output.ts';

// [SQL-9.4].

const GUARDED =
  '(SELECT t1b.event AS c1 FROM app.events AS t1b WHERE equals(t1b.project_id, {team:UInt64})) AS t2';

const NUMBER = 'equals(t1b.lookup, {p0:UInt32})';
const FOUND = GUARDED.replace('app.events', 'app.lookups').replace(
  '{team:UInt64})',
  `{team:UInt64}) AND ${NUMBER} AND equals(t1b.value, {v0:String})`,
);
const KEPT = "greaterOrEquals(t1b.timestamp, {kept:DateTime64(6, 'UTC')})";

const TABLE = 'SELECT t1b.event AS c1 FROM app.events AS t1b';
const GUARD = 'WHERE equals(t1b.project_id, {team:UInt64})';
const FLAT = `${TABLE} ${GUARD}`;
const PERSON = `${GUARDED.replaceAll('t1b', 't3b')} ON equals(t1b.person_id, t2.c1)`;

describe('what the printer prints passes', () => {
  test.each([
    'SELECT {p0:UInt8} AS c1 LIMIT {limit:Int64} OFFSET {offset:Int64}',
    `SELECT t2.c1 AS c2 FROM ${GUARDED}`,
    `SELECT t2.c1 AS c2 FROM ${FOUND}`,
    `SELECT t2.c1 AS c2 FROM ${FOUND.replace('{v0:String}))', `{v0:String}) AND ${KEPT})`)}`,
    `SELECT t2.c1 AS c2 FROM ${FOUND.replace('equals(t1b.value, {v0:String}', "in(t1b.value, CAST({v0:Array(Float64)}, 'Array(String)')")}`,
    `${FLAT} LIMIT {limit:Int64}`,
    `${FLAT} AND (or(t1b.event, {p0:UInt8})) GROUP BY t1b.event HAVING c1`,
    `${FLAT} AND ${KEPT} AND (t1b.event OR c1) ORDER BY c1`,
    `(${FLAT}) UNION ALL (${FLAT} AND (c1))`,
    `${TABLE} LEFT ANY JOIN ${PERSON} CROSS JOIN q1 AS t4 ${GUARD} AND (c1)`,
    `${FLAT.replace('app.events', 'app.lookups')} AND ${NUMBER} AND equals(t1b.value, {v0:String}) AND (c1)`,
    `WITH q1 AS (SELECT t2.c1 AS c2 FROM ${GUARDED}) SELECT count() AS c3 FROM q1 AS t3`,
    'SELECT t1.c1 AS c2 FROM (SELECT number AS c1 FROM numbers({p0:UInt64})) AS t1',
    "SELECT toTimeZone({now:DateTime64(6, 'UTC')}, 'Asia/Tokyo') AS c1",
    'SELECT number AS c1 FROM numbers({p0:UInt64}) ORDER BY c1 WITH FILL FROM {p1:UInt8} TO {p2:UInt8}',
    'SELECT arrayMap((l1) -> plus(l1, {p0:UInt8}), array({p0:UInt8})) AS c1',
  ])('%s', (sql) => {
    expect(() => checkOutput([sql], 'Asia/Tokyo')).not.toThrow();
  });
});

describe('everything that a defect could let through is refused', () => {
  test.each([
    ['a table without its condition', 'SELECT c1 FROM app.events AS t1b'],
    ['a condition of another column', GUARDED.replace('project_id', 'uuid')],
    ['a condition of another table', GUARDED.replace('equals(t1b.', 'equals(t9b.')],
    ['a condition with a constant', GUARDED.replace('t1b.project_id', '{team:UInt64}')],
    ['a condition that is part of another', GUARDED.replace('{team:UInt64}))', '{team:UInt64}) OR true)')],
    ['a condition with another parameter', GUARDED.replace('{team:UInt64}', '{p0:UInt64}')],
    ['a condition beside that of a project', `${FLAT} OR c1`],
    ['a condition beside all others', `${FLAT} AND (c1) OR c2`],
    ['another condition without brackets', `${FLAT} AND c1`],
    ['a condition behind another', `${TABLE} WHERE c1 AND ${GUARD.slice(6)}`],
    [
      'a condition in another SELECT',
      `${TABLE} INNER JOIN (SELECT t2.c1 AS c2 FROM q1 AS t2 ${GUARD}) AS t3 ON c1`,
    ],
    ['a condition outside of the SELECT', `SELECT t2.c1 AS c2 FROM (${TABLE}) AS t2 ${GUARD}`],
    ['a condition in a branch', `${TABLE} UNION ALL ${FLAT}`],
    ['rows that fail the condition, by RIGHT JOIN', `${TABLE} RIGHT JOIN ${PERSON} ${GUARD}`],
    ['rows that fail the condition, by FULL JOIN', `${TABLE} FULL JOIN ${PERSON} ${GUARD}`],
    ['rows that fail the condition, by INNER ANY JOIN', `${TABLE} INNER ANY JOIN ${PERSON} ${GUARD}`],
    ['an array before the condition', `${TABLE} ARRAY JOIN (c1) AS c2 ${GUARD}`],
    ['lookups without a lookup', GUARDED.replace('app.events', 'app.lookups')],
    ['all values of a lookup', FOUND.replace(' AND equals(t1b.value, {v0:String})', '')],
    ['a lookup of any number', FOUND.replace(`${NUMBER} AND `, '')],
    ['a lookup out of a variable', FOUND.replace('{p0:UInt32}', '{v0:UInt32}')],
    ['a lookup of another table', FOUND.replace('t1b.lookup', 't9b.lookup')],
    ['another condition on the value', FOUND.replace('equals(t1b.value', 'notEquals(t1b.value')],
    ['a value out of a column', FOUND.replace('{v0:String}', 't1b.event')],
    ['a value out of a sub-query', FOUND.replace('{v0:String}', '(SELECT c1 FROM q1)')],
    ['a condition behind that of the value', FOUND.replace('{v0:String})', '{v0:String}) OR true')],
    ['conditions of a lookup on events', FOUND.replace('app.lookups', 'app.events')],
    ['a table outside the catalog', GUARDED.replace('app.events', 'app.event_ids')],
    ['another database', GUARDED.replace('app.events', 'system.query_log')],
    ['a bare table', 'SELECT c1 FROM events'],
    ['a function outside the table', 'SELECT file({p0:String}) AS c1'],
    ['a table function', 'SELECT c1 FROM url({p0:String}) AS t1'],
    ['a word of a user', 'SELECT t1.c1 AS password FROM q1 AS t1'],
    ['a text of a user', "SELECT 'secret' AS c1"],
    ['an unclosed text', "SELECT 'UTC AS c1"],
    ['a second statement', 'SELECT {p0:UInt8} AS c1; SELECT {p0:UInt8} AS c1'],
    ['a comment', 'SELECT {p0:UInt8} AS c1 -- x'],
    ['a block comment', 'SELECT /* x */ {p0:UInt8} AS c1'],
    ['SETTINGS', 'SELECT {p0:UInt8} AS c1 SETTINGS c1'],
    ['FORMAT', 'SELECT {p0:UInt8} AS c1 FORMAT JSON'],
    ['INTO OUTFILE', "SELECT {p0:UInt8} AS c1 INTO OUTFILE 'UTC'"],
    ['back-ticks', 'SELECT `c1` AS c1'],
    ['double quotes', 'SELECT "c1" AS c1'],
    ['an identifier parameter', 'SELECT c1 FROM {p0:Identifier}'],
    ['an identifier as a value', 'SELECT {p0:Identifier} FROM q1'],
    ['an identifier as a table alias', 'SELECT c1 FROM (SELECT c1) AS {p0:Identifier}'],
    ['an identifier inside brackets', 'SELECT c1 FROM (SELECT c1 AS {p0:Identifier} FROM q1) AS t1'],
    ['an identifier of a variable', 'SELECT c1 AS {v0:Identifier} FROM q1'],
    ['an open bracket', 'SELECT (c1'],
    ['a bracket too many', 'SELECT c1)'],
    ['a NUL', 'SELECT c1\0'],
  ])('%s', (_, sql) => {
    expect(() => checkOutput([sql], 'UTC')).toThrow('the printed SQL');
  });

  test('also in a text that only NULL chooses', () => {
    const pieces = [
      { kind: 'switch', variable: 'x', on: 'null', whenSo: ['file(c1)'], otherwise: ['c1'] } as const,
    ];
    expect(() => checkOutput(['SELECT ', ...pieces], 'UTC')).toThrow('file');
  });
});
