import { describe, expect, test } from 'vitest';
import { validateQuery } from '../../src/query/plan.ts';
import type { VariableDeclarations } from '../../src/schema/variable-declaration.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';

/** Errors of a text as `code at marked part: detail`. */
function errorsOf(query: string, variables: VariableDeclarations = {}): readonly string[] {
  const errors = validateQuery({ kind: 'HogQLQuery', query }, variables, testProject());
  return errors.map(({ code, message, position }) => {
    const marked = position ? query.slice(position.offset, position.offset + position.length) : '';
    return `${code} at [${marked}]: ${message}`;
  });
}

// [SPEC-6.6], [SQL-1.4], [SQL-4.1], [SQL-4.4], [SQL-6.2], [SQL-7.1] and [SQL-8.5] to [SQL-8.7].
describe('one error names the place, what was found and the nearest name', () => {
  test.each([
    ['SELECT evnt FROM events', 'unknown_field at [evnt]: There is no field "evnt". Did you mean "event"?'],
    [
      'SELECT plan FROM events',
      'unknown_field at [plan]: There is no field "plan". Did you mean "properties.plan"?',
    ],
    [
      'SELECT age FROM events',
      'unknown_field at [age]: There is no field "age". Did you mean "person.properties.age"?',
    ],
    [
      'SELECT age FROM persons',
      'unknown_field at [age]: There is no field "age". Did you mean "properties.age"?',
    ],
    ['SELECT 1 FROM event', 'unknown_table at [event]: There is no table "event". Did you mean "events"?'],
    ['SELECT cont() FROM events', 'unknown_function at [cont()]: There is no function "cont".'],
    [
      'SELECT lower(1)',
      'type_mismatch at [1]: lower takes text here, found a number. It is argument 1: convert it with toString().',
    ],
    ["SELECT toString(1, 'Asia/Tokyo')", 'type_mismatch at [1]: toString takes'],
    [
      "SELECT JSONExtract('{}', 'a', 'Nested(')",
      "type_mismatch at ['Nested(']: The last argument of JSONExtract is a text that names a type",
    ],
    ['SELECT lower()', 'wrong_arity at [lower()]: lower takes 1 argument, found 0.'],
    ['SELECT project_id FROM events', 'unknown_field at [project_id]: There is no field "project_id"'],
    ['SELECT person FROM events', 'unknown_field at [person]: This names a table.'],
    ['SELECT event.x FROM events', 'unknown_field at [event.x]: "x" is not a field here'],
    ['SELECT 1 AS a, 2 AS a', 'invalid_alias at [2 AS a]: The alias "a" is defined twice.'],
    ['SELECT sum(count()) FROM events', 'nested_aggregate at [count()]: count stands inside sum.'],
    ['SELECT 1 FROM events WHERE count() > 1', 'nested_aggregate at [count()]: count is an aggregate'],
    [
      'SELECT event, count() FROM events',
      'missing_group_by at [event]: A column here has no one value per group.',
    ],
    [
      'SELECT count() FROM events LIMIT 1 BY event',
      'missing_group_by at [event]: A column here has no one value',
    ],
    [
      "SELECT count() FROM events QUALIFY event = 'a'",
      "missing_group_by at [event = 'a']: A column here has no",
    ],
    [
      'SELECT sum(x) FROM events ARRAY JOIN [1] AS x GROUP BY event ORDER BY x',
      'missing_group_by at [x]: A column',
    ],
    ['SELECT multiIf(1, 2, 3, 4)', 'wrong_arity at [multiIf(1, 2, 3, 4)]: multiIf takes an odd number of'],
    ["SELECT map('a')", "wrong_arity at [map('a')]: map takes an even number of arguments, found 1."],
    ['SELECT toDecimal(1, 999)', 'type_mismatch at [999]: toDecimal takes a number from 0 to 18 here'],
    ['SELECT h3kRing(1, 101)', 'type_mismatch at [101]: h3kRing takes a literal from 0 to 100 here'],
    [
      'SELECT h3HexRing(1, number) FROM numbers(3)',
      'type_mismatch at [number]: h3HexRing takes a literal from 0 to 100 here',
    ],
    ['SELECT format(1, 2)', 'type_mismatch at [1]: format takes a constant text here, found a number.'],
    [
      'SELECT 1 FROM events WHERE event > 5',
      'type_mismatch at [event > 5]: Cannot compare text with a number.',
    ],
    [
      "SELECT 1 FROM events WHERE timestamp > 'soon'",
      "type_mismatch at [timestamp > 'soon']: 'soon' is not a date.",
    ],
    ['SELECT event + 1 FROM events', 'type_mismatch at [event + 1]: Cannot compute with text'],
    [
      'SELECT [(1, 2)].3',
      'type_mismatch at [[(1, 2)].3]: A tuple of 2 elements is read with a constant index',
    ],
    ['SELECT properties.list[0] FROM events', 'type_mismatch at [properties.list[0]]: Lists count from 1'],
    ['SELECT properties.list.0 FROM events', 'type_mismatch at [properties.list.0]: Lists count from 1'],
    ["SELECT properties['list'][0].x FROM events", "type_mismatch at [properties['list'][0].x]: Lists count"],
    ['SELECT person.properties.list[0] FROM events', 'type_mismatch at [person.properties.list[0]]: Lists'],
    ['SELECT [1, 2][0]', 'type_mismatch at [[1, 2][0]]: Lists count from 1'],
    ['SELECT [(1, 2)].0', 'type_mismatch at [[(1, 2)].0]: A tuple of 2 elements'],
    ["SELECT '5'::ipv4", 'type_mismatch'],
    ['SELECT 1 FROM events FINAL', 'unsupported_syntax'],
    ['SELECT 1 FROM events SAMPLE 0.1', 'unsupported_syntax'],
    ['SELECT 1 LIMIT 1.5', 'type_mismatch at [1.5]: LIMIT and OFFSET take a whole number or a variable.'],
    [
      'SELECT 1 FROM events e, persons e',
      'invalid_alias at [, persons e]: The table name "e" is used twice.',
    ],
    [
      'SELECT id FROM persons p, groups g, events WHERE created_at > 1',
      'unknown_field at [created_at]: The name',
    ],
    [
      'SELECT (SELECT e.event) FROM events e',
      'unsupported_syntax at [e.event]: "e.event" belongs to an outer',
    ],
    ["SELECT 1 FROM url('x')", 'unknown_table at [url]: There is no table function "url".'],
    [
      'SELECT 1 FROM system.query_log',
      'unknown_table at [system.query_log]: There is no table "system.query_log".',
    ],
    ["SELECT file('/etc/passwd')", 'unknown_function'],
    [
      'SELECT {variables.x} FROM {variables.t}',
      'unsupported_syntax at [{variables.t}]: A variable is a value',
    ],
    ['SELECT {other}', 'unsupported_syntax at [{other}]: The placeholder {other} is not available here.'],
    [
      'SELECT {lower(variables.x ? [variables.a] : other)}',
      'unsupported_syntax at [{lower(variables.x ? [variables.a] : other)}]: The placeholder {...} is not available ' +
        'here. Put the braces around the variables alone: lower(if({variables.x}, [{variables.a}], other))',
    ],
    [
      `SELECT {concat(variables.x, '${'x'.repeat(200)}')}`,
      `unsupported_syntax at [{concat(variables.x, '${'x'.repeat(200)}')}]: The placeholder {...} is not available ` +
        'here. Put the braces around {variables.<name>} alone.',
    ],
    ['SELECT {1 + 1}', 'unsupported_syntax at [{1 + 1}]: The placeholder {...} is not available here. Use'],
    [
      `SELECT 1 FROM events WHERE event = "it's"`,
      `unknown_field at ["it's"]: There is no field "it's". Texts stand in single quotes: 'it''s'`,
    ],
    [
      'SELECT "evnt" FROM events',
      'unknown_field at ["evnt"]: There is no field "evnt". Did you mean "event"? Texts stand in single quotes',
    ],
    [
      'SELECT arrayElement(event, 1) FROM events',
      'type_mismatch at [event]: arrayElement takes an array or a map here',
    ],
    ['SELECT hasAll(event, [1]) FROM events', 'type_mismatch at [event]: hasAll takes an array here'],
    ['SELECT hasSubstr([1], event) FROM events', 'type_mismatch at [event]: hasSubstr takes an array here'],
    ['SELECT 1 UNION ALL SELECT 1, 2', 'type_mismatch at [SELECT 1, 2]: The branches of a set'],
    ['SELECT (1, 2) IN 1', 'type_mismatch at [(1, 2) IN 1]: A tuple of 2'],
    ['SELECT (1, 2) IN (1, 2, 3)', 'type_mismatch at [(1, 2) IN (1, 2, 3)]: A tuple of 2'],
    ['SELECT (1, 2) IN ((1, 2, 3), 4)', 'type_mismatch at [(1, 2) IN ((1, 2, 3), 4)]: A tuple of 2'],
    ['SELECT (1, 2) IN [1]', 'type_mismatch at [(1, 2) IN [1]]: A tuple of 2'],
    ['SELECT (1, 2) IN (SELECT 1)', 'type_mismatch at [(1, 2) IN (SELECT 1)]: A tuple of 2'],
    ['SELECT (1, 2) IN (SELECT 1, 2, 3)', 'type_mismatch at [(1, 2) IN (SELECT 1, 2, 3)]: A tuple of 2'],
    [
      "SELECT dateAdd('fortnight', 1, now())",
      "type_mismatch at ['fortnight']: Argument 1 of dateAdd is one of",
    ],
    ['SELECT dateSub(1, 1, now())', 'type_mismatch at [1]: Argument 1 of dateSub is one of'],
    ["SELECT 1 UNION ALL SELECT 'a'", "type_mismatch at [SELECT 'a']: Column 1 is a number in one branch"],
    [
      'SELECT person_id IN COHORT 5 FROM events',
      'invalid_value at [person_id IN COHORT 5]: The project has no cohort',
    ],
    ['SELECT arrayMap((x, y) -> x, [1])', 'wrong_arity'],
    ['SELECT rank() FROM events', 'unsupported_syntax at [rank()]: rank needs OVER (...).'],
    ['SELECT event FROM events WHERE event = {variables.x} LIMIT {variables.x}', 'type_mismatch'],
  ])('%s', (query, expected) => {
    const [first] = errorsOf(query);
    expect(first?.slice(0, expected.length)).toBe(expected);
  });
});

