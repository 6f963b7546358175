import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { FUNCTION_ROWS } from '../../src/query/catalog/functions/function-table.ts';
import { compileVersion, validateQuery } from '../../src/query/plan.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

// Regular expressions of users: read once from left to right wherever they come in, and never given to JavaScript.
// [SQL-11.4].

const problemsOf = (query: string) =>
  validateQuery({ kind: 'HogQLQuery', query }, {}, testProject()).map(({ code, message, position }) => ({
    code,
    message,
    marked: position && query.slice(position.offset, position.offset + position.length),
  }));

/** Every function that takes patterns, with `{p}` where one stands. */
const CALLS: Readonly<Record<string, string>> = {
  match: 'match(event, {p})',
  extract: 'extract(event, {p})',
  extractAll: 'extractAll(event, {p})',
  extractAllGroups: 'extractAllGroups(event, {p})',
  extractAllGroupsHorizontal: 'extractAllGroupsHorizontal(event, {p})',
  extractAllGroupsVertical: 'extractAllGroupsVertical(event, {p})',
  extractGroups: 'extractGroups(event, {p})',
  countMatches: 'countMatches(event, {p})',
  countMatchesCaseInsensitive: 'countMatchesCaseInsensitive(event, {p})',
  regexpExtract: 'regexpExtract(event, {p}, 1)',
  replaceRegexpAll: "replaceRegexpAll(event, {p}, 'x')",
  replaceRegexpOne: "replaceRegexpOne(event, {p}, 'x')",
  splitByRegexp: 'splitByRegexp({p}, event)',
  multiMatchAny: "multiMatchAny(event, ['a', {p}])",
  multiMatchAnyIndex: "multiMatchAnyIndex(event, ['a', 'b', 'c', {p}])",
  multiMatchAllIndices: 'multiMatchAllIndices(event, [{p}])',
  multiFuzzyMatchAny: 'multiFuzzyMatchAny(event, 1, [{p}])',
  multiFuzzyMatchAnyIndex: 'multiFuzzyMatchAnyIndex(event, 1, [{p}])',
  multiFuzzyMatchAllIndices: 'multiFuzzyMatchAllIndices(event, 1, [{p}])',
};

const OPERATORS = ['event =~ {p}', 'event !~ {p}', 'event =~* {p}', 'event !~* {p}'];

test('all functions that take patterns are known here', () => {
  const names = FUNCTION_ROWS.filter(
    (row) => /match|regexp|^extract(All|Groups)|^extract$/i.test(row.name) && !row.internal,
  )
    .map((row) => row.name)
    .filter((name) => !['matchesAction', 'regexpQuoteMeta'].includes(name));
  expect(names.sort()).toEqual(Object.keys(CALLS).sort());
});

describe('a literal is judged when the query is', () => {
  test.each([...Object.values(CALLS), ...OPERATORS])('%s', (shape) => {
    const [broken, ...others] = problemsOf(`SELECT ${shape.replace('{p}', "'(a'")} FROM events`);
    expect(others).toEqual([]);
    expect(broken).toMatchObject({
      code: 'invalid_value',
      message: expect.stringContaining('unterminated group'),
    });
    expect(broken?.marked).toContain("'(a'");
    const [long] = problemsOf(`SELECT ${shape.replace('{p}', `'${'a'.repeat(1001)}'`)} FROM events`);
    expect(long?.message).toContain('1001 characters, more than 1000');
    expect(long?.message.length).toBeLessThan(400);
    expect(problemsOf(`SELECT ${shape.replace('{p}', "'(a)'")} FROM events`)).toEqual([]);
  });

  test('behind a name too', () => {
    expect(problemsOf("WITH '(a' AS p SELECT match(event, p) FROM events")[0]?.code).toBe('invalid_value');
  });

  test('in time that grows with its length alone', () => {
    // 20,000 characters held the process for 8 seconds.
    const pattern = '(?i'.repeat(6_000);
    expect(problemsOf(`SELECT match(event, '${pattern}') FROM events`)[0]?.message).toContain(
      '18000 characters',
    );
  });
});

