import { expect, test } from 'vitest';
import { draftOf, type SqlDraft, withValuesOf } from './sql-draft.ts';

const query = (text: string) => ({ kind: 'HogQLQuery', query: text });

test('values that were typed stay when somebody else saves, unless their type is another one', () => {
  const typed: SqlDraft = {
    ...draftOf(query('select {variables.a}'), { a: { type: 'Number' }, b: { type: 'Number' } }),
    values: {
      a: { kind: 'value', text: '7' },
      b: { kind: 'value', text: '8' },
      inferred: { kind: 'null' },
    },
  };
  const stored = draftOf(query('select {variables.a} + 1'), { a: { type: 'Number' }, b: { type: 'Date' } });
  expect(withValuesOf(stored, typed)).toEqual({
    ...stored,
    values: { a: { kind: 'value', text: '7' }, inferred: { kind: 'null' } },
  });
});