// [SPEC-6.6]
test.each([
  ['=', 'event = {variables.names}'],
  ['!=', 'event != {variables.names}'],
  ['= the other way round', '{variables.names} = distinct_id'],
  ['= a property', 'properties.plan = {variables.names}'],
])('%s with a variable that is a list tells of IN', (_, condition) => {
  expect(errorsOf(`SELECT 1 FROM events WHERE ${condition}`, { names: { type: 'List' } })).toEqual([
    `type_mismatch at [${condition}]: The variable "names" is a List: use IN {variables.names} or NOT IN {variables.names}.`,
  ]);
});

test('all errors of a text are found at once, in its order', () => {
  const query = `SELECT evnt, foo(1), lower(2) FROM events
    WHERE tmestamp > now() AND count() > 1
    GROUP BY nothing ORDER BY alsonothing LIMIT 10`;
  expect(errorsOf(query).map((error) => error.slice(0, error.indexOf(']') + 1))).toEqual([
    'unknown_field at [evnt]',
    'unknown_function at [foo(1)]',
    'type_mismatch at [2]',
    'unknown_field at [tmestamp]',
    'unknown_field at [nothing]',
    'unknown_field at [alsonothing]',
  ]);
});

test('CTEs that double one another are refused before the engine sees them', () => {
  const ctes = Array.from({ length: 12 }, (_, index) => {
    const source = index === 0 ? 'events' : `c${index - 1}`;
    return `c${index} AS (SELECT a.event FROM ${source} a JOIN ${source} b ON a.event = b.event)`;
  });
  expect(errorsOf(`WITH ${ctes.join(', ')} SELECT count() FROM c11`)[0]).toMatch(/^query_too_complex/);
});
