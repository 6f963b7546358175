import { UniqueViolationError } from '../../adapters/store/unique-violation-error.ts';
import { AppError } from '../../base/errors.ts';

export function absentAction(id: number): AppError {
  return new AppError('not_found', `There is no action ${id}.`);
}

/** Runs a write of an action called `name` and turns the store's refusal of the name into `name_taken`. */
export async function claimingActionName<Result>(
  name: string,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error;
    throw new AppError('name_taken', `The project has an action "${name}" already.`, {
      attr: 'name',
      cause: error,
    });
  }
}
