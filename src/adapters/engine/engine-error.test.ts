import { expect, test } from 'vitest';
import { EngineException, engineCodeOf, toAppError } from './engine-error.ts';

test.each([
  [159, 'query_timeout'],
  [241, 'query_memory_limit'],
  [158, 'query_too_large'],
  [307, 'query_too_large'],
  [396, 'query_too_large'],
  [306, 'query_too_complex'],
  [394, 'query_cancelled'],
  [202, 'query_capacity'],
  [6, 'query_failed'],
  [153, 'query_failed'],
  [236, 'engine_unavailable'],
  [75, 'engine_unavailable'],
  [243, 'engine_unavailable'],
  [47, 'internal_error'],
  [0, 'internal_error'],
] as const)('error %i of the engine is %s to the caller', (engineCode, code) => {
  const exception = new EngineException(engineCode, 'SELECT secret FROM app.events');
  const error = toAppError(exception);
  expect(error).toMatchObject({ code, cause: exception });
  expect(error.message).not.toContain('secret');
  expect(error.retryAfterSeconds).toBe(error.status === 503 ? 1 : undefined);
});

test('the number is read out of the text', () => {
  expect(engineCodeOf('Code: 62. DB::Exception: Syntax error: Code: 1.')).toBe(62);
  expect(engineCodeOf('something else')).toBe(0);
});
