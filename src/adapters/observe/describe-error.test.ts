import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { InvariantError, unreachable } from '../../base/invariant.ts';
import { StartupError } from '../../base/startup-error.ts';
import { engineRefusal, toAppError } from '../engine/engine-error.ts';
import { describeError } from './describe-error.ts';

const SECRET = 'canary-4711';

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const engineError = engineRefusal('ACCESS_DENIED', `x = '${SECRET}' AND DB::Exception`);
const databaseError = Object.assign(new Error(`duplicate key value (${SECRET})`), {
  code: '23505',
  detail: `Key (name)=(${SECRET}) already exists.`,
  where: SECRET,
  hint: SECRET,
  internalQuery: SECRET,
  table: 'endpoints',
  constraint: 'endpoints_name',
});

test.each<[string, unknown, object]>([
  ['an exception of the engine', engineError, { type: 'EngineException', engineCode: 497 }],
  [
    'a caller-facing error with a cause',
    toAppError(engineError),
    { code: 'internal_error', message: 'The query failed inside the service.', cause: { engineCode: 497 } },
  ],
  [
    'a refusal that quotes its caller',
    new AppError('invalid_value', `"${SECRET}" is no date`, { attr: SECRET, extra: { found: SECRET } }),
    { type: 'AppError', code: 'invalid_value' },
  ],
  ['an error of the parser', thrownBy(() => JSON.parse(`{"a": ${SECRET}}`)), { type: 'SyntaxError' }],
  [
    'an error of the database',
    databaseError,
    { code: '23505', table: 'endpoints', constraint: 'endpoints_name' },
  ],
  [
    'an error of SQLite',
    thrownBy(() => new DatabaseSync(':memory:').exec(`select * from "${SECRET}"`)),
    { code: 'ERR_SQLITE_ERROR', errcode: 1 },
  ],
  [
    'an address that is none',
    thrownBy(() => new URL(SECRET)),
    { type: 'TypeError', code: 'ERR_INVALID_URL' },
  ],
  ['a missing member', thrownBy(() => Reflect.get(Object(null), SECRET).x), { type: 'TypeError' }],
  ['a text', SECRET, { type: 'string' }],
  ['an object', { secret: SECRET }, { type: 'object' }],
  [
    'what the engine said while it started',
    new StartupError(`did not start: ${SECRET}`),
    { type: 'StartupError' },
  ],
  ['a case that does not exist', thrownBy(() => unreachable(SECRET as never)), { type: 'InvariantError' }],
])('%s is told without its text', (_name, thrown, facts) => {
  const told = describeError(thrown);
  expect(told).toMatchObject(facts);
  expect(JSON.stringify(told)).not.toContain(SECRET);
  expect(JSON.stringify(told)).not.toContain('DB::Exception');
});

test('lines of a message that look like places are not told', () => {
  const told = describeError(new Error(`x\n    at ${SECRET} (file.ts:1:1)\n    at y`));
  expect(JSON.stringify(told)).not.toContain(SECRET);
  expect(told['stack']).toMatch(/^at .*describe-error\.test\.ts:\d+:\d+/);
});

test('neither is a message that was changed after', () => {
  const error = new Error(`before ${SECRET}`);
  expect(error.stack).toContain(SECRET);
  error.message = 'after';
  expect(describeError(error)).toEqual({ type: 'Error', stack: '' });
});

test('what the operator needs is told: our sentences, codes of the system, places', () => {
  expect(describeError(new InvariantError('two and two are four'))).toMatchObject({
    message: 'two and two are four',
    stack: expect.stringContaining('describe-error.test.ts'),
  });
  expect(existsSync('/nowhere')).toBe(false);
  expect(describeError(thrownBy(() => readFileSync('/nowhere')))).toMatchObject({
    code: 'ENOENT',
    syscall: 'open',
    path: '/nowhere',
  });
});

test('causes end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
});
