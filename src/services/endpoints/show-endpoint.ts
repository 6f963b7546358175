import type { ShownEndpoint } from '../../schema/endpoint.ts';
import type { LookupAnswer } from '../../schema/lookup-answer.ts';
import { getEndpoint, type ReaderServices } from './get-endpoint.ts';

/** Tells whether runs of an endpoint find their events by an order. */
export interface LookupTeller {
  describe(
    projectId: number,
    endpoint: { readonly endpointId: string; readonly version: number; readonly isMaterialized: boolean },
  ): Promise<LookupAnswer>;
}

/** As `getEndpoint`, with the lookup of the version that runs use. @throws AppError not_found */
export async function showEndpoint(
  services: ReaderServices & { readonly lookupChooser: LookupTeller },
  projectId: number,
  name: string,
  version?: number,
): Promise<ShownEndpoint> {
  const endpoint = await getEndpoint(services, projectId, name, version);
  const lookup = await services.lookupChooser.describe(projectId, {
    endpointId: endpoint.id,
    version: endpoint.current_version,
    isMaterialized: endpoint.is_materialized,
  });
  return { ...endpoint, lookup };
}
