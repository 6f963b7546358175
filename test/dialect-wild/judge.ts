import { expect } from 'vitest';
import type { TestAnswer } from '../fixtures/start-service.ts';
import type { Expected, InsightCase, MessageCase, Reading, Rows, SqlCase } from './cases.ts';
import type { WildProject } from './wild-project.ts';
import { NOW } from './world.ts';

let stored = 0;

/** Runs a statement and fails when the answer is not the expected one. */
export async function judgeSql({ project, fill }: WildProject, given: SqlCase): Promise<void> {
  const { sql, values, filters, variables, filtersOverride, stored: isStored = false, expected } = given;
  const query = fill({
    kind: 'HogQLQuery',
    query: sql,
    ...(values && { values }),
    ...(filters && { filters }),
  });
  const more = {
    ...(variables && { variables }),
    ...(filtersOverride && { filters_override: filtersOverride }),
  };
  if (!isStored) {
    const answer = await project.call('POST', 'query', { body: { query, ...fill(more) }, now: NOW });
    checkRows(answer, expected);
    return;
  }
  stored += 1;
  const name = `stored-${stored}`;
  const made = await project.call('POST', 'endpoints', { body: { name, query }, now: NOW });
  expect(made.status, made.text.slice(0, 400)).toBe(201);
  checkRows(await project.call('POST', `endpoints/${name}/run`, { body: fill(more), now: NOW }), expected);
}

function checkRows(answer: TestAnswer, expected: Expected): void {
  if ('refused' in expected) {
    checkRefusal(answer, expected.refused, expected.says);
    return;
  }
  expect(answer.status, answer.text.slice(0, 400)).toBe(200);
  const rows: Rows = answer.json.results;
  if ('shape' in expected) {
    checkShape(rows, expected.shape);
    return;
  }
  const order = expected.ordered === true ? (list: Rows) => list : sorted;
  expect(near(order(rows))).toEqual(near(order(expected.rows)));
}

function checkRefusal(answer: TestAnswer, code: string, says: RegExp = /./): void {
  expect(answer.status, answer.text.slice(0, 400)).toBe(400);
  expect(answer.json.code).toMatch(new RegExp(`^(${code})$`));
  expect(answer.json.detail).toMatch(says);
}

function checkShape(rows: Rows, shape: string): void {
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row.map((value, i) => letterOf(value, shape[i] ?? '?')).join('')).toBe(shape);
  }
}

/** The wanted letter when the value is of its kind, else `?`. */
function letterOf(value: unknown, wanted: string): string {
  if (value === null && wanted !== wanted.toLowerCase()) return wanted;
  const isOf: Readonly<Record<string, boolean>> = {
    n: typeof value === 'number',
    s: typeof value === 'string',
    d: typeof value === 'string' && !Number.isNaN(Date.parse(value)),
    b: value === 0 || value === 1 || typeof value === 'boolean',
    a: Array.isArray(value),
    x: true,
  };
  return isOf[wanted.toLowerCase()] === true ? wanted : '?';
}

/** Runs an insight and fails when what is read of the answer is not the expected one. */
export async function judgeInsight({ project, fill }: WildProject, given: InsightCase): Promise<void> {
  const body = {
    query: fill(given.query),
    ...(given.variables && { variables: given.variables }),
    ...(given.filtersOverride && { filters_override: fill(given.filtersOverride) }),
    ...(given.warns && { debug: true }),
  };
  if (given.reads === 'seconds') return judgeAge(project, body.query, given.expected as number);
  const answer = await project.call('POST', 'query', { body, now: NOW });
  if (given.refused !== undefined) {
    checkRefusal(answer, given.refused, given.says);
    return;
  }
  expect(answer.status, answer.text.slice(0, 400)).toBe(200);
  if (given.warns !== undefined) expect(JSON.stringify(answer.json.warnings)).toMatch(given.warns);
  if (given.reads !== undefined) {
    expect(near(read(answer.json.results, given.reads))).toEqual(near(given.expected));
  }
}

/** How long the answer of a stored insight is fresh. */
async function judgeAge(project: WildProject['project'], query: object, seconds: number): Promise<void> {
  stored += 1;
  const name = `stored-${stored}`;
  const made = await project.call('POST', 'endpoints', { body: { name, query }, now: NOW });
  expect(made.status, made.text.slice(0, 400)).toBe(201);
  const { json } = await project.call('POST', `endpoints/${name}/run`, { body: {}, now: NOW });
  expect((Date.parse(json.cache_target_age) - Date.parse(json.last_refresh)) / 1000).toBe(seconds);
}

// biome-ignore lint/suspicious/noExplicitAny: results of six kinds, and a wrong shape fails the case.
function read(results: any, reading: Reading): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const each = (of: (one: any) => unknown) => results.map(of);
  const entries = (of: (one: Record<string, unknown>) => readonly [unknown, unknown]) =>
    Object.fromEntries(each(of));
  const readings: Readonly<Record<Reading, () => unknown>> = {
    data: () => each((one) => one.data),
    totals: () => each((one) => one.aggregated_value),
    byValue: () =>
      entries((one) => [String(one['breakdown_value']), one['aggregated_value'] ?? one['count']]),
    counts: () => each((one) => one.count),
    retention: () => each((row) => row.values.map((value: { count: number }) => value.count)),
    lifecycle: () => entries((one) => [one['status'], one['data']]),
    days: () => results[0].days,
    labels: () => results[0].labels,
    edges: () => each((one) => [one.source, one.target, one.value]),
    nested: () => each((value) => value.map((step: { count: number }) => step.count)).toSorted(byJson),
    shape: () => [results.length, results[0].data.length],
    seconds: () => undefined,
  };
  return readings[reading]();
}

/** Makes a call and fails when its answer does not say what it should. */
export async function judgeMessage({ project, fill }: WildProject, given: MessageCase): Promise<void> {
  for (const [method, path, body] of fill(given.before ?? [])) {
    const { status, text } = await project.call(method, path, { body, now: NOW });
    expect(status < 300 ? '' : text).toBe('');
  }
  const { method = 'POST', path, body, now = NOW } = fill(given);
  const answer = await project.call(method, path, { ...(body && { body }), now });
  expect(answer.status, answer.text.slice(0, 400)).toBe(given.status);
  if (given.code !== undefined) expect(answer.json.code, answer.text.slice(0, 400)).toBe(given.code);
  for (const pattern of given.says ?? []) expect(answer.text, answer.text.slice(0, 400)).toMatch(pattern);
  const details = (answer.json?.warnings ?? [])
    .map((warning: { detail: string }) => warning.detail)
    .join('\n');
  for (const pattern of given.warns ?? []) expect(details).toMatch(pattern);
  for (const pattern of given.never ?? [])
    expect(answer.text, answer.text.slice(0, 400)).not.toMatch(pattern);
}

function sorted(rows: Rows): Rows {
  return rows
    .map((row) => [JSON.stringify(near(row)), row] as const)
    .sort(byText)
    .map(([, row]) => row);
}

function byText([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function byJson(a: unknown, b: unknown): number {
  return byText([JSON.stringify(a), a], [JSON.stringify(b), b]);
}

/** Numbers rounded to nine digits, everywhere inside a value. */
function near(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(9));
  if (Array.isArray(value)) return value.map(near);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, near(one)]));
}
