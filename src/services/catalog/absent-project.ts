import { AppError } from '../../base/errors.ts';

/** The answer for a project that does not exist: the same as for one out of the key's reach. */
export function absentProject(): AppError {
  return new AppError('permission_denied', 'The key does not reach this project.');
}
