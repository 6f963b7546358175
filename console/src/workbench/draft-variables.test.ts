import { expect, test } from 'vitest';
import { draftVariables, typedValue, variablesOfRun } from './draft-variables.ts';

const found = [{ name: 'organization', type: 'String', declared: false, required: true }];

test('used and declared variables, a declaration wins', () => {
  const declared = { organization: { type: 'Number', required: false }, old: {} } as const;
  expect(
    draftVariables(found, declared).map(({ name, type, required, isUsed }) => [name, type, required, isUsed]),
  ).toEqual([
    ['organization', 'Number', false, true],
    ['old', 'String', false, false],
  ]);
});

test('a value, null and nothing are three things', () => {
  const variables = draftVariables(
    [...found, { ...found[0], name: 'b' } as never, { ...found[0], name: 'c' } as never],
    {},
  );
  const values = {
    organization: { kind: 'value', text: '' },
    b: { kind: 'null' },
    c: { kind: 'none' },
  } as const;
  expect(variablesOfRun(variables, values)).toEqual({ organization: '', b: null });
});

test('what the query does not use is not sent', () => {
  expect(variablesOfRun(draftVariables([], { old: {} }), { old: { kind: 'value', text: 'x' } })).toEqual({});
});

test.each([
  ['12', 'Number', 12],
  ['9007199254740993', 'Number', '9007199254740993'],
  ['1e', 'Number', '1e'],
  ['true', 'Boolean', true],
  ['a, b\nc', 'List', ['a', 'b', 'c']],
  ['-7d', 'Date', '-7d'],
  ['12', 'String', '12'],
] as const)('%s as %s', (text, type, value) => expect(typedValue(text, type)).toEqual(value));
