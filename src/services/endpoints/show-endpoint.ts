import { findKeptReads } from '../../adapters/store/judgement-store.ts';
import { type WantedStructures, wantedStructures } from '../../query/plan.ts';
import type { ShownEndpoint } from '../../schema/endpoint.ts';
import type { LookupAnswer } from '../../schema/lookup-answer.ts';
import type { ReadPropertyAnswer } from '../../schema/read-property-answer.ts';
import type { PromotedSource } from '../catalog/catalog.ts';
import { getEndpoint, type ReaderServices } from './get-endpoint.ts';

/** Tells whether runs of an endpoint find their events by an order. */
export interface LookupTeller {
  describe(
    projectId: number,
    endpoint: {
      readonly endpointId: string;
      /** Names of subjects by which its query could find events; null = not known, because it does not compile. */
      readonly wanted: readonly string[] | null;
      readonly isMaterialized: boolean;
    },
  ): Promise<LookupAnswer>;
}

interface ShowingServices extends ReaderServices {
  readonly lookupChooser: LookupTeller;
  readonly promoter: PromotedSource;
}

/** As `getEndpoint`, with what the version that runs use reads of the engine. @throws AppError not_found */
export async function showEndpoint(
  services: ShowingServices,
  projectId: number,
  name: string,
  version?: number,
): Promise<ShownEndpoint> {
  const endpoint = await getEndpoint(services, projectId, name, version);
  const current = { endpointId: endpoint.id, version: endpoint.current_version };
  const reads = await findKeptReads(services.database.query, projectId, current);
  const wanted = reads === null ? undefined : wantedStructures(reads);
  const lookup = await services.lookupChooser.describe(projectId, {
    endpointId: endpoint.id,
    wanted: wanted?.lookups ?? null,
    isMaterialized: endpoint.is_materialized,
  });
  return { ...endpoint, lookup, read_properties: readProperties(wanted, services.promoter) };
}

function readProperties(
  wanted: WantedStructures | undefined,
  { current }: PromotedSource,
): ReadPropertyAnswer[] | null {
  return wanted?.columns.map((name) => ({ name, is_promoted: current.events.has(name) })) ?? null;
}
