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
  ['the body itself', [], 'invalid_value', undefined, 'The body: '],
])('%s', (_, body, code, attr, words) => {
  expect(refusal(body)).toEqual([code, attr, expect.stringContaining(words)]);
});
