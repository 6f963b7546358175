import { expect, test } from 'vitest';
import { isAppError } from '../../src/base/errors.ts';
import { compileVersion } from '../../src/query/plan.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';

// [SQL-7.5]: what stands for `{filters.dateRange.from}` and `.to` while no date is set.

const PROJECT = testProject();
const FROM = '{filters.dateRange.from}';
const TO = '{filters.dateRange.to}';

function versionOf(query: string) {
  return compileVersion({ kind: 'HogQLQuery', query }, {}, PROJECT);
}

/** The SQL of a run with these dates. */
function sqlOf(query: string, filters_override: Readonly<Record<string, string>> = {}): string {
  const options = { project: PROJECT, allowedOverrides: null, maxRows: 100 };
  const plan = versionOf(query).prepare({ filters_override }, options).plan(0);
  if (plan.kind !== 'table') throw new Error('a SQL query answers a table');
  return plan.query.sql;
}

test.each([
  [`timestamp >= ${FROM}`, 'true'],
  [`event = 'a' AND toDate(timestamp) <= toDate(${TO}) + 1`, "event = 'a'"],
  [`and(event = 'a', lessOrEquals(timestamp, ${TO}))`, "event = 'a'"],
  [`event = 'a' AND (event = 'b' AND ${FROM} < timestamp)`, "event = 'a' AND event = 'b'"],
  [`event = 'a' AND timestamp NOT BETWEEN ${FROM} AND ${TO}`, "event = 'a'"],
  [`event = 'a' AND timestamp IS DISTINCT FROM ${FROM}`, "event = 'a'"],
  [
    `person_id IN (SELECT person_id FROM events WHERE event = 'a' AND timestamp > ${FROM})`,
    "person_id IN (SELECT person_id FROM events WHERE event = 'a')",
  ],
])('without dates %s is %s', (condition, remaining) => {
  const text = (where: string) => `SELECT count() FROM events WHERE ${where}`;
  expect(sqlOf(text(condition))).toBe(sqlOf(text(remaining)));
  expect(versionOf(text(condition)).notMaterializable).toBeNull();
});

test('of BETWEEN the side whose bound is set remains', () => {
  const text = (where: string) => `SELECT count() FROM events WHERE ${where}`;
  const since = { date_from: '2026-01-05' };
  expect(sqlOf(text(`timestamp BETWEEN ${FROM} AND ${TO}`), since)).toBe(
    sqlOf(text(`timestamp >= ${FROM}`), since),
  );
});

test.each([
  `SELECT ${FROM}`,
  `SELECT countIf(timestamp > ${FROM}) FROM events`,
  `SELECT count() FROM events WHERE event = 'a' OR timestamp > ${FROM}`,
  `SELECT count() FROM events WHERE NOT timestamp > ${FROM}`,
  `SELECT count() FROM events WHERE person_id IN (SELECT person_id FROM events WHERE isNotNull(${FROM}))`,
  `SELECT event, row_number() OVER (ORDER BY event) AS n FROM events QUALIFY timestamp > ${FROM}`,
  `SELECT count() FROM numbers(dateDiff('day', ${FROM}, now()))`,
])('kept, not stored as an answer, and missing at run: %s', (query) => {
  const version = versionOf(query);
  expect(version.notMaterializable).toMatch(/dateRange/);
  expect.assertions(3);
  try {
    sqlOf(query);
  } catch (error) {
    expect(isAppError(error, 'missing_variable')).toBe(true);
  }
  expect(sqlOf(query, { date_from: '2026-01-05' })).not.toBe('');
});
