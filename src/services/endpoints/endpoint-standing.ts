import type { Queryable } from '../../adapters/store/database.ts';
import { type EndpointUse, findUses } from '../../adapters/store/endpoint-use-store.ts';
import { findRefusals, type Judgement } from '../../adapters/store/judgement-store.ts';
import {
  findMaterializations,
  type MaterializationRecord,
} from '../../adapters/store/materialization-store.ts';
import { findCurrentSnapshots, type SnapshotRecord } from '../../adapters/store/snapshot-store.ts';

/** What became of an endpoint since it was made, apart from changes by its owner. */
export interface EndpointStanding {
  /** Undefined = the endpoint never ran. */
  readonly use: EndpointUse | undefined;
  /** Undefined = the endpoint was never materialized. */
  readonly materialization: MaterializationRecord | undefined;
  /** Undefined = no build has succeeded, or materialization is switched off. */
  readonly snapshot: SnapshotRecord | undefined;
  /** Undefined = runs of the endpoint are not refused. */
  readonly refusal: Pick<Judgement, 'version' | 'refusal'> | undefined;
}

/** Standings by endpoint id, in four statements for any number of endpoints. */
export async function findStandings(
  db: Queryable,
  projectId: number,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, EndpointStanding>> {
  const uses = await findUses(db, projectId, endpointIds);
  const materializations = await findMaterializations(db, projectId, endpointIds);
  const snapshots = await findCurrentSnapshots(db, projectId, endpointIds);
  const refusals = await findRefusals(db, projectId, endpointIds);
  return new Map(
    endpointIds.map((id) => [
      id,
      {
        use: uses.get(id),
        materialization: materializations.get(id),
        snapshot: snapshots.get(id),
        refusal: refusals.get(id),
      },
    ]),
  );
}
