import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
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
