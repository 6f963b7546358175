import { AppError } from '../../base/errors.ts';

export function absentAction(id: number): AppError {
  return new AppError('not_found', `There is no action ${id}.`);
}
