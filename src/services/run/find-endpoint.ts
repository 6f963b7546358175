import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import { AppError } from '../../base/errors.ts';
import type { KnownState } from '../catalog/known-state.ts';
import { Missing } from '../catalog/missing.ts';

/** The active endpoint of that name. @throws AppError not_found */
export function findEndpoint(known: KnownState, projectId: number, name: string): EndpointRow | Missing {
  const endpoint = known.endpoint(projectId, name);
  if (endpoint instanceof Missing || endpoint?.isActive === true) return endpoint;
  const detail =
    endpoint === null ? `There is no endpoint "${name}".` : `The endpoint "${name}" is inactive.`;
  throw new AppError('not_found', detail);
}

/** A version of an endpoint; the current one when `version` is undefined. @throws AppError not_found */
export function findVersion(
  known: KnownState,
  endpoint: EndpointRow,
  version: number = endpoint.currentVersion,
): VersionRow | Missing {
  const row = known.version(endpoint, version);
  if (row !== null) return row;
  const detail = `The endpoint "${endpoint.name}" has no version ${version}.`;
  const extra = { current_version: endpoint.currentVersion };
  throw new AppError('not_found', detail, { attr: 'version', extra });
}
