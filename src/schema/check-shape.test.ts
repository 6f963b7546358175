import { expect, test } from 'vitest';
import { isAppError } from '../base/errors.ts';
import { checkShape } from './check-shape.ts';
import { endpointChangeSchema } from './endpoint.ts';

function refusal(body: unknown): readonly unknown[] {
  try {
    checkShape(endpointChangeSchema, body);
    return [];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [error.code, error.attr, error.message];
  }
}

const KNOWN_LIMITS = 'Known members are timeout_seconds, max_rows, max_bytes_read.';

test.each([
  ['a member of a part', { limits: { x: 1 } }, 'unknown_member', 'limits.x', KNOWN_LIMITS],
  ['one like another', { limits: { max_row: 1 } }, 'unknown_member', 'limits.max_row', '"max_rows"'],
  ['one in a map', { variables: { a: { typ: 1 } } }, 'unknown_member', 'variables.a.typ', '"type"'],
  ['a large number', { limits: { max_rows: 2n ** 63n } }, 'invalid_value', 'limits.max_rows', `${2n ** 63n}`],
  ['the body itself', [], 'invalid_value', undefined, 'The body: expected an object, found a list of 0.'],
  [
    'an empty text',
    { tags: [''] },
    'invalid_value',
    'tags.0',
    'a text that is not empty, found an empty text.',
  ],
  [
    'a long text',
    { tags: ['x'.repeat(101)] },
    'invalid_value',
    'tags.0',
    'of at most 100 characters, found 101.',
  ],
  ['a number for a text', { description: 3 }, 'invalid_value', 'description', 'expected a text, found 3.'],
  ['a small number', { limits: { max_rows: 0 } }, 'invalid_value', 'limits.max_rows', 'at least 1, found 0.'],
  [
    'a part of a number',
    { limits: { max_rows: 1.5 } },
    'invalid_value',
    'limits.max_rows',
    'a whole number,',
  ],
  ['a text for a query', { query: 'select 1' }, 'invalid_value', 'query', '{"kind": "HogQLQuery", "query": '],
])('%s', (_, body, code, attr, words) => {
  expect(refusal(body)).toEqual([code, attr, expect.stringContaining(words)]);
});
