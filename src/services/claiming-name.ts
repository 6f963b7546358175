import { UniqueViolationError } from '../adapters/store/unique-violation-error.ts';
import { AppError } from '../base/errors.ts';

/**
 * Runs writes of a thing called `name` and turns the store's refusal of the name into `name_taken`.
 * @param what the kind of thing, such as `an action`
 */
export async function claimingName<Result>(
  what: string,
  name: string,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error;
    throw new AppError('name_taken', `The project has ${what} "${name}" already.`, {
      attr: 'name',
      cause: error,
    });
  }
}
