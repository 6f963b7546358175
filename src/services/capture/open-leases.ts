import { LEASE_TIMES, type LeaseTimes } from '../leases/held-lease.ts';
import { SharedLanes } from '../leases/shared-lanes.ts';
import { underLease } from '../leases/write-lease.ts';
import { WriteLeases } from '../leases/write-leases.ts';
import { completeDeletions } from './deletion/begin-deletion.ts';
import type { WriterServices } from './writer/writer-services.ts';

/**
 * The turns of writers: among the services of a store where they write into one engine, else in this process alone,
 * which then completes what an earlier one has left before it writes.
 */
export async function openLeases(
  services: WriterServices,
  {
    replica,
    leaseTimes = LEASE_TIMES,
  }: { readonly replica: string; readonly leaseTimes?: LeaseTimes | undefined },
): Promise<WriteLeases> {
  const { engine, database } = services;
  const { leases } = database;
  if (!engine.isShared || leases === undefined) {
    await completeDeletions(services, (left) => left.replica === replica);
    return new WriteLeases();
  }
  const shared = new SharedLanes({
    database,
    book: leases,
    owner: replica,
    times: leaseTimes,
    complete: (lease, isOfLane) =>
      completeDeletions(underLease(lease, services), ({ projectId }) => isOfLane(projectId)),
  });
  return new WriteLeases(shared);
}
