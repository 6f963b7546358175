import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { isDiskFull } from './is-disk-full.ts';

// [CAP-6.5].

const error = (message: string, members: object) => Object.assign(new Error(message), members);
const written =
  'Code: 75. DB::ErrnoException: Cannot write to file /x: , errno: 28, strerror: No space left on device';
const standard =
  'Code: 1001. DB::Exception: std::exception. filesystem error: in create_directories: No space left on device';

test.each([
  ['of the file system', error('write', { code: 'ENOSPC' }), true],
  ['of a quota', error('write', { code: 'EDQUOT' }), true],
  ['of another kind', error('write', { code: 'EACCES' }), false],
  ['of the engine', error('Cannot reserve 1 MiB', { engineCode: 243 }), true],
  ['of the engine, in a write that failed', error(written, { engineCode: 75 }), true],
  ['of the engine, in a library', error(standard, { engineCode: 1001 }), true],
  ['of the engine, in a write to a broken pipe', error('errno: 32, Broken pipe', { engineCode: 75 }), false],
  ['of the engine, in another library', error('std::bad_alloc', { engineCode: 1001 }), false],
  ['of a query with such a text', error("Cannot parse 'No space left on device'", { engineCode: 6 }), false],
  ['of the store', error('database or disk is full', { errcode: 13 }), true],
  ['of the store, that is locked', error('database is locked', { errcode: 5 }), false],
  [
    'behind another one',
    new AppError('store_unavailable', 'Away.', { cause: error('full', { errcode: 13 }) }),
    true,
  ],
  ['that is none', 'ENOSPC', false],
])('a full disk in an error %s', (_, found, isFull) => {
  expect(isDiskFull(found)).toBe(isFull);
});