describe('a variable is judged when it is bound', () => {
  const prepare = (shape: string, value: unknown) => () =>
    compileVersion({ kind: 'HogQLQuery', query: `SELECT ${shape} FROM events` }, {}, testProject()).prepare(
      { variables: { p: value } },
      { project: testProject(), allowedOverrides: null, maxRows: 10 },
    );

  test.each([...Object.values(CALLS), ...OPERATORS])('%s', (shape) => {
    const withVariable = shape.replace('{p}', '{variables.p}');
    const refusal = expect.objectContaining({ code: 'invalid_variable', attr: 'variables.p' });
    expect(prepare(withVariable, '(a')).toThrow(refusal);
    expect(prepare(withVariable, 'a'.repeat(1001))).toThrow(refusal);
    expect(prepare(withVariable, '(a)')).not.toThrow();
  });

  test('a list of them', () => {
    const shape = 'multiMatchAny(event, {variables.p})';
    expect(prepare(shape, ['a', '(a'])).toThrow(expect.objectContaining({ code: 'invalid_variable' }));
    expect(prepare(shape, ['a', '(a)'])).not.toThrow();
  });

  test('the same variable may be a plain text elsewhere', () => {
    expect(prepare('event =~ {variables.p}, event = {variables.p}', 'a+')).not.toThrow();
    expect(prepare('event = {variables.p}', '(a')).not.toThrow();
  });
});

describe('COLUMNS', () => {
  const labels = (query: string) =>
    compileVersion({ kind: 'HogQLQuery', query }, {}, testProject()).columns?.map(({ name }) => name);

  test('takes a pattern of RE2', () => {
    expect(labels("SELECT COLUMNS('(?i)^UU|^ev') FROM events")).toEqual(['uuid', 'event']);
  });

  test('does not go back in a name', () => {
    const name = 'a'.repeat(2_000);
    const query = `SELECT COLUMNS('^(a+)+$'), COLUMNS('^(a|a)*$') FROM (SELECT 1 AS ${name}, 2 AS ${name}b)`;
    expect(labels(query)).toEqual([name, name]);
  });

  test.each([
    ["COLUMNS('(')", 'syntax_error'],
    ["COLUMNS('(?=a)b')", 'syntax_error'],
    [`COLUMNS('${'a'.repeat(1001)}')`, 'syntax_error'],
    // What a pattern stands for, and that times the letters of the names, is counted before it is used.
    [Array.from({ length: 3 }, () => "COLUMNS('.{0,900}')").join(', '), 'query_too_complex'],
    [`COLUMNS('.{500}|b') FROM (SELECT 1 AS ${'a'.repeat(10_000)}) WHERE 1`, 'query_too_complex'],
  ])('%s is refused', (columns, code) => {
    const query = columns.includes('FROM') ? `SELECT ${columns}` : `SELECT ${columns} FROM events`;
    expect(problemsOf(query).map((problem) => problem.code)).toEqual([code]);
  });
});

describe('the engine takes what the scan takes', () => {
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await shareEngine();
  });

  test.each([
    '[]a]',
    '[\\\\d-z]',
    'a{1000}',
    '(?:a{10}){100}',
    '.{1000}',
    '(?i)[^a]{1000}',
    '\\\\pL{400}',
    '\\\\x{1F600}',
    '\\\\12',
    '(?<n>a)',
    '(?-s:a)',
    '\\\\Q(a',
    'a{,5}',
    '^*',
    '[[:^alpha:]]',
    '\\\\P{^Greek}',
    '\\\\C',
    'é{2}',
    `${'a?'.repeat(499)}`,
  ])('%s', async (pattern) => {
    const version = compileVersion(
      { kind: 'HogQLQuery', query: `SELECT match(toString(number), '${pattern}') FROM numbers(1)` },
      {},
      testProject(),
    );
    const plan = version.prepare({}, { project: testProject(), allowedOverrides: null, maxRows: 10 }).plan(0);
    if (plan.kind !== 'table') throw new Error('a SQL query answers a table');
    await engine.query(queryOf(plan.query.sql, { parameters: plan.query.parameters }));
  });
});
