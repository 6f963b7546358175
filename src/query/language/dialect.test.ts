import { describe, expect, test } from 'vitest';
import { InvariantError } from '../../base/invariant.ts';
import { alias, and, call, compare, constant, descending, field, from, select, tuple } from './build.ts';
import { expression, statement } from './dialect.ts';

const isPaid = compare(field('plan'), '==', constant('paid'));
const isNew = compare(field('age'), '<', constant(7));

describe('a hole of a statement', () => {
  test.each([
    ['a column', statement`SELECT ${field('a')} FROM events`, [field('a')]],
    ['a named column', statement`SELECT ${field('a')} AS b FROM events`, [alias('b', field('a'))]],
    [
      'several columns',
      statement`SELECT ${[field('a'), field('b')]}, c FROM events`,
      ['a', 'b', 'c'].map((name) => field(name)),
    ],
    ['no column', statement`SELECT ${[]}, c FROM events`, [field('c')]],
    ['a named column that is left out', statement`SELECT ${undefined} AS b, c FROM events`, [field('c')]],
  ])('is %s', (_, made, columns) => {
    expect(made).toEqual(select({ select: columns, select_from: from('events') }));
  });

  test.each([
    ['one condition', statement`SELECT a FROM events WHERE ${isPaid}`, isPaid],
    [
      'all of several conditions',
      statement`SELECT a FROM events WHERE ${[isPaid, isNew]}`,
      and(isPaid, isNew),
    ],
    [
      'conditions beside one in the text',
      statement`SELECT a FROM events WHERE ${[isPaid]} AND age < 7`,
      and(isPaid, isNew),
    ],
    ['a condition that is left out', statement`SELECT a FROM events WHERE ${undefined} AND age < 7`, isNew],
    ['a condition that always holds', statement`SELECT a FROM events WHERE ${true} AND age < 7`, isNew],
    ['no condition', statement`SELECT a FROM events WHERE ${undefined}`, undefined],
  ])('is %s', (_, made, where) => {
    const plain = { select: [field('a')], select_from: from('events') };
    expect(made).toEqual(select({ ...plain, ...(where && { where }) }));
  });

  test('is a list of keys, which may be empty', () => {
    const keyed = (...keys: string[]) =>
      statement`SELECT count() FROM events GROUP BY ${keys.map((key) => field(key))}`;
    expect(keyed('a', 'b')).toMatchObject({ group_by: [field('a'), field('b')] });
    expect(keyed()).not.toHaveProperty('group_by');
  });

  test('is an item of ORDER BY, with the order of the text or its own', () => {
    expect(statement`SELECT a FROM t ORDER BY ${[field('a'), field('b')]} DESC LIMIT ${5}`).toMatchObject({
      order_by: [descending(field('a')), descending(field('b'))],
      limit: constant(5),
    });
    expect(statement`SELECT a FROM t ORDER BY ${descending(field('a'))}`).toMatchObject({
      order_by: [descending(field('a'))],
    });
  });

  test('is a sub-query, a table, or a list of joined tables', () => {
    const inner = statement`SELECT a FROM events`;
    expect(statement`SELECT a FROM ${inner} AS inner_rows`).toMatchObject({
      select_from: from(inner, 'inner_rows'),
    });
    expect(statement`SELECT a FROM ${field('persons')}`).toMatchObject({ select_from: from('persons') });
    const joined = { ...from('persons'), next_join: { ...from('events'), join_type: 'CROSS JOIN' } };
    expect(statement`SELECT a FROM ${joined}`).toMatchObject({ select_from: joined });
  });
});

describe('an expression', () => {
  test('takes constants as values, texts too', () => {
    const text = "'; DROP TABLE events; --";
    expect(expression`event = ${text}`).toEqual(compare(field('event'), '==', constant(text)));
    expect(expression`(${1}, ${2n}, ${true}, ${null})`).toEqual(
      tuple(constant(1), constant(2n), constant(true), constant(null)),
    );
  });

  test('splices lists into arguments, sets and arrays', () => {
    const names = [constant('a'), constant('b')];
    expect(expression`f(${names}, x)`).toEqual(call('f', ...names, field('x')));
    expect(expression`event IN (${'c'}, ${names})`).toEqual(
      compare(field('event'), 'in', tuple(constant('c'), ...names)),
    );
    expect(expression`event NOT IN (${names})`).toEqual(compare(field('event'), 'not in', tuple(...names)));
    expect(expression`[${names}]`).toEqual({ kind: 'Array', exprs: names });
  });

  test('may call what users cannot, by its name', () => {
    expect(expression`_dense(${9})(value, bucket)`).toEqual({
      ...call('_dense', field('value'), field('bucket')),
      internal: true,
      params: [constant(9)],
    });
  });
});

test('a text is parsed once, and what has no hole is shared', () => {
  const make = (value: number) => expression`f(g(x), ${value})`;
  const [one, two] = [make(1), make(2)];
  expect(one).toMatchObject({ args: [{}, constant(1)] });
  expect(two).toMatchObject({ args: [{}, constant(2)] });
  expect(one.kind === 'Call' && two.kind === 'Call' && one.args[0] === two.args[0]).toBe(true);
});

test.each([
  ['in a text', () => expression`event = '${'x'}'`],
  ['as a name behind a dot', () => expression`properties.${'x'}`],
  ['as the name of a table', () => statement`SELECT a FROM ${'events'}`],
  ['as a statement of several nodes', () => expression`${[field('a'), field('b')]} `],
  ['as an operand that is left out', () => expression`a + ${undefined}`],
  ['as a table where an expression stands', () => expression`a AND ${from('events')}`],
  ['as a placeholder of users', () => expression`a = {variables.x}`],
])('a hole cannot stand %s', (_, make) => {
  expect(make).toThrow();
});

test('a mistake in a text is ours, not the caller’s', () => {
  expect(() => expression`event = '${'x'}'`).toThrow(InvariantError);
});
