import { expect, test } from 'vitest';
import type { QueryVariable } from '../../query/plan.ts';
import type { VariableDeclaration } from '../../schema/variable-declaration.ts';
import { variableChanges } from './variable-changes.ts';

type Given = VariableDeclaration & Partial<Pick<QueryVariable, 'nullable' | 'declared'>>;

/** A version with the variable `a`, as the compiler sees it; null = without it. */
function version(given: Given | null) {
  if (given === null) return { variables: [], declarations: {} };
  const { nullable = true, declared = given.type !== undefined, ...declaration } = given;
  const required = declaration.required ?? declaration.default === undefined;
  const variable = { name: 'a', type: declaration.type ?? 'String', declared, required, nullable } as const;
  return { variables: [variable], declarations: { a: declaration } };
}

test.each<[string, Given | null, Given | null, string | null]>([
  ['the same', { min: 1 }, { min: 1 }, null],
  ['removed', {}, null, 'is removed'],
  ['added with a default', null, { default: 'x' }, null],
  ['added without one', null, {}, 'is new and required'],
  ['added but not required', null, { required: false }, null],
  ['its default is gone', { default: 'x' }, {}, 'is required now'],
  ['another default', { default: 'x' }, { default: 'y' }, null],
  ['another type', { type: 'Number' }, { type: 'Date' }, 'changes its type from Number to Date'],
  [
    'a text by declaration',
    {},
    { type: 'String' },
    'no longer takes numbers and booleans, because it is declared',
  ],
  ['a number by declaration', { type: 'Number', declared: false }, { type: 'Number' }, null],
  ['a slot that cannot be null', {}, { nullable: false }, 'no longer takes null'],
  ['required for sure', {}, { required: true }, 'no longer takes null'],
  ['values listed', {}, { enum: ['x'] }, 'allows fewer values'],
  ['a value less', { enum: ['x', 'y'] }, { enum: ['x', 'z'] }, 'allows fewer values'],
  ['a value more', { enum: ['x'] }, { enum: ['y', 'x'] }, null],
  ['values free again', { enum: ['x'] }, {}, null],
  ['a least value', {}, { min: 0 }, 'has a greater least value'],
  ['a greater least value', { min: 1 }, { min: 2 }, 'has a greater least value'],
  ['a smaller least value', { min: 10 }, { min: 9 }, null],
  ['the same in other words', { min: 10 }, { min: '10' }, null],
  ['a greatest value', {}, { max: 5 }, 'has a smaller greatest value'],
  ['a smaller greatest value', { max: 10 }, { max: 9 }, 'has a smaller greatest value'],
  ['a later greatest date', { max: '2026-01-05' }, { max: '2026-02-01' }, null],
  ['an earlier greatest date', { max: '2026-02-01' }, { max: '2026-01-05' }, 'has a smaller greatest value'],
  ['another relative date', { max: '-7d' }, { max: '-1d' }, 'has a smaller greatest value'],
])('%s', (_, before, after, expected) => {
  const details = variableChanges(version(before), version(after)).map(({ detail }) => detail);
  expect(details).toEqual(expected === null ? [] : [`The variable "a" ${expected}.`]);
});
