import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import { UniqueViolationError } from '../../adapters/store/unique-violation-error.ts';
import { AppError } from '../../base/errors.ts';

export function absentEndpoint(name: string): AppError {
  return new AppError('not_found', `There is no endpoint "${name}".`);
}

export function absentVersion(endpoint: EndpointRow, version: number): AppError {
  return new AppError('not_found', `The endpoint "${endpoint.name}" has no version ${version}.`, {
    attr: 'version',
    extra: { current_version: endpoint.currentVersion },
  });
}

/** Runs writes of an endpoint called `name` and turns the store's refusal of the name into `name_taken`. */
export async function claimingName<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error;
    throw new AppError('name_taken', `The project has a live endpoint "${name}" already.`, {
      attr: 'name',
      cause: error,
    });
  }
}
